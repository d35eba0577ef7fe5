import { readable } from '@portal/contract/dates';
import { requestKindNames, requestStateNames } from '@portal/contract/office/code-names';
import { type PrivacyRequestRow, privacyRequests } from '@portal/contract/office/privacy';
import { Link } from 'react-router';
import { type List, loadList } from '../../lists/list.ts';
import { PersonName } from '../../people/person-name.tsx';
import { paths } from '../../platform/paths.ts';
import { privacyText as text } from '../../text/zh-TW/privacy.ts';
import { DueBadge } from './due-badge.tsx';
import { RequestStateBadge } from './request-state-badge.tsx';

const optionsOf = (names: Readonly<Record<string, string>>) => {
  const options = Object.entries(names).map(([value, label]) => ({ value, label }));
  return () => options;
};

const DueCell = ({ row: { dueOn, daysLeft, isExtended } }: { row: PrivacyRequestRow }) => (
  <>
    <span className="block tabular">{readable(dueOn)}</span>
    {daysLeft !== null && <DueBadge daysLeft={daysLeft} />}
    {isExtended && <span className="block text-ink-soft text-sm">{text.extended}</span>}
  </>
);

const Person = ({ row: { personId, name, identity } }: { row: PrivacyRequestRow }) => (
  <>
    <PersonName id={personId} name={name || identity} />
    <span className="block text-ink-soft text-sm tabular">{identity}</span>
  </>
);

export const requestsList: List<PrivacyRequestRow> = {
  name: 'privacy-requests',
  title: text.title,
  caption: text.caption,
  empty: text.empty,
  sort: 'waiting',
  rowKey: ({ id }) => id,
  rowName: ({ name, kind }) => `${name}（${requestKindNames[kind]}）`,
  load: loadList(privacyRequests),
  filters: [
    { kind: 'choice', name: 'kind', label: text.kind, useOptions: optionsOf(requestKindNames) },
    { kind: 'choice', name: 'state', label: text.state, useOptions: optionsOf(requestStateNames) },
  ],
  columns: [
    { key: 'name', header: text.name, primary: true, cell: (row) => <Person row={row} /> },
    {
      key: 'kind',
      header: text.kind,
      cell: ({ id, kind }) => (
        <Link className="text-sea-800 underline hover:no-underline" to={paths.privacyRequest.to({ id })}>
          {requestKindNames[kind]}
        </Link>
      ),
    },
    { key: 'state', header: text.state, cell: ({ state }) => <RequestStateBadge state={state} /> },
    { key: 'due', header: text.due, cell: (row) => <DueCell row={row} /> },
    {
      key: 'organization',
      header: text.organization,
      cell: ({ organization }) => organization ?? text.noOrganization,
    },
    {
      key: 'requested',
      header: text.requestedAt,
      cell: ({ requestedAt }) => readable(requestedAt),
      together: true,
    },
    {
      key: 'closed',
      header: text.closedAt,
      cell: ({ closedAt }) => closedAt && readable(closedAt),
      isExtra: true,
    },
  ],
};
