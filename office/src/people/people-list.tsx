import { readable } from '@portal/contract/dates';
import {
  personColumns as exportedColumns,
  exportPeople,
  type PersonColumn,
  type PersonRow,
  personList,
  personStates,
} from '@portal/contract/office/people';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { type List, type ListColumn, loadList, runExport } from '../lists/list.ts';
import { peopleText as text } from '../text/zh-TW/people.ts';
import { PersonName } from './person-name.tsx';

const stateOptions = personStates.map((value) => ({ value, label: text.states[value] }));

const StateBadge = ({ row: { isSuspended, isComplete } }: { row: PersonRow }) => {
  if (isSuspended) return <Badge tone="danger">{text.suspended}</Badge>;
  return isComplete ? null : <Badge tone="warn">{text.incomplete}</Badge>;
};

export const personColumns: readonly ListColumn<PersonRow>[] = [
  {
    key: 'name',
    header: text.name,
    primary: true,
    cell: ({ id, name }) => <PersonName id={id} name={name} />,
    sort: 'name',
  },
  {
    key: 'identity',
    header: text.identity,
    cell: ({ identity }) => <span className="tabular">{identity}</span>,
    together: true,
  },
  {
    key: 'organization',
    header: text.organization,
    cell: ({ organization }) => organization ?? text.noOrganization,
    together: true,
  },
  { key: 'phone', header: text.phone, cell: ({ phone }) => phone, together: true, isExtra: true },
  { key: 'email', header: text.email, cell: ({ email }) => email, isExtra: true },
  { key: 'employer', header: text.employer, cell: ({ employer }) => employer, isExtra: true },
  {
    key: 'birthday',
    header: text.birthday,
    cell: ({ birthday }) => birthday,
    together: true,
    isExtra: true,
  },
  { key: 'groups', header: text.group, cell: ({ groups }) => (groups.length > 0 ? groups.join('、') : null) },
  {
    key: 'certificates',
    header: text.certificates,
    cell: ({ certificates }) => <span className="tabular">{certificates}</span>,
  },
  { key: 'state', header: text.state, cell: (row) => <StateBadge row={row} /> },
  {
    key: 'created',
    header: text.created,
    cell: ({ createdAt }) => readable(createdAt),
    sort: 'createdAt',
    together: true,
  },
];

const insurance: readonly PersonColumn[] = ['name', 'identity', 'birthday', 'employer'];
const contacts: readonly PersonColumn[] = ['name', 'phone', 'email'];
const addressBook: readonly PersonColumn[] = ['name', 'employer', 'groups', 'phone', 'email', 'organization'];

export const listOfPeople: List<PersonRow> = {
  name: 'people',
  title: text.title,
  caption: text.caption,
  empty: text.empty,
  sort: '-createdAt',
  rowKey: ({ id }) => id,
  rowName: ({ name }) => name,
  load: loadList(personList),
  exported: {
    run: runExport(exportPeople),
    hasIdentity: true,
    columns: exportedColumns,
    presets: [
      { name: text.presets.insurance, columns: insurance, hasIdentity: true },
      { name: text.presets.contacts, columns: contacts },
      { name: text.presets.addressBook, columns: addressBook },
    ],
  },
  filters: [
    { kind: 'choice', name: 'state', label: text.state, useOptions: () => stateOptions },
    { kind: 'search', name: 'group', label: text.groupCode },
    { kind: 'search', name: 'class', label: text.class },
  ],
  columns: personColumns,
};
