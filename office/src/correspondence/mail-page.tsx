import { readable } from '@portal/contract/dates';
import type { MailDetail } from '@portal/contract/office/correspondence';
import { notify } from '@portal/kit/browser/notices.ts';
import { useIdempotencyKey } from '@portal/kit/browser/use-idempotency-key.ts';
import { type Row, Rows } from '@portal/kit/ui/description-list.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { ConfirmedAction } from '../forms/confirmed-action.tsx';
import { PersonName } from '../people/person-name.tsx';
import { LoadedPage } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { mailsText as text } from '../text/zh-TW/mails.ts';
import { mailQuery } from './api/get-mail.ts';
import { sendMailAgain } from './api/send-mail-again.ts';
import { settleMail } from './api/settle-mail.ts';
import { LetterText } from './letter-text.tsx';
import { MailStateBadge } from './mail-state-badge.tsx';
import { useMailChanged } from './use-mail-changed.ts';

const link = 'text-sea-800 underline hover:no-underline';

export const MailPage = () => {
  const { id = '' } = useParams();
  return (
    <LoadedPage
      gone={text.gone}
      head={({ subject, state }) => ({
        title: subject ?? text.unknownSubject,
        badge: <MailStateBadge state={state} />,
      })}
      kind={text.title}
      query={useQuery(mailQuery(id))}
      under={[{ label: text.title, to: paths.mails.to() }]}
      width="wide"
    >
      {(mail) => <Mail key={id} mail={mail} />}
    </LoadedPage>
  );
};

interface MailProps {
  mail: MailDetail;
}

const Mail = ({ mail }: MailProps) => (
  <>
    <div className="space-y-4">
      <MailRemarks mail={mail} />
      <MailActs mail={mail} />
    </div>
    <section className="mt-8">
      <h2 className="mb-2 text-lg">{text.facts}</h2>
      <Rows rows={rowsOf(mail)} />
    </section>
    <section className="mt-8">
      <h2 className="mb-2 text-lg">{text.letter}</h2>
      {mail.parts ? (
        <LetterText parts={mail.parts} subject={mail.subject ?? text.unknownSubject} />
      ) : (
        <p>{text.unreadable}</p>
      )}
    </section>
  </>
);

const addressText = ({ address, recipient }: MailDetail): string | null => {
  if (address === null) return null;
  const { email } = address;
  return email === null || email === recipient ? text.sameAddress : text.otherAddress(email);
};

const MailRemarks = ({ mail }: MailProps) => {
  const { state, handled, later, can } = mail;
  return (
    <>
      {state === 'undeliverable' && (
        <Notice tone="danger">
          <p>
            {text.undeliverable}
            {addressText(mail)}
          </p>
          <ToRegistration mail={mail} />
        </Notice>
      )}
      {state === 'held' && <Notice tone="warn">{text.held}</Notice>}
      {handled && <Notice>{text.handled(readable(handled.at), handled.by.name ?? text.someone)}</Notice>}
      {later > 0 && can.sendAgain.allowed && <Notice tone="warn">{text.later(later)}</Notice>}
    </>
  );
};

const ToRegistration = ({ mail: { registrationId } }: MailProps) =>
  registrationId !== null && (
    <p className="mt-1">
      <Link className={link} to={paths.registration.to({ id: registrationId })}>
        {text.toRegistration}
      </Link>
    </p>
  );

const MailActs = ({ mail }: MailProps) => {
  const { can } = mail;
  if (!can.sendAgain.allowed && !can.settle.allowed) return null;
  return (
    <section aria-label={text.facts} className="flex flex-wrap gap-3">
      {can.sendAgain.allowed && <SendAgain mail={mail} />}
      {can.settle.allowed && <Settle mail={mail} />}
    </section>
  );
};

const useDone = (done: string) => {
  const changed = useMailChanged();
  return (mail: MailDetail) => {
    changed(mail);
    notify(done, 'success');
  };
};

const SendAgain = ({ mail: { id, address } }: MailProps) => {
  const { keyFor } = useIdempotencyKey();
  return (
    <ConfirmedAction<MailDetail>
      confirmLabel={text.sendAgain.open}
      onDone={useDone(text.sendAgain.done)}
      question={text.sendAgain.question(address?.email ?? '')}
      title={text.sendAgain.title}
      work={() => sendMailAgain(id, keyFor(id))}
    >
      {text.sendAgain.open}
    </ConfirmedAction>
  );
};

const Settle = ({ mail: { id } }: MailProps) => (
  <ConfirmedAction<MailDetail>
    confirmLabel={text.settle.open}
    onDone={useDone(text.settle.done)}
    question={text.settle.question}
    title={text.settle.title}
    work={() => settleMail(id)}
  >
    {text.settle.open}
  </ConfirmedAction>
);

const given = (term: string, value: Row['value'] | null): Row[] => (value ? [{ term, value }] : []);

const RegistrationLink = ({ id }: { id: number }) => (
  <Link className={link} to={paths.registration.to({ id })}>
    {text.openRegistration}
  </Link>
);

const currentAddress = ({ address }: MailDetail): string | null => {
  if (address === null) return null;
  return address.email === null
    ? text.noAddress
    : `${address.email}${address.confirmed ? '' : text.notConfirmed}`;
};

const rowsOf = (mail: MailDetail): Row[] => [
  { term: text.recipient, value: mail.recipient },
  ...given(
    text.person,
    mail.person && <PersonName id={mail.person.id} name={mail.person.name ?? text.unnamed} />,
  ),
  ...given(text.registration, mail.registrationId && <RegistrationLink id={mail.registrationId} />),
  ...given(text.address, currentAddress(mail)),
  ...given(
    text.class,
    mail.class && (
      <Link className={link} to={paths.trainingClass.to({ id: mail.class.id })}>
        {mail.class.code}
      </Link>
    ),
  ),
  ...given(text.organization, mail.organization),
  { term: text.created, value: readable(mail.createdAt) },
  ...given(text.sent, mail.sentAt && readable(mail.sentAt)),
  { term: text.attempts, value: text.times(mail.attempts) },
  ...given(text.lastError, mail.lastError),
  ...given(text.nextAt, mail.nextAt && readable(mail.nextAt)),
];
