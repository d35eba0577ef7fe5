import { stateNames } from '@portal/contract/office/code-names';

export const classSummaryText = {
  counts: '報名狀況',
  seats: (number: number, limit: number) => `${number}／${limit}`,
  free: (free: number) => `尚餘 ${free} 名`,
  full: '已額滿',
  series: (others: number) => `同系列另有 ${others} 班`,
  minimum: (minimum: number) => `，最低 ${minimum} 人開班`,
  period: (start: string, end: string) => `${start} 至 ${end}`,
  count: (state: 'pending' | 'unpaid' | 'reported' | 'confirmed', count: number) =>
    `${stateNames[state]} ${count}`,
} as const;
