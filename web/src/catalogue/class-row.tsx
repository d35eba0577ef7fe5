import type { Class } from '@portal/contract/catalogue';
import { dateOf, money } from '@portal/kit/browser/format.ts';
import { AccordionItem } from '@portal/kit/ui/accordion.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { lazyComponent } from '../platform/lazy-component.tsx';
import { catalogue } from '../text/zh-TW/catalogue.ts';
import { badgeText } from '../text/zh-TW/class-badges.ts';
import { classBadge, isForGroupsOnly, opensAt, seatsLeft } from './class-badge.ts';
import { columns } from './class-columns.tsx';
import { LinkWithoutScript } from './link-without-script.tsx';
import { StatusBadge } from './status-badge.tsx';

/** Loaded when a row is hovered or opened. */
const ClassDetails = lazyComponent(
  async () => (await import('./class-details.tsx')).ClassDetails,
  () => <SkeletonRows rows={8} />,
);

const RowHead = ({ shown }: { shown: Class }) => (
  <span className={`grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 ${columns}`}>
    <span className="max-md:row-start-2 max-md:text-ink-soft max-md:text-sm">{shown.organization}</span>
    <span className="text-ink-soft max-md:row-start-2 max-md:justify-self-end max-md:text-sm md:tabular">
      {shown.code}
    </span>
    <span className="font-semibold max-md:col-span-2 max-md:row-start-1">{shown.name}</span>
    <time className="max-md:row-start-3" dateTime={shown.start_time}>
      {dateOf(shown.start_time)}
    </time>
    <span className="text-sm md:hidden">
      {shown.fee === 0 ? catalogue.free : money(shown.fee)}
      {!isClosed(shown) && `・${catalogue.seatsLeft(seatsLeft(shown))}`}
    </span>
    <span className="max-md:row-start-3 max-md:justify-self-end">
      <StatusBadge shown={shown} />
      <Note shown={shown} />
    </span>
  </span>
);

/** Not even later. */
const isClosed = (shown: Class): boolean => classBadge(shown) === 'closed' && opensAt(shown) === null;

const Note = ({ shown }: { shown: Class }) => {
  const time = opensAt(shown);
  const note = time ? badgeText.opensOn(dateOf(time)) : isForGroupsOnly(shown) && badgeText.groupsOnly;
  return note && <span className="block text-ink-soft text-sm">{note}</span>;
};

interface ClassRowProps {
  shown: Class;
  open: boolean;
  onToggle: () => void;
  search: string;
  id: string;
}

export const ClassRow = ({ shown, open, onToggle, search, id }: ClassRowProps) => (
  <div>
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
    <LinkWithoutScript shown={shown} />
  </div>
);

export const preloadDetails = (): Promise<void> => ClassDetails.preload().catch(() => undefined);
