import { readable } from '@portal/contract/dates';
import { incidentStateNames } from '@portal/contract/office/code-names';
import { type IncidentRow, incidentList } from '@portal/contract/office/incidents';
import { Link } from 'react-router';
import { type List, loadList } from '../../lists/list.ts';
import { paths } from '../../platform/paths.ts';
import { incidentsText as text } from '../../text/zh-TW/incidents.ts';
import { IncidentStateBadge } from './incident-state-badge.tsx';

const states = Object.entries(incidentStateNames).map(([value, label]) => ({ value, label }));

const Title = ({ row: { id, title } }: { row: IncidentRow }) => (
  <Link className="font-semibold text-sea-800 underline hover:no-underline" to={paths.incident.to({ id })}>
    {title}
  </Link>
);

export const incidentsList: List<IncidentRow> = {
  name: 'incidents',
  title: text.title,
  caption: text.caption,
  empty: text.empty,
  sort: 'waiting',
  rowKey: ({ id }) => id,
  rowName: ({ title }) => title,
  load: loadList(incidentList),
  filters: [{ kind: 'choice', name: 'state', label: text.state, useOptions: () => states }],
  columns: [
    { key: 'title', header: text.name, primary: true, cell: (row) => <Title row={row} /> },
    { key: 'state', header: text.state, cell: ({ state }) => <IncidentStateBadge state={state} /> },
    { key: 'people', header: text.people, cell: ({ people }) => text.count(people) },
    {
      key: 'time',
      header: text.time,
      cell: ({ from, until }) => text.period(readable(from), readable(until)),
    },
    {
      key: 'organization',
      header: text.organization,
      cell: ({ organization }) => organization ?? text.whole,
    },
    { key: 'created', header: text.createdAt, cell: ({ createdAt }) => readable(createdAt), isExtra: true },
  ],
};
