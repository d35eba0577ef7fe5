import type { Matches, OpenReport, StatementLine } from '@portal/contract/office/statements';
import { shortDay } from '@portal/kit/browser/format.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useState } from 'react';
import { BulkOutcome, BulkQuestion } from '../../lists/bulk-dialogs.tsx';
import { paymentsText } from '../../text/zh-TW/payments.ts';
import { confirmCertain } from '../api/confirm-certain.ts';
import { useDeskChanged } from '../use-desk-changed.ts';
import { useOfferUndo } from '../use-offer-undo.ts';
import { ReportPeople, reportName } from './line-text.tsx';
import { indexMatches } from './match-data.ts';
import { MatchNotes } from './match-notes.tsx';

const text = paymentsText.certain;
const heads = paymentsText.line;

interface Pair {
  readonly line: StatementLine;
  readonly report: OpenReport;
}

const pairsOf = (data: Matches): Pair[] => {
  const { line, reportsOf } = indexMatches(data);
  return data.certain.flatMap(({ lineId, reportId }) => {
    const [found, report] = [line(lineId), reportsOf([reportId])[0]];
    return found && report ? [{ line: found, report }] : [];
  });
};

/** Ticked at first; confirmed together after a look. */
export const CertainMatches = ({ data }: { data: Matches }) => {
  const pairs = pairsOf(data);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [asked, setAsked] = useState<readonly Pair[] | null>(null);
  const chosen = pairs.filter(({ line }) => !left.has(line.id));
  const toggle = (id: number) =>
    setLeft(new Set(left.has(id) ? [...left].filter((each) => each !== id) : [...left, id]));
  const toggleAll = () =>
    setLeft(chosen.length === pairs.length ? new Set(pairs.map(({ line }) => line.id)) : new Set());
  const mayConfirm = data.account.can.confirm;
  return (
    <>
      {pairs.length > 0 && (
        <>
          <MatchNotes
            all={data.counts.certain}
            hasKeys={false}
            hint={paymentsText.matches.certainHint}
            shown={pairs.length}
          />
          {mayConfirm && (
            <div className="mb-3 flex flex-wrap items-center gap-4">
              <label className="inline-flex min-h-11 items-center gap-2">
                <input
                  checked={chosen.length === pairs.length}
                  className="size-5"
                  onChange={toggleAll}
                  type="checkbox"
                />
                {text.all}
              </label>
              <Button
                aria-haspopup="dialog"
                offReason={chosen.length === 0 ? text.none : undefined}
                onClick={() => setAsked(chosen)}
                variant="primary"
              >
                {text.confirm(chosen.length)}
              </Button>
            </div>
          )}
        </>
      )}
      <DataTable
        caption={paymentsText.matches.certain}
        columns={columnsOf(mayConfirm, left, toggle)}
        empty={<EmptyState title={paymentsText.matches.empty.certain} />}
        rowKey={({ line }) => line.id}
        rows={pairs}
      />
      {asked && <ConfirmDialog accountId={data.account.id} onClose={() => setAsked(null)} pairs={asked} />}
    </>
  );
};

const columnsOf = (
  mayConfirm: boolean,
  left: ReadonlySet<number>,
  toggle: (id: number) => void,
): readonly Column<Pair>[] => [
  ...(mayConfirm
    ? [
        {
          key: 'chosen',
          header: '',
          action: true,
          cell: ({ line, report }: Pair) => (
            <input
              aria-label={text.choose(reportName(report))}
              checked={!left.has(line.id)}
              className="size-5"
              onChange={() => toggle(line.id)}
              type="checkbox"
            />
          ),
        },
      ]
    : []),
  {
    key: 'who',
    header: paymentsText.report.people,
    primary: true,
    cell: ({ report }) => <ReportPeople report={report} />,
  },
  { key: 'day', header: heads.day, together: true, cell: ({ line }) => shortDay(line.day) },
  {
    key: 'amount',
    header: heads.amount,
    align: 'end',
    together: true,
    cell: ({ line }) => paymentsText.amount(line.amount),
  },
  { key: 'digits', header: heads.digits, together: true, cell: ({ line }) => line.digits },
  {
    key: 'name',
    header: heads.name,
    cell: ({ line }) => [line.name, line.memo].filter(Boolean).join('　') || null,
  },
  {
    key: 'reported',
    header: paymentsText.report.reported,
    cell: ({ report }) => `${shortDay(report.day)}　${report.name}`,
  },
];

interface ConfirmDialogProps {
  accountId: number;
  pairs: readonly Pair[];
  onClose: () => void;
}

const ConfirmDialog = ({ accountId, pairs, onClose }: ConfirmDialogProps) => {
  const changed = useDeskChanged();
  const offerUndo = useOfferUndo();
  const [offer, setOffer] = useState<number | null>(null);
  const send = useSending({
    mutationFn: () =>
      confirmCertain(accountId, {
        pairs: pairs.map(({ line, report }) => ({ lineId: line.id, reportId: report.id })),
      }),
    onSettled: changed,
    onSuccess: ({ results }) => {
      const confirmed = results.flatMap(({ paymentId }) => paymentId ?? []);
      const left = results.length - confirmed.length;
      const done = text.done(confirmed.length, left);
      if (confirmed.length > 0) setOffer(offerUndo({ done, paymentIds: confirmed }));
      if (left === 0) onClose();
    },
  });
  if (send.data) {
    const left = send.data.results.filter(({ done }) => !done);
    return (
      <BulkOutcome
        left={left.map(({ lineId, why }) => ({ id: lineId, name: nameOf(pairs, lineId), why }))}
        offer={offer}
        onClose={onClose}
        summary={text.done(send.data.results.length - left.length, left.length)}
        title={text.result}
      />
    );
  }
  const sum = pairs.reduce((total, { line }) => total + line.amount, 0);
  return (
    <BulkQuestion
      busyLabel={text.sending}
      confirmLabel={text.submit}
      error={send.error}
      isSending={send.isPending}
      onClose={onClose}
      onConfirm={() => send.mutate()}
      question={text.question(pairs.length, paymentsText.amount(sum))}
      title={text.title}
    />
  );
};

const nameOf = (pairs: readonly Pair[], lineId: number): string => {
  const pair = pairs.find(({ line }) => line.id === lineId);
  return pair ? reportName(pair.report) : `${lineId}`;
};
