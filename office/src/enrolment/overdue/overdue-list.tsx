import { readable } from '@portal/contract/dates';
import { money } from '@portal/contract/money';
import { exportOverdue, type OverdueRow, overdueList } from '@portal/contract/office/enrolment';
import { Link } from 'react-router';
import { type List, loadList, runExport } from '../../lists/list.ts';
import { PersonName } from '../../people/person-name.tsx';
import { paths } from '../../platform/paths.ts';
import { overdueText as text } from '../../text/zh-TW/overdue.ts';
import { cancelOverdue } from '../api/cancel-overdue.ts';
import { remindOverdue } from '../api/remind-overdue.ts';

const link = 'text-sea-800 underline hover:no-underline';

export const overdueRegistrations: List<OverdueRow> = {
  name: 'overdue',
  title: text.title,
  caption: text.title,
  empty: text.empty,
  sort: 'paymentDue',
  rowKey: ({ id }) => id,
  rowName: ({ person, class: { code } }) => `${person.name}（${code}）`,
  load: loadList(overdueList),
  exported: { run: runExport(exportOverdue), hasIdentity: false },
  bulk: [
    {
      label: text.remind,
      right: 'registration.review',
      question: text.reallyRemind,
      run: async (rows) => (await remindOverdue(rows.map(({ id }) => id))).results,
    },
    {
      label: text.cancel,
      right: 'registration.review',
      question: text.reallyCancel,
      run: async (rows) => (await cancelOverdue(rows)).results,
    },
  ],
  filters: [{ kind: 'search', name: 'class', label: text.code }],
  columns: [
    {
      key: 'name',
      header: text.name,
      cell: ({ person: { id, name } }) => <PersonName id={id} name={name} />,
      primary: true,
    },
    {
      key: 'due',
      header: text.due,
      cell: ({ paymentDue }) => readable(paymentDue),
      sort: 'paymentDue',
      together: true,
    },
    {
      key: 'code',
      header: text.code,
      cell: ({ class: { id, code } }) => (
        <Link className={link} to={paths.trainingClass.to({ id })}>
          {code}
        </Link>
      ),
      together: true,
    },
    { key: 'course', header: text.course, cell: (row) => row.class.course },
    { key: 'start', header: text.start, cell: (row) => readable(row.class.startTime), together: true },
    { key: 'owed', header: text.owed, cell: ({ owed }) => money(owed), together: true },
    { key: 'group', header: text.group, cell: ({ group }) => group },
    { key: 'phone', header: text.phone, cell: ({ person }) => person.phone, together: true },
    {
      key: 'reminded',
      header: text.reminded,
      cell: ({ remindedAt }) => remindedAt && readable(remindedAt),
      together: true,
    },
  ],
};
