import { readable } from '@portal/contract/dates';
import type { Incident, IncidentPerson } from '@portal/contract/office/incidents';
import { notify } from '@portal/kit/browser/notices.ts';
import { useMemo } from 'react';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import type { List } from '../../lists/list.ts';
import { ListPage } from '../../lists/list-page.tsx';
import { PersonName } from '../../people/person-name.tsx';
import { incidentsText } from '../../text/zh-TW/incidents.ts';
import { exportIncidentPeople } from '../api/export-incident-people.ts';
import { loadIncidentPeople } from '../api/load-incident-people.ts';

const text = incidentsText.affected;

const ways = Object.entries(text.ways).map(([value, label]) => ({ value, label }));

const Person = ({ row: { personId, name, identity } }: { row: IncidentPerson }) => (
  <>
    <PersonName id={personId} name={name || identity} />
    <span className="block text-ink-soft text-sm tabular">{identity}</span>
  </>
);

const noticeText = ({ mailedAt, hasMailbox }: IncidentPerson): string => {
  if (mailedAt !== null) return text.mailed(readable(mailedAt));
  return hasMailbox ? text.ways.mail : text.ways.paper;
};

const peopleOf = (id: number): List<IncidentPerson> => ({
  name: 'incident-people',
  title: text.title,
  caption: text.title,
  empty: text.empty,
  sort: 'person',
  rowKey: ({ personId }) => personId,
  rowName: ({ name }) => name,
  load: loadIncidentPeople(id),
  filters: [{ kind: 'choice', name: 'by', label: text.way, useOptions: () => ways }],
  columns: [
    { key: 'name', header: text.name, primary: true, cell: (row) => <Person row={row} /> },
    {
      key: 'organization',
      header: incidentsText.organization,
      cell: ({ organization }) => organization ?? text.noOrganization,
    },
    { key: 'events', header: text.events, cell: ({ events }) => events },
    { key: 'last', header: text.last, cell: ({ lastAt }) => readable(lastAt) },
    { key: 'told', header: text.way, cell: noticeText },
  ],
});

export const IncidentPeople = ({ incident: { id } }: { incident: Incident }) => {
  const list = useMemo(() => peopleOf(id), [id]);
  return (
    <div className="mt-8">
      <ListPage isPart list={list}>
        <ConfirmedAction<void>
          confirmLabel={text.export.open}
          onDone={() => notify(text.export.done, 'success')}
          question={text.export.question}
          title={text.export.open}
          work={() => exportIncidentPeople(id)}
        >
          {text.export.open}
        </ConfirmedAction>
      </ListPage>
    </div>
  );
};
