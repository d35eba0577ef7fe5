import type { OldCertificate } from '@portal/contract/certificates';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { type Column, DataTable, withoutPrintedCaption } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { certificatesText as text } from '../text/zh-TW/certificates.ts';
import { CERTIFICATES_WIDTH, certificateColumns } from './columns.tsx';

const Outcome = ({ state, asked }: Pick<OldCertificate, 'state' | 'asked'>) => {
  if (state === 1) return <Badge tone="ok">{text.results.approved}</Badge>;
  if (state === 0) return <Badge tone="danger">{text.results.rejected}</Badge>;
  if (!asked) return <span className="text-ink-soft">{text.noResult}</span>;
  return (
    <Badge icon="clock" tone="info">
      {text.results.open}
    </Badge>
  );
};

const columns: Column<OldCertificate>[] = [
  ...certificateColumns,
  {
    key: 'front-note',
    header: text.frontNote,
    cell: ({ front_note }) => front_note && <span className="whitespace-pre-line">{front_note}</span>,
  },
  {
    key: 'result',
    header: text.result,
    cell: ({ state, asked, backend_note }) => (
      <>
        <Outcome asked={asked} state={state} />
        {backend_note && (
          <span className="block whitespace-pre-line text-sm">{text.because(backend_note)}</span>
        )}
      </>
    ),
  },
];

export const OldCertificates = ({ certificates }: { certificates: readonly OldCertificate[] }) => (
  <DataTable
    caption={text.old}
    className={withoutPrintedCaption}
    cardsBelow={CERTIFICATES_WIDTH}
    columns={columns}
    empty={<EmptyState title={text.oldEmpty}>{text.oldEmptyHint}</EmptyState>}
    rowKey={({ id, request_id }) => `${id}/${request_id}`}
    rows={certificates}
  />
);
