import type { QueueRow } from '@portal/contract/office/enrolment';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BulkOutcome, BulkQuestion } from '../../../lists/bulk-dialogs.tsx';
import type { BulkResult } from '../../../lists/list.ts';
import { reviewsText } from '../../../text/zh-TW/reviews.ts';
import { approveRegistrations } from '../../api/approve-registrations.ts';
import { useLeaveQueue } from '../../api/get-review-queue.ts';
import { giveBackUnconfirmed } from '../../api/give-back-unconfirmed.ts';
import type { TickedRows } from './use-ticked-rows.ts';

const text = reviewsText.bulk;

const acts = {
  approve: { run: approveRegistrations, text },
  giveBack: { run: giveBackUnconfirmed, text: reviewsText.giveBack },
} as const;
type Act = keyof typeof acts;

const isUnconfirmed = ({ concerns }: QueueRow): boolean => concerns.includes('unconfirmed');

/** Returns the offer to undo the approvals; null if there were none. */
export type OnApproved = (results: readonly BulkResult[], nameOf: (id: number) => string) => number | null;

interface BulkButtonsProps {
  rows: readonly QueueRow[];
  selection: TickedRows;
}

interface BulkActsProps extends BulkButtonsProps {
  onApproved: OnApproved;
}

/** Ticks registrations, and approves them or gives their seats back together. */
export const BulkActs = ({ rows, selection, onApproved }: BulkActsProps) => {
  const [asked, setAsked] = useState<{ act: Act; rows: readonly QueueRow[] } | null>(null);
  const { ids } = selection;
  const ticked = rows.filter(({ id }) => ids.includes(id));
  const close = () => setAsked(null);
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-2">
      {ids.length === 0 ? (
        <BulkButtons rows={rows} selection={selection} />
      ) : (
        <>
          <Button aria-haspopup="dialog" onClick={() => setAsked({ act: 'approve', rows: ticked })}>
            {`${text.approve}（${ids.length}）`}
          </Button>
          {ticked.some(isUnconfirmed) && (
            <Button aria-haspopup="dialog" onClick={() => setAsked({ act: 'giveBack', rows: ticked })}>
              {`${reviewsText.giveBack.open}（${ids.length}）`}
            </Button>
          )}
          <Button onClick={selection.clear} variant="quiet">
            {text.clear}
          </Button>
        </>
      )}
      <p className="sr-only" role="status">
        {ids.length > 0 && text.selected(ids.length)}
      </p>
      {asked && (
        <BulkDecisionDialog {...asked} onApproved={onApproved} onClose={close} selection={selection} />
      )}
    </div>
  );
};

const BulkButtons = ({ rows, selection }: BulkButtonsProps) => {
  const plain = rows.filter(({ concerns }) => concerns.length === 0);
  const unconfirmed = rows.filter(isUnconfirmed);
  const choose = (chosen: readonly QueueRow[]) => selection.choose(chosen.map(({ id }) => id));
  return (
    <>
      {plain.length > 0 && (
        <Button className="-ms-3" onClick={() => choose(plain)} variant="quiet">
          {text.selectAll}
        </Button>
      )}
      {unconfirmed.length > 0 && (
        <Button className="-ms-3" onClick={() => choose(unconfirmed)} variant="quiet">
          {reviewsText.giveBack.selectAll}
        </Button>
      )}
    </>
  );
};

interface BulkDecisionDialogProps {
  act: Act;
  rows: readonly QueueRow[];
  selection: TickedRows;
  onApproved: OnApproved;
  onClose: () => void;
}

const BulkDecisionDialog = ({ act, rows, selection, onApproved, onClose }: BulkDecisionDialogProps) => {
  const { run, text: says } = acts[act];
  const [offer, setOffer] = useState<number | null>(null);
  const queries = useQueryClient();
  const leave = useLeaveQueue();
  const settle = (results: readonly BulkResult[]) => {
    // Those that come back by an undo are not ticked.
    selection.choose(results.filter(({ done }) => !done).map(({ id }) => id));
    if (act === 'giveBack') return leave(results.filter(({ done }) => done).map(({ id }) => id));
    setOffer(onApproved(results, (id) => nameOf(rows, id)));
    // The page says that all were approved, and offers to undo it.
    if (results.every(({ done }) => done)) onClose();
  };
  const send = useSending({
    mutationFn: (): Promise<{ results: readonly BulkResult[] }> => run(rows),
    // Pages of the registrations, histories and counts show what was changed, too.
    onSettled: () => queries.invalidateQueries(),
    onSuccess: ({ results }) => settle(results),
  });
  if (send.data) {
    const left = send.data.results.filter(({ done }) => !done);
    return (
      <BulkOutcome
        left={left.map(({ id, why }) => ({ id, name: nameOf(rows, id), why }))}
        offer={offer}
        onClose={onClose}
        summary={says.done(send.data.results.length - left.length, left.length)}
        title={says.resultTitle}
      />
    );
  }
  return (
    <BulkQuestion
      busyLabel={text.sending}
      confirmLabel={says.confirm}
      error={send.error}
      isSending={send.isPending}
      onClose={onClose}
      onConfirm={() => send.mutate()}
      question={says.really(rows.length)}
      title={says.title}
    />
  );
};

const nameOf = (rows: readonly QueueRow[], id: number): string => {
  const row = rows.find((candidate) => candidate.id === id);
  return row ? `${row.person.name}（${row.class.code}）` : `${id}`;
};
