import { readable } from '@portal/contract/dates';
import type { PersonFacts } from '@portal/contract/office/people';
import { type Row, Rows } from '@portal/kit/ui/description-list.tsx';
import { Link } from 'react-router';
import { paths } from '../../platform/paths.ts';
import { personText as text } from '../../text/zh-TW/person.ts';
import { photoAddress } from '../api/photo-address.ts';
import { Merges } from '../merge/merges.tsx';
import { PersonPhoto } from '../person-photo.tsx';
import { IdentityChanges } from './identity-changes.tsx';
import { PersonIdentity } from './person-identity.tsx';
import { useShownPerson } from './use-shown-person.ts';

export const FactsTab = () => {
  const person = useShownPerson();
  const { id, name, facts } = person;
  if (!facts) return null;
  const identity: Row = {
    term: text.identity[facts.country],
    value: <PersonIdentity canShow={person.can.identity} id={id} key={id} masked={facts.identity} />,
  };
  return (
    <div className="flex max-w-4xl flex-wrap gap-6">
      <PersonPhoto
        key={`${id} ${facts.photo}`}
        name={name}
        src={facts.photo === null ? null : photoAddress(id, facts.photo)}
      />
      <div className="min-w-0 flex-1 basis-80 space-y-8">
        <Part rows={[identity, ...personRows(facts)]} title={text.part.person} />
        <Part rows={contactRows(facts)} title={text.part.contact} />
        <Part rows={backgroundRows(facts)} title={text.part.background} />
        <Part rows={accountRows(facts)} title={text.part.account} />
        {person.can.looks && <LooksLink id={id} />}
        <IdentityChanges canChange={person.can.changeIdentity} id={id} />
        <Merges canMerge={person.can.merge} id={id} key={`merges ${id}`} />
      </div>
    </div>
  );
};

const LooksLink = ({ id }: { id: number }) => (
  <p>
    <Link className="text-sea-800 underline hover:no-underline" to={paths.personLooks.to({ id })}>
      {text.looks}
    </Link>
  </p>
);

const Part = ({ title, rows }: { title: string; rows: readonly Row[] }) => (
  <section>
    <h2 className="mb-2 text-lg">{title}</h2>
    <Rows rows={rows} />
  </section>
);

const shown = (term: string, value: string | null): Row => ({ term, value: value ?? text.none });

const personRows = ({ englishName, sex, age, organization }: PersonFacts): Row[] => [
  shown(text.englishName, englishName),
  shown(text.sex, sex === null ? null : text.sexes[sex === 1 ? 1 : 0]),
  shown(text.age, age === null ? null : text.years(age)),
  shown(text.organization, organization),
];

const marked = (value: string | null, isConfirmed: boolean): string | null =>
  value && `${value}${isConfirmed ? text.confirmed : text.unconfirmed}`;

const contactRows = (facts: PersonFacts): Row[] => [
  shown(text.phone, marked(facts.phone, facts.isPhoneConfirmed)),
  shown(text.homePhone, facts.homePhone),
  shown(text.companyPhone, facts.companyPhone),
  shown(text.email, marked(facts.email, facts.isEmailConfirmed)),
  shown(text.address, facts.address),
];

const backgroundRows = (facts: PersonFacts): Row[] => [
  shown(text.employer, facts.employer),
  shown(text.career, facts.career),
  shown(text.education, facts.education),
  shown(text.educationStatus, facts.educationStatus),
  shown(text.school, facts.school),
  shown(text.department, facts.department),
];

const accountRows = (facts: PersonFacts): Row[] => [
  shown(text.created, readable(facts.createdAt)),
  shown(text.imported, facts.importedAt && readable(facts.importedAt)),
  shown(text.password, facts.hasOwnPassword ? text.ownPassword : text.defaultPassword),
  shown(text.profile, facts.isComplete ? text.complete : text.incomplete),
  ...(facts.suspendedAt ? [shown(text.suspendedSince, readable(facts.suspendedAt))] : []),
];
