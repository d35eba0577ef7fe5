import * as z from 'zod/mini';

export const methodNames = {
  statement: '對帳單',
  cash: '現金',
  counter: '臨櫃',
  other: '其他',
  unstated: '未註明',
} as const;
export const PaymentMethod = z.enum(['statement', 'cash', 'counter', 'other', 'unstated']);
