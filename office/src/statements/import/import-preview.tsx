import { type StatementPreview, setAsideNames } from '@portal/contract/office/statements';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { Button } from '@portal/kit/ui/button.tsx';
import { CheckboxGroup } from '@portal/kit/ui/checkbox-group.tsx';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useState } from 'react';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import { ImportFindings } from './import-findings.tsx';
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
      <ImportFindings preview={preview} />
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
      <ShapeFields onChange={importing.reshape} preview={preview} />
      <RawRows preview={preview} />
      {importing.sendError && (
        <Notice live tone="danger">
          {importing.sendError}
        </Notice>
      )}
      {isReady && <ImportButton importing={importing} key={`${preview.problems}`} preview={preview} />}
    </div>
  );
};

/** Staff accept the reasons against the import first. */
const ImportButton = ({ preview: { problems }, importing }: ImportPreviewProps) => {
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const hasProblems = problems.length > 0;
  const isAccepted = accepted.length > 0;
  return (
    <div className="space-y-3">
      {hasProblems && (
        <CheckboxGroup
          label={<span className="sr-only">{text.submit}</span>}
          name="acceptProblems"
          onChange={setAccepted}
          options={[{ value: 'yes', label: text.acceptProblems }]}
          value={accepted}
        />
      )}
      {(!hasProblems || isAccepted) && (
        <Button
          busy={importing.isSending}
          busyLabel={text.sending}
          onClick={() => importing.submit(hasProblems)}
          variant="primary"
          waits={importing.isReading}
        >
          {text.submit}
        </Button>
      )}
    </div>
  );
};

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
  {
    key: 'digits',
    header: heads.digits,
    cell: ({ digits, maybeDigits }) =>
      digits ?? (maybeDigits.length > 0 ? heads.maybeDigits(maybeDigits) : null),
    together: true,
  },
  { key: 'name', header: heads.name, cell: ({ name }) => name },
  { key: 'memo', header: heads.memo, cell: ({ memo }) => memo },
  {
    key: 'kind',
    header: text.kind,
    cell: ({ aside }) =>
      aside === null ? (
        <Badge tone="ok">{text.deposit}</Badge>
      ) : (
        <Badge tone="neutral">{setAsideNames[aside]}</Badge>
      ),
  },
];
