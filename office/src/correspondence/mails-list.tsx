import { readable } from '@portal/contract/dates';
import { exportMails, type MailRow, mailList, mailStateNames } from '@portal/contract/office/correspondence';
import { Link } from 'react-router';
import { type List, loadList, runExport } from '../lists/list.ts';
import { PersonName } from '../people/person-name.tsx';
import { paths } from '../platform/paths.ts';
import { mailsText as text } from '../text/zh-TW/mails.ts';
import { MailStateBadge } from './mail-state-badge.tsx';

const stateOptions = Object.entries(mailStateNames).map(([value, label]) => ({ value, label }));
const link = 'text-sea-800 underline hover:no-underline';

const SubjectLink = ({ row: { id, subject } }: { row: MailRow }) => (
  <Link className={`font-semibold ${link}`} to={paths.mail.to({ id })}>
    {subject ?? text.unknownSubject}
  </Link>
);

const MailClassLink = ({ id, code }: { id: number; code: string }) => (
  <Link className={link} to={paths.trainingClass.to({ id })}>
    {code}
  </Link>
);

/** The list of all mails. With the filter of a class or an account it is the tab 信件 of the class or the person. */
export const mailsList: List<MailRow> = {
  name: 'mails',
  title: text.title,
  caption: text.caption,
  empty: text.empty,
  sort: '-createdAt',
  rowKey: ({ id }) => id,
  rowName: ({ subject, recipient }) => `${subject ?? text.unknownSubject}（${recipient}）`,
  load: loadList(mailList),
  exported: { run: runExport(exportMails), hasIdentity: false },
  filters: [
    { kind: 'linked', name: 'account', label: text.onePerson },
    { kind: 'search', name: 'person', label: text.person, hint: text.personHint },
    { kind: 'search', name: 'class', label: text.class },
    { kind: 'choice', name: 'state', label: text.state, useOptions: () => stateOptions },
    { kind: 'day', name: 'from', label: text.from, isFurther: true },
    { kind: 'day', name: 'until', label: text.until, isFurther: true },
  ],
  columns: [
    { key: 'subject', header: text.subject, cell: (row) => <SubjectLink row={row} />, primary: true },
    {
      key: 'person',
      header: text.person,
      cell: ({ person }) => person && <PersonName id={person.id} name={person.name ?? text.unnamed} />,
      together: true,
    },
    { key: 'recipient', header: text.recipient, cell: ({ recipient }) => recipient },
    {
      key: 'class',
      header: text.class,
      cell: ({ class: trainingClass }) => trainingClass && <MailClassLink {...trainingClass} />,
      together: true,
    },
    {
      key: 'organization',
      header: text.organization,
      cell: ({ organization }) => organization,
      isExtra: true,
    },
    { key: 'state', header: text.state, cell: ({ state }) => <MailStateBadge state={state} /> },
    {
      key: 'sent',
      header: text.sent,
      cell: ({ sentAt }) => sentAt && readable(sentAt),
      together: true,
      isExtra: true,
    },
    {
      key: 'created',
      header: text.created,
      cell: ({ createdAt }) => readable(createdAt),
      sort: 'createdAt',
      together: true,
    },
  ],
};
