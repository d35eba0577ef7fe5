import { readable } from '@portal/contract/dates';
import { dollars } from '@portal/contract/money';
import { stateNames } from '@portal/contract/office/code-names';
import {
  exportRegistrations,
  type RegistrationColumn,
  type RegistrationRow,
  type RegistrationState,
  registrationColumns,
  registrationList,
} from '@portal/contract/office/enrolment';
import { Badge, type Tone } from '@portal/kit/ui/badge.tsx';
import { Link } from 'react-router';
import { GroupName } from '../../groups/group-name.tsx';
import { type ExportPreset, type List, loadList, runExport } from '../../lists/list.ts';
import { PersonName } from '../../people/person-name.tsx';
import { paths } from '../../platform/paths.ts';
import { registrationsText as text } from '../../text/zh-TW/registrations.ts';
import { approveRegistrations } from '../api/approve-registrations.ts';
import { RegistrationLink } from '../registration-link.tsx';
import { undoableApprovals } from '../undoable-approval.ts';

const tones: Readonly<Record<RegistrationState, Tone>> = {
  pending: 'warn',
  rejected: 'danger',
  unpaid: 'info',
  reported: 'info',
  confirmed: 'ok',
  cancelled: 'neutral',
};

const stateOptions = Object.entries(stateNames).map(([value, label]) => ({ value, label }));
const link = 'text-sea-800 underline hover:no-underline';

const ClassCode = ({ code }: { code: string }) => (
  <Link className={link} to={paths.registrations.to({}, { class: code })}>
    {code}
  </Link>
);

const preset = (name: string, columns: readonly RegistrationColumn[], hasIdentity?: true): ExportPreset => ({
  name,
  columns,
  ...(hasIdentity && { hasIdentity }),
});

/** The list of all registrations. With the filter of a class it is its roster. */
export const registrationsList: List<RegistrationRow> = {
  name: 'registrations',
  title: text.title,
  caption: text.caption,
  empty: text.empty,
  sort: '-createdAt',
  rowKey: ({ id }) => id,
  load: loadList(registrationList),
  rowName: ({ person, class: { code } }) => `${person.name ?? text.unnamed}（${code}）`,
  bulk: [
    {
      label: text.approve,
      right: 'registration.review',
      question: text.reallyApprove,
      run: async (rows) => (await approveRegistrations(rows)).results,
      undoable: undoableApprovals,
    },
  ],
  exported: {
    run: runExport(exportRegistrations),
    hasIdentity: true,
    columns: registrationColumns,
    presets: [
      preset(text.presets.insurance, ['name', 'identity', 'birthday', 'class', 'start', 'employer'], true),
      preset(text.presets.contacts, ['name', 'phone', 'email', 'class', 'start', 'state']),
      preset(text.presets.addressBook, ['name', 'employer', 'group', 'phone', 'email', 'organization']),
    ],
  },
  filters: [
    { kind: 'linked', name: 'account', label: text.onePerson },
    { kind: 'linked', name: 'course', label: text.oneCourse },
    { kind: 'linked', name: 'organization', label: text.oneOrganization },
    { kind: 'search', name: 'person', label: text.person, hint: text.personHint },
    { kind: 'search', name: 'class', label: text.class },
    { kind: 'search', name: 'group', label: text.groupCode, isFurther: true },
    { kind: 'choice', name: 'state', label: text.state, useOptions: () => stateOptions },
    { kind: 'day', name: 'from', label: text.from, isFurther: true },
    { kind: 'day', name: 'until', label: text.until, isFurther: true },
  ],
  columns: [
    {
      key: 'name',
      header: text.name,
      cell: ({ person: { id, name } }) => <PersonName id={id} name={name ?? text.unnamed} />,
      sort: 'name',
      sortNeeds: 'class',
      primary: true,
    },
    {
      key: 'open',
      header: text.registration,
      cell: ({ id, person }) => <RegistrationLink id={id} name={person.name ?? text.unnamed} />,
      together: true,
    },
    { key: 'identity', header: text.identity, cell: ({ person }) => person.identity, together: true },
    { key: 'class', header: text.class, cell: (row) => <ClassCode code={row.class.code} />, together: true },
    { key: 'course', header: text.course, cell: (row) => row.class.course },
    {
      key: 'start',
      header: text.start,
      cell: (row) => readable(row.class.startTime),
      together: true,
      isExtra: true,
    },
    { key: 'organization', header: text.organization, cell: (row) => row.class.organization, together: true },
    { key: 'group', header: text.group, cell: ({ group }) => group && <GroupName group={group} /> },
    {
      key: 'state',
      header: text.state,
      cell: ({ state }) => <Badge tone={tones[state]}>{stateNames[state]}</Badge>,
    },
    {
      key: 'due',
      header: text.due,
      cell: ({ paymentDue }) => paymentDue && readable(paymentDue),
      isExtra: true,
    },
    {
      key: 'phone',
      header: text.phone,
      cell: ({ person: { contact } }) => contact?.phone,
      together: true,
      isExtra: true,
    },
    { key: 'email', header: text.email, cell: ({ person: { contact } }) => contact?.email, isExtra: true },
    { key: 'employer', header: text.employer, cell: ({ person }) => person.employer, isExtra: true },
    {
      key: 'birthday',
      header: text.birthday,
      cell: ({ person }) => person.birthday,
      together: true,
      isExtra: true,
    },
    {
      key: 'paid',
      header: text.paid,
      cell: ({ paid }) => dollars(paid),
      align: 'end',
      together: true,
      isExtra: true,
    },
    {
      key: 'result',
      header: text.result,
      cell: ({ result }) => (result === null ? null : text.results[result]),
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
