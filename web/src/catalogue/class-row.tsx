import type { Class } from '@portal/contract/catalogue';
import { money } from '@portal/kit/browser/format.ts';
import { AccordionItem } from '@portal/kit/ui/accordion.tsx';
import { lazyComponent } from '@portal/kit/ui/lazy-component.tsx';
import { Moment } from '@portal/kit/ui/minguo-day.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { catalogue } from '../text/zh-TW/catalogue.ts';
import { seatsLeft, shownBadge } from './class-badge.ts';
import { columns } from './class-columns.tsx';
import { LinkWithoutScript } from './link-without-script.tsx';
import { placeName } from './place-name.ts';
import { StatusBadge } from './status-badge.tsx';

/** Loaded when a row is hovered or opened. */
const ClassDetails = lazyComponent(
  async () => (await import('./class-details.tsx')).ClassDetails,
  () => <SkeletonRows rows={8} />,
);

const RowHead = ({ shown }: { shown: Class }) => (
  <span className={`grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 ${columns}`}>
    <span className="text-ink-soft max-lg:row-start-2 max-lg:text-sm">{shown.organization}</span>
    <span className="tabular text-ink-soft max-lg:row-start-2 max-lg:justify-self-end max-lg:text-sm">
      {shown.code}
    </span>
    <span className="font-semibold max-lg:col-span-2 max-lg:row-start-1">
      {shown.name}
      <span className="block font-normal text-ink-soft text-sm max-lg:hidden">{placeName(shown.place)}</span>
    </span>
    <span className="max-lg:col-span-2 max-lg:row-start-3">
      <Moment time={shown.start_time} />
    </span>
    <span className="max-lg:text-sm">
      {shown.fee === 0 ? catalogue.free : money(shown.fee)}
      {hasSeats(shown) && (
        <>
          <span className="lg:hidden">・</span>
          <span className="inline-block text-sm">{catalogue.seatsLeft(seatsLeft(shown))}</span>
        </>
      )}
    </span>
    <span className="max-lg:justify-self-end max-[24rem]:col-span-2">
      <StatusBadge shown={shown} />
    </span>
  </span>
);

/** Whether seats are free for enrolment now or later. */
const hasSeats = (shown: Class): boolean => seatsLeft(shown) > 0 && shownBadge(shown) !== 'closed';

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
