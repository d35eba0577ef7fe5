import type { RefusalMeaning } from './meaning.ts';

export const anyCallRefusals = {
  broken_request: { status: 400, text: '送出的內容格式不正確，請重新整理後再試' },
  session_ended: { status: 401, text: '時效過期，請重新登入' },
  profile_incomplete: { status: 403, text: '請先確實填寫個人資料，完成後才能進行其他操作' },
  branch_sets_mailbox: {
    status: 403,
    text: '請攜帶身分證件至所屬分會，或致電並說出已登錄的電話，由分會登錄您的電子郵件',
  },
  too_slow: { status: 408, text: '網路過慢，請再試一次' },
  too_much: { status: 413, text: '送出的資料過多，請減少後再試' },
  too_many_files: { status: 413, field: 'file', text: '僅能上傳 1 個檔案' },
  key_reused: { status: 422, text: '這次送出的內容與先前不同，請重新整理後再試' },
  too_many_attempts: { status: 429, field: 'account', text: '嘗試次數過多，請於 {n} 秒後再試' },
  crowded: { status: 503, text: '目前人數眾多，正依序處理' },
} as const satisfies Record<string, RefusalMeaning>;
