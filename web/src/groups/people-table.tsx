import type { GroupName } from '@portal/contract/groups';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { groupsText } from '../text/zh-TW/groups.ts';
import './people-table.css';

const text = groupsText.people;

/** `ordinal`: null for a manager, who is listed without one. */
export type Listed<Person> = Person & { readonly ordinal: number | null };

export const isManager = ({ ordinal }: Pick<Listed<unknown>, 'ordinal'>): boolean => ordinal === null;

interface People<Person> {
  readonly admins: readonly Person[];
  readonly members: readonly Person[];
}

const listed = <Person extends GroupName>({ admins, members }: People<Person>): Listed<Person>[] => [
  ...admins.map((person) => ({ ...person, ordinal: null })),
  ...members.map((person, index) => ({ ...person, ordinal: index + 1 })),
];

const ManagerBadge = () => (
  <Badge icon="user" tone="info">
    {text.manager}
  </Badge>
);

interface PeopleTableProps<Person> {
  people: People<Person>;
  ordinalHeader: string;
  columns?: readonly Column<Listed<Person>>[];
  /** Rem. */
  cardsBelow: number;
}

export const PeopleTable = <Person extends GroupName>({
  people,
  ordinalHeader,
  columns = [],
  cardsBelow,
}: PeopleTableProps<Person>) => (
  <div className="space-y-4">
    <DataTable
      caption={text.caption}
      cardsBelow={cardsBelow}
      className="people-table"
      columns={[
        {
          key: 'number',
          header: ordinalHeader,
          cell: ({ ordinal }) => ordinal ?? <ManagerBadge />,
        },
        { key: 'name', header: text.name, primary: true, cell: ({ name }) => name },
        ...columns,
      ]}
      empty={null}
      rowKey={({ id }) => id}
      rows={listed(people)}
    />
    {people.members.length === 0 && <EmptyState icon="users" title={text.empty} />}
  </div>
);
