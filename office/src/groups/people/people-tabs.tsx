import { readable } from '@portal/contract/dates';
import type { GroupRole, OfficeGroup, OfficeGroupPerson } from '@portal/contract/office/groups';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { type Column, DataTable } from '@portal/kit/ui/data-table.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { PersonName } from '../../people/person-name.tsx';
import { Loaded } from '../../platform/loaded.tsx';
import { paths } from '../../platform/paths.ts';
import { useMay } from '../../platform/session.ts';
import { groupsText } from '../../text/zh-TW/groups.ts';
import { groupPeopleQuery } from '../api/get-group-people.ts';
import { useShownGroup } from '../use-shown-group.ts';
import { AddDialog } from './add-dialog.tsx';
import { PersonActs } from './person-acts.tsx';

const text = groupsText.people;

export const MembersTab = () => <People as="member" />;

export const ManagersTab = () => <People as="manager" />;

const importPath = (id: number) => `${paths.newImport.to()}?group=${id}`;

const texts = {
  member: { caption: text.membersCaption, empty: text.noMembers, add: text.addMember },
  manager: { caption: text.managersCaption, empty: text.noManagers, add: text.addManager },
} as const;

const People = ({ as: role }: { as: GroupRole }) => {
  const group = useShownGroup();
  return (
    <Loaded query={useQuery(groupPeopleQuery(group.id))} rows={6}>
      {(people) => (
        <PeopleOf group={group} as={role} people={people.filter((person) => person.role === role)} />
      )}
    </Loaded>
  );
};

interface PeopleOfProps {
  group: OfficeGroup;
  as: GroupRole;
  people: readonly OfficeGroupPerson[];
}

const PeopleOf = ({ group, as: role, people }: PeopleOfProps) => {
  const { caption, empty, add } = texts[role];
  const mayImport = useMay('import.members') && group.can.manage;
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2>
          {groupsText.tab[role === 'member' ? 'members' : 'managers']}
          <span className="ms-2 font-normal text-base text-ink-soft">{text.count(people.length)}</span>
        </h2>
        <div className="flex flex-wrap gap-2">
          {mayImport && role === 'member' && (
            <ButtonLink to={importPath(group.id)}>{text.importMembers}</ButtonLink>
          )}
          {group.can.manage && (
            <DialogButton
              dialog={(close) => <AddDialog as={role} group={group} onClose={close} />}
              label={add}
              variant="primary"
            />
          )}
        </div>
      </div>
      <DataTable
        caption={caption}
        columns={columnsOf(group)}
        empty={<EmptyState icon="users" title={empty} />}
        rowKey={({ id }) => id}
        rows={people}
      />
    </section>
  );
};

const columns: readonly Column<OfficeGroupPerson>[] = [
  {
    key: 'name',
    header: text.name,
    primary: true,
    cell: ({ id, name, identity }) => (identity === null ? name : <PersonName id={id} name={name} />),
  },
  {
    key: 'identity',
    header: text.identity,
    cell: ({ identity }) =>
      identity === null ? (
        <span className="text-ink-soft">{text.hidden}</span>
      ) : (
        <span className="tabular">{identity}</span>
      ),
  },
  {
    key: 'organization',
    header: text.organization,
    cell: ({ organization }) => organization ?? text.noOrganization,
  },
  {
    key: 'joined',
    header: text.joined,
    cell: ({ joinedAt }) => readable(joinedAt.slice(0, 10)),
    together: true,
  },
];

const columnsOf = (group: OfficeGroup): readonly Column<OfficeGroupPerson>[] =>
  group.can.manage
    ? [
        ...columns,
        {
          key: 'acts',
          header: text.acts,
          action: true,
          cell: (person) => <PersonActs group={group} person={person} />,
        },
      ]
    : columns;
