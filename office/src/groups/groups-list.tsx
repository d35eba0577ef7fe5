import { readable } from '@portal/contract/dates';
import { exportGroups, type GroupRow, groupList } from '@portal/contract/office/groups';
import { type List, loadList, runExport } from '../lists/list.ts';
import { groupsText as text } from '../text/zh-TW/groups.ts';
import { GroupLink } from './group-link.tsx';

export const groupsList: List<GroupRow> = {
  name: 'groups',
  title: text.title,
  caption: text.caption,
  empty: text.empty,
  sort: 'name',
  rowKey: ({ id }) => id,
  rowName: ({ name }) => name,
  load: loadList(groupList),
  exported: { run: runExport(exportGroups), hasIdentity: false },
  filters: [{ kind: 'search', name: 'search', label: text.search }],
  columns: [
    {
      key: 'name',
      header: text.name,
      primary: true,
      cell: (group) => <GroupLink group={group} />,
      sort: 'name',
    },
    { key: 'code', header: text.code, cell: ({ code }) => code, together: true },
    {
      key: 'organization',
      header: text.organization,
      cell: ({ organization }) => organization ?? text.whole,
    },
    { key: 'managers', header: text.managers, cell: ({ managers }) => managers.join('、') },
    { key: 'members', header: text.members, cell: ({ members }) => members, align: 'end' },
    {
      key: 'created',
      header: text.created,
      cell: ({ createdAt }) => readable(createdAt.slice(0, 10)),
      sort: 'createdAt',
      together: true,
      isExtra: true,
    },
  ],
};
