import type { RosterEntry } from '@portal/contract/groups';
import type { Situation } from '@portal/contract/situation';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { useId } from 'react';
import { groupsText } from '../text/zh-TW/groups.ts';
import './roster-table.css';
import { type Choice, changeOf, isTicked } from './choice.ts';

const text = groupsText.roster;

const because = (reason: string | null) =>
  reason && <span className="block text-ink-soft text-sm">{reason}</span>;

interface Registered {
  entry: RosterEntry;
  situation: Situation;
}

/** A row without column headings says what is under review. */
const Reviewing = ({ of }: { of: string }) => (
  <Badge tone="info">
    <span>
      <span className="roster-of">{of}</span>
      {text.reviewing}
    </span>
  </Badge>
);

const Eligibility = ({ entry: { reason, locked }, situation }: Registered) => {
  if (situation === 'pending') return <Reviewing of={text.eligibleShort} />;
  if (situation !== 'rejected') return <Badge tone="ok">{text.qualified}</Badge>;
  return (
    <>
      <Badge tone="danger">{text.unqualified}</Badge>
      {!locked && because(reason)}
    </>
  );
};

/** Shows nothing before the approval, because nothing is owed yet. */
const Payment = ({ entry: { reason, locked }, situation }: Registered) => {
  if (situation === 'pending' || situation === 'rejected') return null;
  if (situation === 'reported') return <Reviewing of={text.paid} />;
  if (situation === 'confirmed') return <Badge tone="ok">{text.paidAlready}</Badge>;
  return (
    <>
      <Badge tone="warn">{text.unpaid}</Badge>
      {!locked && because(reason)}
    </>
  );
};

const marks = {
  toEnrol: { tone: 'info', icon: 'check' },
  toCancel: { tone: 'warn', icon: 'minus' },
} as const;

interface TickBoxProps {
  entry: RosterEntry;
  choice: Choice;
  onTick: (entry: RosterEntry, state: boolean) => void;
}

const TickBox = ({ entry, choice, onTick }: TickBoxProps) => {
  const reasonId = useId();
  const { name, locked, reason, state, same_hours } = entry;
  const change = changeOf(entry, choice);
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <label className="roster-tick -my-2 -ms-3 inline-flex min-h-11 min-w-11 items-center justify-center">
        <input
          aria-describedby={(locked ? reason : same_hours && !state) ? reasonId : undefined}
          checked={isTicked(entry, choice)}
          className="size-5 scroll-mb-40 scroll-mt-24 accent-sea-700"
          disabled={locked}
          onChange={({ currentTarget }) => onTick(entry, currentTarget.checked)}
          type="checkbox"
        />
        <span className="sr-only">{text.tickOf(name)}</span>
      </label>
      {change && (
        <span className="roster-change">
          <Badge {...marks[change]}>{text[change]}</Badge>
        </span>
      )}
      {same_hours && !state && !locked && (
        <span className="roster-note text-sm text-warn-700" id={reasonId}>
          {text.sameHours}
        </span>
      )}
      {locked && (
        <span className="roster-note text-ink-soft text-sm" id={reasonId}>
          {reason}
        </span>
      )}
    </div>
  );
};

const columns = ({ choice, onTick }: Omit<TickBoxProps, 'entry'>): Column<RosterEntry>[] => [
  { key: 'name', header: text.name, primary: true, cell: ({ name }) => name },
  { key: 'id', header: text.idNumber, together: true, cell: ({ id_number }) => id_number },
  { key: 'passport', header: text.passportNo, together: true, cell: ({ passport_no }) => passport_no },
  {
    key: 'tick',
    header: text.tick,
    cell: (entry) => <TickBox choice={choice} entry={entry} onTick={onTick} />,
  },
  {
    key: 'eligible',
    header: text.eligible,
    cell: (entry) => entry.situation && <Eligibility entry={entry} situation={entry.situation} />,
  },
  {
    key: 'paid',
    header: text.paid,
    cell: (entry) => entry.situation && <Payment entry={entry} situation={entry.situation} />,
  },
];

interface RosterTableProps extends Omit<TickBoxProps, 'entry'> {
  title: string;
  entries: readonly RosterEntry[];
}

export const RosterTable = ({ title, entries, ...ticking }: RosterTableProps) => (
  <section>
    <h3 className={`mb-2 ${entries.length > 0 ? 'print:hidden' : ''}`}>{title}</h3>
    <DataTable
      caption={title}
      cardsBelow={44}
      className="roster"
      columns={columns(ticking)}
      empty={<p className="text-ink-soft">{text.nobody}</p>}
      rowKey={({ id }) => id}
      rows={entries}
    />
  </section>
);
