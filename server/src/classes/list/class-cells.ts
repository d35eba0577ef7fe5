import { readable } from '@portal/contract/dates';
import { classStateNames } from '@portal/contract/office/code-names';
import type { Cell } from '../../platform/files/export.ts';
import type { ClassListRow } from './classes-list.ts';
import { presentClassRow } from './show-class.ts';

export const classHeads = [
  '課程代碼',
  '訓練項目',
  '會別',
  '開課時間',
  '狀態',
  '已報名',
  '名額',
  '待審核',
  '未完成繳費',
  '上課地點',
];

export const classCells = (found: ClassListRow): Cell[] => {
  const row = presentClassRow(found);
  return [
    row.code,
    row.course,
    row.organization,
    readable(row.startTime),
    classStateNames[row.state],
    row.number,
    row.limitNumber,
    row.pending,
    row.unpaid,
    row.place,
  ];
};
