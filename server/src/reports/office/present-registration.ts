import { isoTaipei, readable } from '@portal/contract/dates';
import { type RegistrationRow, stateNames } from '@portal/contract/office/enrolment';
import { maskIdentity } from '../../accounts/people/mask.ts';
import type { RegistrationListRow } from '../registrations-list.ts';

const wire = (time: string): string => isoTaipei(new Date(time));

export const presentRegistration = (row: RegistrationListRow): RegistrationRow => ({
  id: Number(row.id),
  version: Number(row.version),
  createdAt: wire(row.createdAt),
  state: row.state,
  person: { id: Number(row.personId), name: row.name, identity: maskIdentity(row.identity) },
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
  result: row.result,
});

export const registrationHeads = [
  '報名時間',
  '姓名',
  '證號',
  '課程代碼',
  '訓練項目',
  '開課時間',
  '會別',
  '團體',
  '狀態',
  '繳費期限',
  '成績',
];

const resultText = (result: number | null): string => ['', '合格', '不合格'][result ?? 0] ?? '';

export const registrationCells = (row: RegistrationListRow, isIdentityShown: boolean): string[] => [
  readable(wire(row.createdAt)),
  row.name ?? '',
  isIdentityShown && row.completed ? row.identity : maskIdentity(row.identity),
  row.code,
  row.course,
  readable(wire(row.startTime)),
  row.organization,
  row.groupName ?? '',
  stateNames[row.state],
  row.paymentDue ?? '',
  resultText(row.result),
];
