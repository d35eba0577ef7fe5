import { readable } from '@portal/contract/dates';
import {
  type Candidate,
  type Lack,
  lackNames,
  type ShownCertificate,
} from '@portal/contract/office/certificate-issuing';
import { Badge, type Tone } from '@portal/kit/ui/badge.tsx';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { Link } from 'react-router';
import { RegistrationLink } from '../enrolment/registration-link.tsx';
import { ListTable } from '../lists/list-table.tsx';
import type { Selection } from '../lists/use-selection.ts';
import { PersonName } from '../people/person-name.tsx';
import { paths } from '../platform/paths.ts';
import { issuingText as text } from '../text/zh-TW/issuing.ts';

const linkLook = 'font-semibold text-sea-800 underline hover:no-underline';

const person: readonly Column<Candidate>[] = [
  {
    key: 'name',
    header: text.name,
    primary: true,
    cell: ({ personId, name }) => <PersonName id={personId} name={name} />,
  },
  {
    key: 'registration',
    header: text.registration,
    cell: ({ registrationId, name }) => <RegistrationLink id={registrationId} name={name} />,
  },
  {
    key: 'identity',
    header: text.identity,
    cell: ({ identity }) => <span className="tabular">{identity}</span>,
  },
  { key: 'group', header: text.group, cell: ({ group }) => group },
];

const keyOf = ({ registrationId }: Candidate) => registrationId;

/** Only shown if somebody had a certificate before. */
const formerColumn: Column<Candidate> = {
  key: 'state',
  header: text.state,
  cell: ({ certificate: former }) => former && text.again,
};

interface ReadyTableProps {
  readonly people: readonly Candidate[];
  readonly selection: Selection | undefined;
}

export const ReadyTable = ({ people, selection }: ReadyTableProps) => (
  <ListTable
    caption={text.ready(people.length)}
    columns={[...person, ...(people.some(({ certificate: former }) => former) ? [formerColumn] : [])]}
    isBusy={false}
    onSort={() => {}}
    rowKey={keyOf}
    rowName={({ name }) => name}
    rows={people}
    selection={selection}
    sort=""
  />
);

/** Returns the path of the page where staff can resolve what is missing. */
const remedyPath = (lack: Lack, classId: number, { registrationId, live }: Candidate): string => {
  if (lack === 'attendance') return paths.classTab.to({ id: classId, tab: 'attendance' });
  if (lack === 'live' && live) return paths.certificate.to({ id: live.id });
  return paths.registration.to({ id: registrationId });
};

const Lacks = ({ candidate, classId }: { candidate: Candidate; classId: number }) => (
  <ul>
    {candidate.lacks.map((lack) => (
      <li key={lack}>
        <Link className={linkLook} to={remedyPath(lack, classId, candidate)}>
          {lackNames[lack]}
        </Link>
        {lack === 'live' && candidate.live && (
          <span className="block text-ink-soft text-sm">
            {text.live(candidate.live.number, readable(candidate.live.endTime))}
          </span>
        )}
      </li>
    ))}
  </ul>
);

export const LackingTable = ({ people, classId }: { people: readonly Candidate[]; classId: number }) => (
  <DataTable
    caption={text.lacking(people.length)}
    columns={[
      ...person,
      {
        key: 'lacks',
        header: text.lacks,
        cell: (candidate) => <Lacks candidate={candidate} classId={classId} />,
      },
    ]}
    empty={null}
    rowKey={keyOf}
    rows={people}
  />
);

const tones: Readonly<Record<ShownCertificate['state'], Tone>> = {
  valid: 'ok',
  expired: 'warn',
  renewed: 'info',
  corrected: 'info',
  revoked: 'danger',
  lapsed: 'neutral',
};

const certificate = (
  key: string,
  header: string,
  cell: (shown: ShownCertificate) => string | null,
): Column<Candidate> => ({
  key,
  header,
  cell: (candidate) =>
    candidate.certificate && <span className="tabular">{cell(candidate.certificate)}</span>,
});

export const IssuedTable = ({ people }: { people: readonly Candidate[] }) => (
  <DataTable
    caption={text.issued(people.length)}
    columns={[
      ...person.slice(0, 2),
      {
        key: 'number',
        header: text.number,
        cell: ({ certificate: shown }) =>
          shown && (
            <Link className={`${linkLook} tabular`} to={paths.certificate.to({ id: shown.id })}>
              {shown.number}
            </Link>
          ),
      },
      certificate('register', text.register, ({ registerNumber }) => registerNumber),
      certificate('issued', text.issuedOn, ({ issuedOn }) => readable(issuedOn)),
      certificate('end', text.endTime, ({ endTime }) => readable(endTime)),
      {
        key: 'state',
        header: text.state,
        cell: ({ certificate: shown, isContradicted }) =>
          shown && (
            <span className="flex flex-wrap gap-1">
              <Badge tone={tones[shown.state]}>{text.states[shown.state]}</Badge>
              {isContradicted && <Badge tone="danger">{text.contradicted}</Badge>}
            </span>
          ),
      },
    ]}
    empty={null}
    rowKey={keyOf}
    rows={people}
  />
);
