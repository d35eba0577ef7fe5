import type { QueueRow } from '@portal/contract/office/enrolment';
import { Button } from '@portal/kit/ui/button.tsx';
import { lazyComponent } from '@portal/kit/ui/lazy-component.tsx';
import { useEffect, useState } from 'react';
import type { BulkResult } from '../../../lists/list.ts';
import { reviewsText } from '../../../text/zh-TW/reviews.ts';
import type { BulkAct } from './bulk-decision-dialog.tsx';
import type { TickedRows } from './use-ticked-rows.ts';

const text = reviewsText.bulk;

const BulkDecisionDialog = lazyComponent(
  async () => (await import('./bulk-decision-dialog.tsx')).BulkDecisionDialog,
  () => null,
);

/** Fetches the code of the dialog when the first row is ticked. */
const useDialogAhead = (isTicked: boolean): void => {
  useEffect(() => {
    if (isTicked) BulkDecisionDialog.preload().catch(() => undefined);
  }, [isTicked]);
};

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
  const [asked, setAsked] = useState<{ act: BulkAct; rows: readonly QueueRow[] } | null>(null);
  const { ids } = selection;
  const ticked = rows.filter(({ id }) => ids.includes(id));
  useDialogAhead(ids.length > 0);
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
