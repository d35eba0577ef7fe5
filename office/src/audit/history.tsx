import { readable } from '@portal/contract/dates';
import { actionText, type HistoryEntry } from '@portal/contract/office/audit';
import { Button } from '@portal/kit/ui/button.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Loaded } from '../platform/loaded.tsx';
import { auditText as text } from '../text/zh-TW/audit.ts';
import { ActorName } from './actor-name.tsx';
import { Changes } from './changes.tsx';
import { EventsLink } from './events-link.tsx';
import type { Thing } from './events-path.ts';

/** Entries shown before 顯示其餘. */
const FIRST_ENTRIES = 10;

interface HistoryProps {
  query: UseQueryResult<HistoryEntry[]>;
  thing: Thing;
  /** h3 within a part of a page with its own heading. */
  heading?: 'h2' | 'h3' | undefined;
}

export const History = ({ query, thing, heading: Heading = 'h2' }: HistoryProps) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-8">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <Heading id={id}>{text.history}</Heading>
        <EventsLink filter={{ thing }}>{text.inEvents}</EventsLink>
      </div>
      <div className="mt-3">
        <Loaded query={query} rows={3}>
          {(data) => <Entries entries={data} />}
        </Loaded>
      </div>
    </section>
  );
};

const Entries = ({ entries }: { entries: readonly HistoryEntry[] }) => {
  const [isWhole, setWhole] = useState(false);
  if (entries.length === 0) return <p className="text-ink-soft">{text.noHistory}</p>;
  const rest = entries.length - FIRST_ENTRIES;
  return (
    <>
      <ol className="max-w-3xl divide-y divide-line border-line border-y">
        {(isWhole ? entries : entries.slice(0, FIRST_ENTRIES)).map((entry) => (
          <HistoryItem entry={entry} key={entry.key} />
        ))}
      </ol>
      {!isWhole && rest > 0 && (
        <Button className="mt-2" onClick={() => setWhole(true)} variant="quiet">
          {text.moreHistory(rest)}
        </Button>
      )}
    </>
  );
};

const HistoryItem = ({ entry: { at, actor, action, changes } }: { entry: HistoryEntry }) => (
  <li className="grid gap-x-4 py-2 sm:grid-cols-[13em_1fr]">
    <p className="text-ink-soft text-sm tabular">
      <time dateTime={at}>{readable(at)}</time>
    </p>
    <div className="min-w-0">
      <p>
        <span className="font-semibold">
          <ActorName actor={actor} />
        </span>
        　{actionText(action)}
      </p>
      <Changes action={action} changes={changes} />
    </div>
  </li>
);
