import type { RegistrationDetail } from '@portal/contract/office/enrolment';
import { notify } from '@portal/kit/browser/notices.ts';
import { Link } from 'react-router';
import { EventsLink } from '../../audit/events-link.tsx';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { PersonName } from '../../people/person-name.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { auditText } from '../../text/zh-TW/audit.ts';
import { mailsText } from '../../text/zh-TW/mails.ts';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { confirmPhone } from '../api/confirm-phone.ts';
import { useRegistrationChanged } from '../api/get-registration.ts';
import { type Fact, RegistrationFacts } from './facts.tsx';
import { MaskedIdentity } from './masked-identity.tsx';
import { Section } from './section.tsx';

const text = reviewsText.person;

const sexOf = (sex: number | null) => (sex === null ? text.unknown : text.sexes[sex === 1 ? 1 : 0]);

const emailOf = ({ email, emailConfirmed }: RegistrationDetail['person']): string =>
  email ? `${email}${emailConfirmed ? '' : text.emailNotConfirmed}` : text.unknown;

const Email = ({ person }: Pick<RegistrationDetail, 'person'>) => {
  const mayRead = useMay('mail.read');
  return (
    <>
      {emailOf(person)}
      {mayRead && (
        <Link
          className="block text-sea-800 underline hover:no-underline"
          to={paths.mails.to({}, { account: person.id })}
        >
          {mailsText.ofPerson}
        </Link>
      )}
    </>
  );
};

/** Only for a person whose registration may lapse. */
const Phone = ({ detail }: { detail: RegistrationDetail }) => {
  const changed = useRegistrationChanged();
  const { id, can, person, confirmBy } = detail;
  const { phone, phoneConfirmed } = person;
  if (!phone) return null;
  const says = text.confirmPhone;
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {phoneConfirmed ? `${phone}${text.phoneConfirmed}` : phone}
      {confirmBy && can.confirmPhone.allowed && (
        <ConfirmedAction
          confirmLabel={says.confirm}
          onDone={(after) => {
            changed(after);
            notify(says.done, 'success');
          }}
          question={says.really(phone)}
          title={says.title}
          work={() => confirmPhone(id, phone)}
        >
          {says.open}
        </ConfirmedAction>
      )}
    </span>
  );
};

const given = (term: string, value: string | null): Fact[] => (value ? [{ term, value }] : []);

const factsOf = (detail: RegistrationDetail): Fact[] => {
  const { id, person, can } = detail;
  return [
    {
      term: text.identity[person.country],
      value: (
        <MaskedIdentity key={id} masked={person.identity} permission={can.identity} registrationId={id} />
      ),
    },
    { term: text.age, value: person.age === null ? text.unknown : text.ageOnFirstDay(person.age) },
    { term: text.sex, value: sexOf(person.sex) },
    ...(person.phone ? [{ term: text.phone, value: <Phone detail={detail} /> }] : []),
    { term: text.email, value: <Email person={person} /> },
    ...given(text.organization, person.organization),
    ...given(text.employer, person.employer),
    ...given(text.career, person.career),
    ...given(text.education, person.education),
  ];
};

export const PersonSection = ({ detail }: { detail: RegistrationDetail }) => (
  <Section title={text.section}>
    <RegistrationFacts facts={factsOf(detail)} />
    <p className="mt-2">
      {text.page}
      <PersonName id={detail.person.id} name={detail.person.name} />
    </p>
    <EventsLink className="mt-2 inline-block" filter={{ account: detail.person.id }}>
      {auditText.ofPerson}
    </EventsLink>
  </Section>
);
