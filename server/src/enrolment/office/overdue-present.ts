import { isoTaipei, readable } from '@portal/contract/dates';
import type { OverdueRow } from '@portal/contract/office/enrolment';
import { maskIdentity } from '../../accounts/people/mask.ts';
import type { Cell } from '../../platform/files/export.ts';
import type { OverdueListRow } from '../overdue/overdue-list.ts';

export const presentOverdue = (row: OverdueListRow): OverdueRow => ({
  id: Number(row.id),
  version: Number(row.version),
  paymentDue: row.paymentDue,
  person: {
    id: Number(row.personId),
    name: row.name ?? '',
    identity: maskIdentity(row.identity),
    phone: row.phone,
  },
  class: {
    id: Number(row.classId),
    code: row.code,
    course: row.course,
    startTime: isoTaipei(new Date(row.startTime)),
  },
  group: row.group,
  owed: row.owed,
  remindedAt: row.remindedAt && isoTaipei(new Date(row.remindedAt)),
});

export const overdueHeads = [
  '姓名',
  '證號',
  '電話',
  '繳費期限',
  '課程代碼',
  '訓練項目',
  '開課時間',
  '應繳（元）',
  '團體',
  '上次提醒',
];

export const overdueCells = (found: OverdueListRow): Cell[] => {
  const { person, class: trainingClass, ...row } = presentOverdue(found);
  return [
    person.name,
    person.identity,
    person.phone,
    row.paymentDue,
    trainingClass.code,
    trainingClass.course,
    readable(trainingClass.startTime),
    row.owed,
    row.group,
    row.remindedAt && readable(row.remindedAt),
  ];
};
