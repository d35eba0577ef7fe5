import { isoTaipei, readable } from '@portal/contract/dates';
import { maskIdentity } from '../../accounts/people/mask.ts';
import type { Cell } from '../../platform/files/export.ts';
import type { IncidentPersonRow } from './people-list.ts';

export const incidentPeopleHeads = [
  '姓名',
  '證號',
  '會別',
  '次數',
  '最近一次',
  '通知方式',
  '寄信時間',
  '地址',
];

const time = (text: string | null): string | null => text && readable(isoTaipei(new Date(text)));

/** The address stands only beside those who are told on paper. */
export const incidentPersonCells = (row: IncidentPersonRow): Cell[] => {
  const isOnPaper = row.mailedAt === null && !row.hasMailbox;
  return [
    ...[row.name, maskIdentity(row.identity), row.organization, row.events, time(row.lastAt)],
    ...[isOnPaper ? '書面' : '電子郵件', time(row.mailedAt), isOnPaper ? row.address : null],
  ];
};
