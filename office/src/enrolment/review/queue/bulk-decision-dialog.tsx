import type { QueueRow } from '@portal/contract/office/enrolment';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BulkOutcome, BulkQuestion } from '../../../lists/bulk-dialogs.tsx';
import type { BulkResult } from '../../../lists/list.ts';
import { reviewsText } from '../../../text/zh-TW/reviews.ts';
import { approveRegistrations } from '../../api/approve-registrations.ts';
import { useLeaveQueue } from '../../api/get-review-queue.ts';
import { giveBackUnconfirmed } from '../../api/give-back-unconfirmed.ts';
import type { OnApproved } from './bulk-acts.tsx';
import type { TickedRows } from './use-ticked-rows.ts';

const text = reviewsText.bulk;

const acts = {
  approve: { run: approveRegistrations, text },
  giveBack: { run: giveBackUnconfirmed, text: reviewsText.giveBack },
} as const;
export type BulkAct = keyof typeof acts;

interface BulkDecisionDialogProps {
  act: BulkAct;
  rows: readonly QueueRow[];
  selection: TickedRows;
  onApproved: OnApproved;
  onClose: () => void;
}

export const BulkDecisionDialog = ({
  act,
  rows,
  selection,
  onApproved,
  onClose,
}: BulkDecisionDialogProps) => {
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
