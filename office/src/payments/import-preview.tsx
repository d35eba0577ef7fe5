import { readableTime } from '@portal/contract/dates';
import { asideNames, rowFaults, type StatementPreview } from '@portal/contract/office/statements';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { Button } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { paymentsText } from '../text/zh-TW/payments.ts';
import { RawRows } from './raw-rows.tsx';
import { ShapeFields } from './shape-fields.tsx';
import type { Importing } from './use-import.ts';

const text = paymentsText.import;
const heads = paymentsText.line;

interface ImportPreviewProps {
  preview: StatementPreview;
  importing: Importing;
}

export const ImportPreview = ({ preview, importing }: ImportPreviewProps) => {
  const isReady = preview.counts.faults === 0 && preview.counts.total > 0 && preview.importedAt === null;
  return (
    <div aria-busy={importing.isReading} className="space-y-6">
      <Findings preview={preview} />
      <ShapeFields onChange={importing.reshape} preview={preview} />
      <section>
        <h2>{text.lines}</h2>
        <div className="mt-3">
          <DataTable
            caption={text.linesCaption}
            columns={columns}
            empty={<p className="text-ink-soft">{text.nothing}</p>}
            rowKey={({ row }) => row}
            rows={preview.lines}
          />
        </div>
      </section>
      <RawRows preview={preview} />
      {importing.sendError && (
        <Notice live tone="danger">
          {importing.sendError}
        </Notice>
      )}
      {isReady && (
        <Button
          busy={importing.isSending}
          busyLabel={text.sending}
          onClick={importing.submit}
          variant="primary"
          waits={importing.isReading}
        >
          {text.submit}
        </Button>
      )}
    </div>
  );
};

const Findings = ({ preview }: { preview: StatementPreview }) => {
  const { counts, faults, from, until, importedAt, suspicious } = preview;
  const odd = faults.filter(({ fault }) => fault === 'private_use');
  return (
    <div className="space-y-3" role="status">
      {importedAt && <Notice tone="warn">{text.known(readableTime(new Date(importedAt)))}</Notice>}
      {from && until ? (
        <Notice>
          <p>{text.summary(counts.deposits, counts.aside, from, until)}</p>
          {counts.known > 0 && <p>{text.knownLines(counts.known)}</p>}
        </Notice>
      ) : (
        <Notice tone="danger">{text.nothing}</Notice>
      )}
      {suspicious && <Notice tone="warn">{text.suspicious}</Notice>}
      {counts.faults > 0 && (
        <Notice tone="danger" title={text.faults(counts.faults)}>
          <FaultList faults={faults.filter(({ fault }) => fault !== 'private_use')} />
        </Notice>
      )}
      {odd.length > 0 && (
        <Notice tone="warn" title={text.odd(odd.length)}>
          <FaultList faults={odd} />
        </Notice>
      )}
    </div>
  );
};

const FaultList = ({ faults }: { faults: StatementPreview['faults'] }) => (
  <ul className="max-h-48 overflow-y-auto text-sm">
    {faults.map(({ row, fault, text: content }) => (
      <li key={`${row} ${fault}`}>
        {text.faultRow(row, rowFaults[fault])}　<span className="text-ink-soft">{content}</span>
      </li>
    ))}
  </ul>
);

type Line = StatementPreview['lines'][number];

const columns: readonly Column<Line>[] = [
  { key: 'row', header: heads.row, cell: ({ row }) => `${row}`, together: true },
  { key: 'day', header: heads.day, cell: ({ day }) => day, together: true, primary: true },
  {
    key: 'amount',
    header: heads.amount,
    align: 'end',
    cell: ({ amount }) => paymentsText.amount(amount),
    together: true,
  },
  { key: 'digits', header: heads.digits, cell: ({ digits }) => digits, together: true },
  { key: 'name', header: heads.name, cell: ({ name }) => name },
  { key: 'memo', header: heads.memo, cell: ({ memo }) => memo },
  {
    key: 'kind',
    header: text.kind,
    cell: ({ aside }) =>
      aside === null ? (
        <Badge tone="ok">{text.deposit}</Badge>
      ) : (
        <Badge tone="neutral">{asideNames[aside]}</Badge>
      ),
  },
];
