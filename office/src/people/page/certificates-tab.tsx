import { readable } from '@portal/contract/dates';
import type { AnswerOf } from '@portal/contract/endpoint';
import type { personCertificates } from '@portal/contract/office/people';
import type { Column } from '@portal/kit/ui/data-table.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { RegisterStateBadge } from '../../certificates/register/state-badge.tsx';
import { paths } from '../../platform/paths.ts';
import { personText as text } from '../../text/zh-TW/person.ts';
import { personCertificatesQuery } from '../api/get-person-certificates.ts';
import { PartTable } from './part-table.tsx';
import { useShownPerson } from './use-shown-person.ts';

type Row = AnswerOf<typeof personCertificates>[number];

const CertificateNumber = ({ row: { id, number, canOpen } }: { row: Row }) => {
  if (!canOpen) return <span className="tabular">{number}</span>;
  return (
    <Link className="text-sea-800 underline tabular hover:no-underline" to={paths.certificate.to({ id })}>
      {number}
    </Link>
  );
};

const columns: Column<Row>[] = [
  { key: 'number', header: text.number, primary: true, cell: (row) => <CertificateNumber row={row} /> },
  { key: 'kind', header: text.certificateKind, cell: ({ kind }) => kind },
  { key: 'organization', header: text.organization, cell: ({ organization }) => organization },
  { key: 'issued', header: text.issuedOn, cell: ({ issuedOn }) => readable(issuedOn) },
  { key: 'end', header: text.endTime, cell: ({ endTime }) => readable(endTime) },
  { key: 'state', header: text.state, cell: ({ state }) => <RegisterStateBadge state={state} /> },
];

export const CertificatesTab = () => (
  <PartTable
    columns={columns}
    empty={text.empty.certificates}
    query={useQuery(personCertificatesQuery(useShownPerson().id))}
    rowKey={({ id }) => id}
    title={text.tab.certificates}
  />
);
