import type { AnswerOf } from '@portal/contract/endpoint';
import { approveRegistrations, type QueueRow } from '@portal/contract/office/reviews';
import { failureText } from '@portal/kit/browser/failure-text.ts';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useState } from 'react';
import { call } from '../../platform/call.ts';
import { reviewsText } from '../../text/zh-TW/reviews.ts';
import { useLeaveQueue } from '../api/review-queue.ts';
import type { TickedRows } from './use-ticked-rows.ts';

const text = reviewsText.bulk;

interface BulkApproveProps {
  rows: readonly QueueRow[];
  selection: TickedRows;
}

/** Ticks what nothing speaks against, and approves the ticked ones at once. */
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

type Results = AnswerOf<typeof approveRegistrations>['results'];

const BulkDialog = ({ rows, onClose }: { rows: readonly QueueRow[]; onClose: () => void }) => {
  const leave = useLeaveQueue();
  const send = useSending({
    mutationFn: () => call(approveRegistrations, { body: { ids: rows.map(({ id }) => id) } }),
    onSuccess: ({ results }) => leave(results.filter(({ done }) => done).map(({ id }) => id)),
  });
  if (send.data) return <ResultDialog onClose={onClose} results={send.data.results} rows={rows} />;
  return (
    <Dialog
      actions={
        <>
          <Button onClick={onClose} variant="quiet" waits={send.isPending}>
            {text.cancel}
          </Button>
          <Button
            busy={send.isPending}
            busyLabel={text.sending}
            data-autofocus
            onClick={() => send.mutate()}
            variant="primary"
          >
            {text.confirm}
          </Button>
        </>
      }
      busy={send.isPending}
      onClose={onClose}
      open
      title={text.title}
    >
      <p>{text.really(rows.length)}</p>
      {send.error && (
        <div className="mt-4">
          <Notice live tone="danger">
            {failureText(send.error)}
          </Notice>
        </div>
      )}
    </Dialog>
  );
};

interface ResultDialogProps {
  rows: readonly QueueRow[];
  results: Results;
  onClose: () => void;
}

/** What came of each. */
const ResultDialog = ({ rows, results, onClose }: ResultDialogProps) => {
  const left = results.filter(({ done }) => !done);
  return (
    <Dialog
      actions={
        <Button data-autofocus onClick={onClose} variant="primary">
          {text.close}
        </Button>
      }
      closeButton={false}
      onClose={onClose}
      open
      title={text.resultTitle}
    >
      <p role="status">{text.done(results.length - left.length, left.length)}</p>
      <ul className="mt-3 divide-y divide-line">
        {left.map(({ id, why }) => (
          <li className="py-2" key={id}>
            <span className="font-semibold">{nameOf(rows, id)}</span>
            <span className="block text-warn-700">{why}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};

const nameOf = (rows: readonly QueueRow[], id: number): string => {
  const row = rows.find((candidate) => candidate.id === id);
  return row ? `${row.person.name}（${row.class.code}）` : `${id}`;
};
