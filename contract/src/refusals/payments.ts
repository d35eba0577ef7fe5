import type { RefusalMeaning } from './meaning.ts';

export const paymentRefusals = {
  payment_not_approved: { status: 422, field: 'Class', text: '報名資格尚未審查通過，無法回報繳費' },
  payment_confirmed: { status: 422, field: 'Class', text: '本課程已完成繳費' },
  paid_time_late: { status: 422, field: 'paid_time', text: '匯款日期必須早於或等於今天' },
  paid_time_early: { status: 422, field: 'paid_time', text: '匯款日期不得早於 {date}' },
} as const satisfies Record<string, RefusalMeaning>;
