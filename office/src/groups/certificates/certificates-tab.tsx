import { readable } from '@portal/contract/dates';
import {
  type GroupCertificates,
  type Held,
  heldStateNames,
  type NeededKind,
  type PersonCertificates,
} from '@portal/contract/group-certificates';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { PersonName } from '../../people/person-name.tsx';
import { Loaded } from '../../platform/loaded.tsx';
import { groupsText } from '../../text/zh-TW/groups.ts';
import { groupCertificatesQuery } from '../api/get-group-certificates.ts';
import { useShownGroup } from '../use-shown-group.ts';
import { NeedsDialog } from './needs-dialog.tsx';

const text = groupsText.certificates;

export const CertificatesTab = () => {
  const { id, can } = useShownGroup();
  return (
    <Loaded query={useQuery(groupCertificatesQuery(id))} rows={6}>
      {(shown) => (
        <>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
            <h2>{text.title}</h2>
            {can.manage && (
              <DialogButton
                dialog={(close) => <NeedsDialog groupId={id} onClose={close} shown={shown} />}
                label={text.needs.open}
              />
            )}
          </div>
          <p className="mb-4 text-ink-soft">{text.lead}</p>
          {shown.kinds.length === 0 ? (
            <EmptyState icon="clipboard" title={text.none} />
          ) : (
            <NeededCertificates shown={shown} />
          )}
        </>
      )}
    </Loaded>
  );
};

const kindColumns: readonly Column<NeededKind>[] = [
  { key: 'name', header: text.kind, primary: true, cell: ({ name }) => name },
  { key: 'count', header: text.count, cell: ({ count }) => count, align: 'end' },
  { key: 'valid', header: text.valid, cell: ({ valid }) => valid, align: 'end' },
  { key: 'ending', header: text.ending, cell: ({ ending }) => ending, align: 'end' },
  { key: 'under_way', header: text.underWay, cell: (kind) => kind.under_way, align: 'end' },
  {
    key: 'short',
    header: text.short,
    cell: ({ short }) =>
      short > 0 ? <span className="font-bold text-danger-700">{short}</span> : text.enough,
    align: 'end',
  },
];

const NeededCertificates = ({ shown: { kinds, people } }: { shown: GroupCertificates }) => (
  <div className="space-y-8">
    <DataTable
      caption={text.needsCaption}
      columns={kindColumns}
      empty={null}
      rowKey={({ id }) => id}
      rows={kinds}
    />
    <section>
      <h3 className="mb-2">{text.people}</h3>
      <DataTable
        caption={text.peopleCaption}
        cardsBelow={24 + 10 * kinds.length}
        columns={columnsOf(kinds)}
        empty={<EmptyState icon="users" title={groupsText.people.noMembers} />}
        rowKey={({ id }) => id}
        rows={people}
      />
    </section>
  </div>
);

const columnsOf = (kinds: readonly NeededKind[]): Column<PersonCertificates>[] => [
  {
    key: 'name',
    header: groupsText.people.name,
    primary: true,
    cell: ({ id, name, manager }) => <PersonName id={id} name={manager ? text.manager(name) : name} />,
  },
  ...kinds.map(({ id, name }, at) => ({
    key: `kind-${id}`,
    header: name,
    cell: ({ held }: PersonCertificates) => {
      const each = held[at];
      return each ? <HeldCell held={each} /> : null;
    },
  })),
];

const HeldCell = ({ held: { state, until, enrolled_from: enrolledFrom, ...held } }: { held: Held }) => (
  <>
    <span className={held.due ? 'font-semibold text-danger-700' : ''}>{heldStateNames[state]}</span>
    {until && <span className="block text-ink-soft text-sm">{text.until(readable(until))}</span>}
    {enrolledFrom && (
      <span className="block text-ink-soft text-sm">{text.enrolled(readable(enrolledFrom))}</span>
    )}
    {held.renewal_asked && <span className="block text-ink-soft text-sm">{text.renewalAsked}</span>}
  </>
);
