import { approveRegistrations, type QueueRow } from '@portal/contract/office/reviews';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { useState } from 'react';
import { BulkOutcome, BulkQuestion } from '../../lists/bulk-dialogs.tsx';
import { call } from '../../platform/call.ts';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { useLeaveQueue } from '../api/review-queue.ts';
import type { TickedRows } from './use-ticked-rows.ts';

const text = reviewsText.bulk;

interface BulkApproveProps {
  rows: readonly QueueRow[];
  selection: TickedRows;
}

/** Ticks registrations without concerns and approves them together. */
export const BulkApprove = ({ rows, selection }: BulkApproveProps) => {
  const [asked, setAsked] = useState<readonly QueueRow[] | null>(null);
  const { ids } = selection;
  const plain = rows.filter(({ concerns }) => concerns.length === 0).map(({ id }) => id);
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-2">
      {ids.length === 0 ? (
        plain.length > 0 && (
          <Button className="-ms-3" onClick={() => selection.choose(plain)} variant="quiet">
            {text.selectAll}
          </Button>
        )
      ) : (
        <>
          <Button aria-haspopup="dialog" onClick={() => setAsked(rows.filter(({ id }) => ids.includes(id)))}>
            {`${text.approve}（${ids.length}）`}
          </Button>
          <Button onClick={selection.clear} variant="quiet">
            {text.clear}
          </Button>
        </>
      )}
      <p className="sr-only" role="status">
        {ids.length > 0 && text.selected(ids.length)}
      </p>
      {asked && <BulkDialog onClose={() => setAsked(null)} rows={asked} />}
    </div>
  );
};

const BulkDialog = ({ rows, onClose }: { rows: readonly QueueRow[]; onClose: () => void }) => {
  const leave = useLeaveQueue();
  const send = useSending({
    mutationFn: () => call(approveRegistrations, { body: { ids: rows.map(({ id }) => id) } }),
    onSuccess: ({ results }) => leave(results.filter(({ done }) => done).map(({ id }) => id)),
  });
  if (send.data) {
    const left = send.data.results.filter(({ done }) => !done);
    return (
      <BulkOutcome
        left={left.map(({ id, why }) => ({ id, name: nameOf(rows, id), why }))}
        onClose={onClose}
        summary={text.done(send.data.results.length - left.length, left.length)}
        title={text.resultTitle}
      />
    );
  }
  return (
    <BulkQuestion
      busyLabel={text.sending}
      confirmLabel={text.confirm}
      error={send.error}
      isSending={send.isPending}
      onClose={onClose}
      onConfirm={() => send.mutate()}
      question={text.really(rows.length)}
      title={text.title}
    />
  );
};

const nameOf = (rows: readonly QueueRow[], id: number): string => {
  const row = rows.find((candidate) => candidate.id === id);
  return row ? `${row.person.name}（${row.class.code}）` : `${id}`;
};
