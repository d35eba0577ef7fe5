import type { GroupCertificates, PersonCertificates } from '@portal/contract/group-certificates';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { Button } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable, withoutPrintedCaption } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { useId, useState } from 'react';
import { groupCertificatesText as text } from '../../text/zh-TW/group-certificates.ts';
import { duePeople, filterPeople } from './chosen-people.ts';
import { HeldCell } from './held-cell.tsx';

/** A list of more people gets a search. */
const SEARCH_ABOVE = 8;
/** People who are shown at once. */
const PAGE_ROWS = 100;
/** Rem. A wide matrix scrolls sideways within its box; a phone gets cards. */
const CARDS_BELOW = 36;

const columnsOf = ({ kinds }: GroupCertificates): Column<PersonCertificates>[] => [
  {
    key: 'name',
    header: text.name,
    primary: true,
    cell: ({ name, manager }) => (
      <>
        {name}{' '}
        {manager && (
          <Badge icon="user" tone="info">
            {text.manager}
          </Badge>
        )}
      </>
    ),
  },
  ...kinds.map(
    ({ id, name }, at): Column<PersonCertificates> => ({
      key: `kind-${id}`,
      header: name,
      cell: ({ held }) => held.slice(at, at + 1).map((each) => <HeldCell held={each} key={id} />),
    }),
  ),
];

/** People and the kinds that the group needs. */
export const Matrix = ({ shown }: { shown: GroupCertificates }) => {
  const [search, setSearch] = useState('');
  const [onlyDue, setOnlyDue] = useState(false);
  const [most, setMost] = useState(PAGE_ROWS);
  const chosen = filterPeople(shown.people, { search, onlyDue });
  const rest = chosen.length - most;
  const due = duePeople(shown.people).length;
  return (
    <section className="space-y-3">
      <h2>{text.matrix}</h2>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2 print:hidden">
        {shown.people.length > SEARCH_ABOVE && (
          <TextField
            autoComplete="off"
            className="min-w-0 max-sm:w-full sm:w-72"
            label={text.search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            type="search"
            value={search}
          />
        )}
        <OnlyDue count={due} isOn={onlyDue} onChange={setOnlyDue} />
        <p className="py-2 text-ink-soft text-sm" role="status">
          {(search.trim() !== '' || onlyDue) && text.found(chosen.length)}
        </p>
      </div>
      <section aria-label={text.matrix} className="certificate-matrix" {...{ tabIndex: 0 }}>
        <DataTable
          caption={text.matrix}
          className={withoutPrintedCaption}
          cardsBelow={CARDS_BELOW}
          columns={columnsOf(shown)}
          empty={<EmptyState icon="users" title={onlyDue ? text.nobodyDue : text.nobody} />}
          rowKey={({ id }) => id}
          rows={chosen.slice(0, most)}
        />
      </section>
      {rest > 0 && (
        <Button onClick={() => setMost(most + PAGE_ROWS)}>{text.more(Math.min(rest, PAGE_ROWS))}</Button>
      )}
    </section>
  );
};

interface OnlyDueProps {
  count: number;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

const OnlyDue = ({ count, isOn, onChange }: OnlyDueProps) => {
  const hintId = useId();
  return (
    <div>
      <label className="inline-flex min-h-11 items-center gap-2 font-semibold">
        <input
          aria-describedby={hintId}
          checked={isOn}
          className="size-5 accent-sea-700"
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          type="checkbox"
        />
        {text.onlyDue(count)}
      </label>
      <p className="text-ink-soft text-sm" id={hintId}>
        {text.onlyDueHint}
      </p>
    </div>
  );
};
