import type { Class } from '@portal/contract/catalogue';
import { dateOf } from '@portal/kit/browser/format.ts';
import { AccordionItem } from '@portal/kit/ui/accordion.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { lazyComponent } from '../platform/lazy-component.tsx';
import { columns } from './class-columns.tsx';
import { StatusBadge } from './status-badge.tsx';

/** Comes when a row is pointed at or opened: who only looks through the list goes without. */
export const ClassDetails = lazyComponent(
  async () => (await import('./class-details.tsx')).ClassDetails,
  () => <SkeletonRows rows={8} />,
);

const RowHead = ({ shown }: { shown: Class }) => (
  <span className={`grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 ${columns}`}>
    <span className="max-md:row-start-2 max-md:text-ink-soft max-md:text-sm">{shown.organization}</span>
    <span className="text-ink-soft max-md:row-start-2 max-md:justify-self-end max-md:text-sm md:tabular-nums">
      {shown.code}
    </span>
    <span className="font-semibold max-md:col-span-2 max-md:row-start-1">{shown.name}</span>
    <time className="max-md:row-start-3" dateTime={shown.start_time}>
      {dateOf(shown.start_time)}
    </time>
    <span className="max-md:row-start-3 max-md:justify-self-end">
      <StatusBadge shown={shown} />
    </span>
  </span>
);

interface ClassRowProps {
  shown: Class;
  open: boolean;
  onToggle: () => void;
  /** The list's query string, to which the class's own page leads back. */
  search: string;
  id: string;
}

/** One class of the list: its head, and its details below it when open. */
export const ClassRow = ({ shown, open, onToggle, search, id }: ClassRowProps) => (
  <AccordionItem
    header={<RowHead shown={shown} />}
    headingLevel={3}
    id={id}
    onOpenChange={onToggle}
    onReach={preloadDetails}
    open={open}
  >
    {() => <ClassDetails search={search} shown={shown} />}
  </AccordionItem>
);

/** A failure shows when the row is opened. */
export const preloadDetails = (): void => void ClassDetails.preload().catch(() => undefined);
