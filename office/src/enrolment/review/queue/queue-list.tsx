import { concernTexts, type QueueRow } from '@portal/contract/office/enrolment';
import { dateOf } from '@portal/kit/browser/format.ts';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { Link } from 'react-router';
import { reviewsText } from '../../../text/zh-TW/reviews.ts';
import { type ReviewFilter, writePlace } from '../review-place.ts';
import { rowElementId } from './element-ids.ts';
import type { TickedRows } from './use-ticked-rows.ts';

const text = reviewsText.queue;

interface QueueListProps {
  rows: readonly QueueRow[];
  filter: ReviewFilter;
  shownId: number | null;
  /** Null without the right to decide. */
  selection: TickedRows | null;
}

export const QueueList = ({ rows, filter, shownId, selection }: QueueListProps) => (
  <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
    {rows.map((row) => (
      <li
        className={`flex items-start gap-1 ${row.id === shownId ? 'border-s-4 border-s-sea-700 bg-sea-50' : 'ps-1'}`}
        key={row.id}
      >
        {selection && (
          <SelectBox
            isSelected={selection.ids.includes(row.id)}
            onToggle={() => selection.toggle(row.id)}
            row={row}
          />
        )}
        <RowLink filter={filter} isShown={row.id === shownId} row={row} startsRow={!selection} />
      </li>
    ))}
  </ul>
);

interface SelectBoxProps {
  row: QueueRow;
  isSelected: boolean;
  onToggle: () => void;
}

const SelectBox = ({ row, isSelected, onToggle }: SelectBoxProps) => (
  <label className="flex min-h-11 min-w-11 items-center justify-center">
    <span className="sr-only">{text.select(row.person.name, row.class.code)}</span>
    <input checked={isSelected} className="size-5 accent-sea-700" onChange={onToggle} type="checkbox" />
  </label>
);

interface RowLinkProps {
  row: QueueRow;
  filter: ReviewFilter;
  isShown: boolean;
  /** No box stands before it. */
  startsRow: boolean;
}

const RowLink = ({ row, filter, isShown, startsRow }: RowLinkProps) => {
  const { id, person, class: trainingClass, group, createdAt, concerns, sameNetwork } = row;
  return (
    <Link
      aria-current={isShown || undefined}
      className={`block min-w-0 flex-1 py-2 pe-3 text-ink no-underline hover:bg-sea-50 focus-visible:-outline-offset-3 ${startsRow ? 'ps-2' : ''}`}
      id={rowElementId(id)}
      to={writePlace({ filter, id })}
    >
      <span className="flex items-baseline justify-between gap-2">
        <span className="min-w-0 truncate font-semibold">{person.name}</span>
        <span className="shrink-0 text-ink-soft text-sm tabular">{dateOf(createdAt)}</span>
      </span>
      <span className="block truncate text-sm">
        {trainingClass.course}　{trainingClass.code}
      </span>
      {group && <span className="block truncate text-ink-soft text-sm">{group.name}</span>}
      {sameNetwork > 0 && (
        <span className="block text-ink-soft text-sm">{text.sameNetwork(sameNetwork)}</span>
      )}
      {concerns.length > 0 && (
        <span className="flex items-start gap-1 text-sm text-warn-700">
          <Icon className="mt-1 size-4" name="warning" />
          <span className="min-w-0">{concerns.map((concern) => concernTexts[concern]).join('、')}</span>
        </span>
      )}
    </Link>
  );
};
