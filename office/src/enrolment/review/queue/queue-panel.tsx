import { today } from '@portal/contract/dates';
import { Button } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { Loaded } from '../../../platform/loaded.tsx';
import { reviewsText } from '../../../text/zh-TW/reviews.ts';
import type { ReviewFilter } from '../review-place.ts';
import { BulkActs, type OnApproved } from './bulk-acts.tsx';
import { QUEUE_HEADING } from './element-ids.ts';
import { QueueFilter } from './queue-filter.tsx';
import { QueueList } from './queue-list.tsx';
import type { useQueue } from './use-queue.ts';
import { useTickedRows } from './use-ticked-rows.ts';

const text = reviewsText.queue;

type Queue = ReturnType<typeof useQueue>;

interface QueuePanelProps {
  queue: Queue;
  filter: ReviewFilter;
  onFilter: (filter: ReviewFilter) => void;
  shownId: number | null;
  mayDecide: boolean;
  hasDecided: boolean;
  /** Returns the id of the offer to undo it. */
  onApproved: OnApproved;
}

export const QueuePanel = (props: QueuePanelProps) => {
  const { queue, filter, onFilter, shownId, mayDecide, hasDecided, onApproved } = props;
  const selection = useTickedRows(queue.rows.map(({ id }) => id));
  return (
    <section aria-labelledby={QUEUE_HEADING}>
      <QueueHead rows={queue.rows} total={queue.total} />
      <QueueFilter filter={filter} onChange={onFilter} />
      {mayDecide && <BulkActs onApproved={onApproved} rows={queue.rows} selection={selection} />}
      <Loaded query={queue} rowClassName="h-16">
        {() =>
          queue.rows.length === 0 ? (
            <EmptyQueue filter={filter} hasDecided={hasDecided} onFilter={onFilter} />
          ) : (
            <QueueList
              filter={filter}
              rows={queue.rows}
              selection={mayDecide ? selection : null}
              shownId={shownId}
            />
          )
        }
      </Loaded>
      {queue.hasNextPage && (
        <Button busy={queue.isFetchingNextPage} className="mt-3 w-full" onClick={() => queue.fetchNextPage()}>
          {text.more}
        </Button>
      )}
    </section>
  );
};

const DAY = 86_400_000;

const daysSince = (time: string): number =>
  (Date.parse(today(new Date())) - Date.parse(time.slice(0, 10))) / DAY;

const QueueHead = ({ total, rows: [oldest] }: Pick<Queue, 'total' | 'rows'>) => (
  <div className="flex flex-wrap items-baseline gap-x-3">
    <h2 id={QUEUE_HEADING} tabIndex={-1}>
      {text.title}
    </h2>
    {total && (
      <p className="text-ink-soft text-sm">
        {text.count(total.count, total.isMore)}
        {oldest && `，${text.oldest(daysSince(oldest.createdAt))}`}
      </p>
    )}
  </div>
);

const EmptyQueue = ({
  filter,
  onFilter,
  hasDecided,
}: Pick<QueuePanelProps, 'filter' | 'onFilter' | 'hasDecided'>) => {
  if (Object.keys(filter).length > 0)
    return (
      <EmptyState
        action={<Button onClick={() => onFilter({})}>{text.clear}</Button>}
        title={text.emptyFiltered}
      />
    );
  return hasDecided ? (
    <EmptyState icon="check-circle" title={text.finished}>
      {text.finishedHint}
    </EmptyState>
  ) : (
    <EmptyState title={text.empty}>{text.emptyHint}</EmptyState>
  );
};
