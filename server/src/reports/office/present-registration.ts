import { isoTaipei } from '@portal/contract/dates';
import { stateNames } from '@portal/contract/office/code-names';
import {
  type RegistrationColumn,
  type RegistrationRow,
  registrationColumns,
} from '@portal/contract/office/enrolment';
import { birthdayCell } from '../../accounts/people/birthday-cell.ts';
import { maskBirthday, maskIdentity } from '../../accounts/people/mask.ts';
import { dateCell } from '../../platform/files/export.ts';
import { chooseColumns, type ExportColumn } from '../../platform/files/export-columns.ts';
import type { Staff } from '../../staff/actors.ts';
import { may } from '../../staff/policy.ts';
import type { RegistrationListRow } from '../registrations-list.ts';

const wire = (time: string): string => isoTaipei(new Date(time));

const contactOf = ({ phone, email, organizationId }: RegistrationListRow, actor: Staff) =>
  may(actor, 'person.read', organizationId) ? { phone, email } : null;

export const presentRegistration = (row: RegistrationListRow, actor: Staff): RegistrationRow => ({
  id: Number(row.id),
  version: Number(row.version),
  createdAt: wire(row.createdAt),
  state: row.state,
  person: {
    ...{ id: Number(row.personId), name: row.name, identity: maskIdentity(row.identity) },
    birthday: row.birthday && maskBirthday(row.birthday),
    ...{ employer: row.employer, contact: contactOf(row, actor) },
  },
  class: {
    code: row.code,
    course: row.course,
    startTime: wire(row.startTime),
    organization: row.organization,
  },
  group:
    row.groupId === null
      ? null
      : { id: Number(row.groupId), code: row.groupCode ?? '', name: row.groupName ?? '' },
  paymentDue: row.paymentDue,
  paid: row.paid,
  result: row.result,
});

const resultText = (result: number | null): string => ['', '合格', '不合格'][result ?? 0] ?? '';

const columns = (isIdentityShown: boolean): Record<RegistrationColumn, ExportColumn<RegistrationListRow>> => {
  const isShown = ({ completed }: RegistrationListRow) => isIdentityShown && completed;
  return {
    created: { head: '報名時間', format: 'time', cell: ({ createdAt }) => dateCell(wire(createdAt)) },
    name: { head: '姓名', cell: ({ name }) => name },
    identity: {
      head: '證號',
      cell: (row) => (isShown(row) ? row.identity : maskIdentity(row.identity)),
    },
    class: { head: '課程代碼', cell: ({ code }) => code },
    course: { head: '訓練項目', cell: ({ course }) => course },
    start: { head: '開課時間', format: 'time', cell: ({ startTime }) => dateCell(wire(startTime)) },
    organization: { head: '會別', cell: ({ organization }) => organization },
    group: { head: '團體', cell: ({ groupName }) => groupName },
    state: { head: '狀態', cell: ({ state }) => stateNames[state] },
    due: { head: '繳費期限', format: 'day', cell: ({ paymentDue }) => dateCell(paymentDue) },
    result: { head: '成績', cell: ({ result }) => resultText(result) },
    phone: { head: '行動電話', cell: ({ phone }) => phone },
    email: { head: '電子信箱', cell: ({ email }) => email },
    employer: { head: '服務單位', cell: ({ employer }) => employer },
    paid: { head: '已繳金額', cell: ({ paid }) => paid },
    birthday: {
      head: '出生日期',
      format: 'day',
      cell: (row) => birthdayCell(row.birthday, isShown(row)),
    },
  };
};

const usual: readonly RegistrationColumn[] = registrationColumns.slice(
  0,
  registrationColumns.indexOf('result') + 1,
);

/** The columns of an export; by default all but those about the person. */
export const registrationSheet = (isIdentityShown: boolean, keys = usual) =>
  chooseColumns(columns(isIdentityShown), keys);
