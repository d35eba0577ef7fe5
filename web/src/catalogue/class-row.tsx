import type { Class } from '@portal/contract/catalogue';
import { dateOf } from '@portal/kit/browser/format.ts';
import { AccordionItem } from '@portal/kit/ui/accordion.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { Link } from 'react-router';
import { paths } from '../platform/paths.ts';
import { catalogue } from '../text/zh-TW/catalogue.ts';
import { ClassBody } from './class-body.tsx';
import { columns } from './class-columns.tsx';
import { ClassFacts } from './class-facts.tsx';
import { EnrolLinks } from './enrol-links.tsx';
import { StatusBadge } from './status-badge.tsx';

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

/** One class of the list: its head, and below it, when open, all that one needs to decide. */
export const ClassRow = ({ shown, open, onToggle, search, id }: ClassRowProps) => (
  <AccordionItem
    header={<RowHead shown={shown} />}
    headingLevel={3}
    id={id}
    onOpenChange={onToggle}
    open={open}
  >
    {() => (
      <ClassBody level={4} shown={shown}>
        <ClassFacts shown={shown} />
        <EnrolLinks shown={shown} />
        <Link
          aria-label={catalogue.about(catalogue.detail, shown.name, shown.code)}
          className="inline-flex min-h-11 items-center gap-1 text-sea-800 underline hover:no-underline print:hidden"
          state={{ list: search }}
          to={paths.classDetail.to({ code: shown.code })}
        >
          {catalogue.detail}
          <Icon className="size-4" name="chevron-right" />
        </Link>
      </ClassBody>
    )}
  </AccordionItem>
);
