import type { QueueRow } from '@portal/contract/office/enrolment';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { useState } from 'react';
import { BulkOutcome, BulkQuestion } from '../../../lists/bulk-dialogs.tsx';
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

interface BulkActsProps {
  rows: readonly QueueRow[];
  selection: TickedRows;
}

/** Ticks registrations, and approves them or gives their seats back together. */
export const BulkActs = ({ rows, selection }: BulkActsProps) => {
  const [asked, setAsked] = useState<{ act: Act; rows: readonly QueueRow[] } | null>(null);
  const { ids } = selection;
  const ticked = rows.filter(({ id }) => ids.includes(id));
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
      {asked && <BulkDecisionDialog {...asked} onClose={() => setAsked(null)} />}
    </div>
  );
};

const BulkButtons = ({ rows, selection }: BulkActsProps) => {
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
  onClose: () => void;
}

const BulkDecisionDialog = ({ act, rows, onClose }: BulkDecisionDialogProps) => {
  const { run, text: says } = acts[act];
  const leave = useLeaveQueue();
  const send = useSending({
    mutationFn: () => run(rows),
    onSuccess: ({ results }) => leave(results.filter(({ done }) => done).map(({ id }) => id)),
  });
  if (send.data) {
    const left = send.data.results.filter(({ done }) => !done);
    return (
      <BulkOutcome
        left={left.map(({ id, why }) => ({ id, name: nameOf(rows, id), why }))}
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
