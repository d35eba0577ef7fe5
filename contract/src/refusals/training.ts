import type { RefusalMeaning } from './meaning.ts';

/** The refusals of attendance and results as staff enter them. */
export const trainingRefusals = {
  session_unknown: { status: 422, field: 'sessionId', text: '查無此上課時段，請重新載入後再試' },
  attendance_not_confirmed: { status: 422, text: '此學員未完成報名，無法登錄出席' },
  attendance_before_day: { status: 422, text: '上課當日起方可登錄，請假除外' },
  attendance_changed: { status: 409, text: '{name} 已於 {time} 登錄為「{what}」' },
} as const satisfies Record<string, RefusalMeaning>;
