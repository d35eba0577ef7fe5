import type { RefusalMeaning } from './meaning.ts';

export const jobRefusals = {
  job_empty: { status: 422, text: '沒有可處理的項目' },
  job_ended: { status: 409, text: '此作業已結束' },
  job_asker_gone: { status: 403, text: '申請人已停用或不再具有此項權限，作業已停止' },
  job_failed: {
    status: 500,
    text: '系統發生錯誤，已重試 {n} 次仍未完成。請稍後再按「繼續」；若仍失敗，請通知系統管理員',
  },
} as const satisfies Record<string, RefusalMeaning>;
