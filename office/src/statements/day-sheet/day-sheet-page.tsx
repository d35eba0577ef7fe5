import { readableTime, weekday } from '@portal/contract/dates';
import type { AnswerOf } from '@portal/contract/endpoint';
import { methodNames } from '@portal/contract/office/payment';
import {
  type daySheet,
  type SheetEntry,
  type SheetLine,
  type SheetPerson,
  type SheetReceipt,
  type Sums,
  setAsideNames,
} from '@portal/contract/office/statements';
import { notify } from '@portal/kit/browser/notices.ts';
import { Badge, type Tone } from '@portal/kit/ui/badge.tsx';
import { Button } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { DateField } from '@portal/kit/ui/date-field.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, Fragment, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { DirectAction } from '../../forms/direct-action.tsx';
import { ExportButton } from '../../lists/export-button.tsx';
import { HorizontalScroll } from '../../lists/horizontal-scroll.tsx';
import { PersonName } from '../../people/person-name.tsx';
import { useMay } from '../../platform/session.ts';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import { exportDaySheet } from '../api/export-day-sheet.ts';
import { sheetQuery } from '../api/get-day-sheet.ts';
import { takeLineBack } from '../api/take-line-back.ts';
import { BankAccountPage } from '../bank-account-page.tsx';
import { useDeskChanged } from '../use-desk-changed.ts';

const text = paymentsText.sheet;
const heads = paymentsText.line;
const kinds = ['all', 'matched', 'open', 'aside', 'withdrawn', 'received', 'refunded'] as const;
type Sheet = AnswerOf<typeof daySheet>;

const rangeOf = (search: URLSearchParams): { from?: string; until?: string } => {
  const [from, until] = [search.get('from'), search.get('until')];
  return { ...(from && { from }), ...(until && { until }) };
};

export const DaySheetPage = () => {
  const id = Number(useParams().id);
  const [search, setSearch] = useSearchParams();
  const query = useQuery(sheetQuery(id, rangeOf(search)));
  return (
    <BankAccountPage actions={(sheet) => <DaySheetActs sheet={sheet} />} query={query} title={text.title}>
      {(sheet) => (
        <SheetOfDays
          key={`${sheet.from} ${sheet.until}`}
          onRange={(from, until) => setSearch({ ...(from && { from }), ...(until && { until }) })}
          sheet={sheet}
        />
      )}
    </BankAccountPage>
  );
};

const DaySheetActs = ({ sheet: { account, days, total, from, until } }: { sheet: Sheet }) => {
  const mayExport = useMay('export.list');
  const range = { ...(from && { from }), ...(until && { until }) };
  const exported = {
    run: (body: Readonly<Record<string, unknown>>) => exportDaySheet(account.id, { ...range, ...body }),
    hasIdentity: false,
  };
  return (
    <>
      <Button onClick={() => window.print()}>{text.print}</Button>
      {mayExport && days.length > 0 && (
        <ExportButton exported={exported} query={{}} total={paymentsText.accounts.count(total.all.count)} />
      )}
    </>
  );
};

interface SheetOfDaysProps {
  sheet: Sheet;
  onRange: (from: string, until: string) => void;
}

const SheetOfDays = ({ sheet, onRange }: SheetOfDaysProps) => {
  const { account, days, total, from, until } = sheet;
  return (
    <>
      <RangeForm from={from ?? ''} onRange={onRange} until={until ?? ''} />
      {days.length === 0 ? (
        <EmptyState title={text.empty} />
      ) : (
        <>
          {days.length > 1 && <SumTable caption={text.total} sums={total} />}
          {days.map((day) => (
            <DaySection day={day} key={day.day} mayConfirm={account.can.confirm} />
          ))}
          <p className="mt-6 hidden text-sm print:block">{text.madeAt(readableTime(new Date()))}</p>
        </>
      )}
    </>
  );
};

const DaySection = ({
  day: { day, sums, lines, received, refunded },
  mayConfirm,
}: {
  day: Sheet['days'][number];
  mayConfirm: boolean;
}) => (
  <section className="mt-8">
    <h2>
      {day}（{weekday(day)}）
    </h2>
    <div className="mt-3 space-y-4">
      <SumTable caption={text.total} sums={sums} />
      <SheetTable caption={text.caption(day)} columns={columnsOf(mayConfirm)} rows={lines} />
      <SheetTable caption={text.received(day)} columns={receiptColumns} rows={received} />
      <SheetTable caption={text.refunded(day)} columns={refundColumns} rows={refunded} />
    </div>
  </section>
);

interface SheetTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}

const SheetTable = <Row extends { readonly id: number }>({ caption, columns, rows }: SheetTableProps<Row>) =>
  rows.length > 0 && (
    <div>
      <h3 className="mb-2 font-semibold text-base">{caption}</h3>
      <DataTable caption={caption} columns={columns} empty={null} rowKey={({ id }) => id} rows={rows} />
    </div>
  );

const RangeForm = ({
  from: first,
  until: last,
  onRange,
}: {
  from: string;
  until: string;
  onRange: (from: string, until: string) => void;
}) => {
  const [from, setFrom] = useState(first);
  const [until, setUntil] = useState(last);
  const show = (event: FormEvent) => {
    event.preventDefault();
    onRange(from, until);
  };
  return (
    <form className="mb-6 flex flex-wrap items-end gap-4 print:hidden" noValidate onSubmit={show}>
      <DateField label={text.from} name="from" onChange={setFrom} value={from} />
      <DateField label={text.until} name="until" onChange={setUntil} value={until} />
      <Button type="submit">{text.show}</Button>
    </form>
  );
};

const SumTable = ({ caption, sums }: { caption: string; sums: Sums }) => (
  <HorizontalScroll label={caption}>
    <table className="w-full text-end">
      <caption className="sr-only">{caption}</caption>
      <thead className="bg-paper">
        <tr>
          <td />
          {kinds.map((kind) => (
            <th className="px-3 py-1 text-end" key={kind} scope="col">
              {text.sums[kind]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(['count', 'sum'] as const).map((what) => (
          <tr className="border-line border-t" key={what}>
            <th className="px-3 py-1 font-normal" scope="row">
              {text[what]}
            </th>
            {kinds.map((kind) => (
              <td className="px-3 py-1 tabular" key={kind}>
                {paymentsText.amount(sums[kind][what])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </HorizontalScroll>
);

const tones: Readonly<Record<SheetLine['state'], Tone>> = {
  matched: 'ok',
  open: 'warn',
  aside: 'neutral',
  withdrawn: 'neutral',
};

const asideText = ({ aside, asideReason }: SheetLine): string | null =>
  aside === null ? null : [setAsideNames[aside], asideReason].filter(Boolean).join('：');

const amountColumn = {
  key: 'amount',
  header: heads.amount,
  align: 'end',
  together: true,
  primary: true,
  cell: ({ amount }: { readonly amount: number }) => paymentsText.amount(amount),
} as const;

const PaidFor = ({ people }: { people: readonly SheetPerson[] }) =>
  people.map(({ personId, name, code }, at) => (
    <Fragment key={`${personId} ${code}`}>
      {at > 0 && '、'}
      <PersonName id={personId} name={name} />（{code}）
    </Fragment>
  ));

const forColumn = {
  key: 'for',
  header: text.for,
  cell: (entry: SheetEntry) => <PaidFor people={entry.for} />,
} as const;

const noteColumn = (header: string) => ({
  key: 'note',
  header,
  cell: ({ note }: SheetEntry) => note,
});

const receiptColumns: readonly Column<SheetReceipt>[] = [
  amountColumn,
  { key: 'method', header: text.method, cell: ({ method }) => methodNames[method] },
  noteColumn(text.note),
  forColumn,
];

const refundColumns: readonly Column<SheetEntry>[] = [amountColumn, noteColumn(text.reference), forColumn];

const columnsOf = (mayConfirm: boolean): readonly Column<SheetLine>[] => [
  amountColumn,
  { key: 'digits', header: heads.digits, together: true, cell: ({ digits }) => digits },
  { key: 'name', header: heads.name, cell: ({ name }) => name },
  { key: 'memo', header: heads.memo, cell: ({ memo }) => memo },
  {
    key: 'state',
    header: text.state,
    cell: ({ state }) => <Badge tone={tones[state]}>{text.sums[state]}</Badge>,
  },
  {
    key: 'for',
    header: text.for,
    cell: (line) => (line.payment ? <PaidFor people={line.payment.for} /> : asideText(line)),
  },
  ...(mayConfirm
    ? [
        {
          key: 'act',
          header: paymentsText.list.act,
          action: true,
          cell: (line: SheetLine) => (line.aside === 'by_hand' ? <TakeBack line={line} /> : null),
        },
      ]
    : []),
];

const TakeBack = ({ line }: { line: SheetLine }) => {
  const changed = useDeskChanged();
  return (
    <DirectAction
      label={paymentsText.ask.takeBackOf(line.day)}
      onDone={() => {
        notify(paymentsText.ask.takenBack, 'success');
        changed();
      }}
      variant="quiet"
      work={() => takeLineBack(line.id)}
    >
      {paymentsText.ask.takeBack}
    </DirectAction>
  );
};
