import { readable } from '@portal/contract/dates';
import { type TwinRow, type TwinSide, twinList, twinStates } from '@portal/contract/office/person-twins';
import { type List, loadList } from '../../lists/list.ts';
import { personTwinsText as text } from '../../text/zh-TW/person-twins.ts';
import { PersonName } from '../person-name.tsx';
import { TwinActs } from './twin-acts.tsx';

const stateOptions = twinStates.map((value) => ({ value, label: text.states[value] }));

const TwinCell = ({ side: { id, name, identity } }: { side: TwinSide }) => (
  <>
    <PersonName id={id} name={name} />
    <span className="block whitespace-nowrap text-sm tabular">{identity}</span>
  </>
);

const organizationsOf = ({ first, second }: TwinRow): string =>
  [...new Set([first, second].map(({ organization }) => organization ?? text.none))].join('、');

export const listOfTwins: List<TwinRow> = {
  name: 'twins',
  title: text.title,
  caption: text.caption,
  empty: text.empty,
  sort: '-foundAt',
  rowKey: ({ id }) => id,
  rowName: ({ first, second }) => `${first.name}、${second.name}`,
  load: loadList(twinList),
  filters: [{ kind: 'choice', name: 'state', label: text.state, useOptions: () => stateOptions }],
  columns: [
    {
      key: 'first',
      header: text.columns.first,
      primary: true,
      cell: ({ first }) => <TwinCell side={first} />,
    },
    { key: 'second', header: text.columns.second, cell: ({ second }) => <TwinCell side={second} /> },
    { key: 'signs', header: text.columns.signs, cell: ({ signs }) => text.signs(signs) },
    { key: 'organization', header: text.columns.organization, cell: organizationsOf },
    {
      key: 'found',
      header: text.columns.found,
      cell: ({ foundAt }) => readable(foundAt),
      sort: 'foundAt',
      together: true,
    },
    { key: 'act', header: text.columns.act, cell: (row) => <TwinActs twin={row} /> },
  ],
};
