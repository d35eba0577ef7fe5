import { readable } from '@portal/contract/dates';
import type { RegisterRow } from '@portal/contract/office/certificate-register';
import { registerStateNames } from '@portal/contract/office/code-names';
import { maskIdentity, maskName } from '../../accounts/people/mask.ts';
import type { Cell } from '../../platform/files/export.ts';
import type { RegisterListRow } from './register-list.ts';
import { registerState } from './rules.ts';

export const presentRegisterRow = (row: RegisterListRow, day: string): RegisterRow => ({
  id: Number(row.id),
  number: row.number,
  registerNumber: row.registerNumber,
  personId: Number(row.personId),
  name: row.isErased ? maskName(row.name) : row.name,
  identity: row.maskedIdentity ?? maskIdentity(row.identity),
  kind: row.kind,
  course: row.course,
  classCode: row.classCode,
  organization: row.organization,
  issuedOn: row.issuedOn,
  endTime: row.endTime,
  state: registerState(row, day),
});

export const registerHeads = [
  '證照編號',
  '證書字號',
  '姓名',
  '證號',
  '證照',
  '訓練項目',
  '課程代碼',
  '會別',
  '發證日期',
  '有效期限',
  '狀態',
];

export const registerCells =
  (day: string) =>
  (found: RegisterListRow): Cell[] => {
    const row = presentRegisterRow(found, day);
    return [
      row.number,
      row.registerNumber,
      row.name,
      row.identity,
      row.kind,
      row.course,
      row.classCode,
      row.organization,
      readable(row.issuedOn),
      readable(row.endTime),
      registerStateNames[row.state],
    ];
  };
