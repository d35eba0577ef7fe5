import { readable } from '@portal/contract/dates';
import {
  certificateList,
  exportCertificates,
  type RegisterRow,
} from '@portal/contract/office/certificate-register';
import { registerStateNames } from '@portal/contract/office/code-names';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type List, loadList, runExport } from '../../lists/list.ts';
import { PersonName } from '../../people/person-name.tsx';
import { paths } from '../../platform/paths.ts';
import { registerText as text } from '../../text/zh-TW/register.ts';
import { registerKindsQuery } from '../api/get-register-kinds.ts';
import { RegisterStateBadge } from './state-badge.tsx';

const stateOptions = Object.entries(registerStateNames).map(([value, label]) => ({ value, label }));

export const useKindOptions = () =>
  (useQuery(registerKindsQuery).data ?? []).map(({ id, name }) => ({ value: `${id}`, label: name }));

export const registerOfCertificates: List<RegisterRow> = {
  name: 'certificates',
  title: text.title,
  caption: text.caption,
  empty: text.empty,
  sort: '-issuedOn',
  rowKey: ({ id }) => id,
  rowName: ({ name, number }) => `${name}（${number}）`,
  load: loadList(certificateList),
  exported: { run: runExport(exportCertificates), hasIdentity: false, hasPaper: true },
  filters: [
    { kind: 'linked', name: 'course', label: text.oneCourse },
    { kind: 'linked', name: 'organization', label: text.oneOrganization },
    { kind: 'search', name: 'search', label: text.search, hint: text.searchHint },
    { kind: 'choice', name: 'kind', label: text.kind, useOptions: useKindOptions },
    { kind: 'search', name: 'class', label: text.class, isFurther: true },
    { kind: 'choice', name: 'state', label: text.state, useOptions: () => stateOptions },
    { kind: 'day', name: 'from', label: text.from, isFurther: true },
    { kind: 'day', name: 'until', label: text.until, isFurther: true },
  ],
  columns: [
    {
      key: 'name',
      header: text.name,
      primary: true,
      cell: ({ personId, name }) => <PersonName id={personId} name={name} />,
    },
    {
      key: 'identity',
      header: text.identity,
      cell: ({ identity }) => <span className="tabular">{identity}</span>,
      isExtra: true,
    },
    { key: 'kind', header: text.kind, cell: ({ kind }) => <div className="min-w-24">{kind}</div> },
    { key: 'course', header: text.course, cell: ({ course }) => course, isExtra: true },
    {
      key: 'number',
      header: text.number,
      cell: ({ id, number }) => (
        <Link className="text-sea-800 tabular underline hover:no-underline" to={paths.certificate.to({ id })}>
          {number}
        </Link>
      ),
      together: true,
    },
    {
      key: 'registerNumber',
      header: text.registerNumber,
      cell: ({ registerNumber }) => registerNumber,
      isExtra: true,
    },
    { key: 'class', header: text.class, cell: ({ classCode }) => classCode, together: true },
    {
      key: 'organization',
      header: text.organization,
      cell: ({ organization }) => organization,
      isExtra: true,
    },
    {
      key: 'issued',
      header: text.issuedOn,
      cell: ({ issuedOn }) => readable(issuedOn),
      sort: 'issuedOn',
      together: true,
    },
    {
      key: 'end',
      header: text.endTime,
      cell: ({ endTime }) => readable(endTime),
      sort: 'endTime',
      together: true,
    },
    { key: 'state', header: text.state, cell: ({ state }) => <RegisterStateBadge state={state} /> },
  ],
};
