import { readable } from '@portal/contract/dates';
import type { AnswerOf } from '@portal/contract/endpoint';
import type { personGroups } from '@portal/contract/office/people';
import type { Column } from '@portal/kit/ui/data-table.tsx';
import { useQuery } from '@tanstack/react-query';
import { personText as text } from '../../text/zh-TW/person.ts';
import { personGroupsQuery } from '../api/get-person-groups.ts';
import { PartTable } from './part-table.tsx';
import { useShownPerson } from './use-shown-person.ts';

type Row = AnswerOf<typeof personGroups>[number];

const columns: Column<Row>[] = [
  {
    key: 'name',
    header: text.group,
    primary: true,
    cell: ({ name }) => <span className="font-semibold">{name}</span>,
  },
  { key: 'code', header: text.groupCode, cell: ({ code }) => <span className="tabular">{code}</span> },
  { key: 'role', header: text.role, cell: ({ role }) => text.roles[role] },
  { key: 'joined', header: text.joinedAt, cell: ({ joinedAt }) => readable(joinedAt) },
  { key: 'left', header: text.leftAt, cell: ({ leftAt }) => leftAt && readable(leftAt) },
];

export const GroupsTab = () => (
  <PartTable
    columns={columns}
    empty={text.empty.groups}
    query={useQuery(personGroupsQuery(useShownPerson().id))}
    rowKey={({ code }) => code}
    title={text.tab.groups}
  />
);
