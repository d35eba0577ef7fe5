import type { RefusalMeaning } from './meaning.ts';

export const anyCallRefusals = {
  broken_request: { status: 400, text: '送出的內容格式不正確，請重新整理後再試' },
  session_ended: { status: 401, text: '時效過期，請重新登入' },
  forbidden: { status: 403, text: '您沒有執行此操作的權限' },
  profile_incomplete: { status: 403, text: '請先確實填寫個人資料，完成後才能進行其他操作' },
  branch_sets_mailbox: {
    status: 403,
    text: '請攜帶身分證件至所屬分會，或致電並說出已登錄的電話，由分會登錄您的電子郵件',
  },
  not_found: { status: 404, text: '查無資料' },
  too_slow: { status: 408, text: '網路過慢，請再試一次' },
  in_flight: { status: 409, text: '這筆資料正在處理中，請稍候再查看結果' },
  too_large: { status: 413, text: '上傳的檔案過大' },
  too_much: { status: 413, text: '送出的資料過多，請減少後再試' },
  too_many_files: { status: 413, field: 'file', text: '僅能上傳 1 個檔案' },
  unsupported_type: { status: 415, text: '不支援這種資料格式，請重新整理後再試' },
  invalid: { status: 422, text: '資料有誤，請檢查後再送出' },
  key_reused: { status: 422, text: '這次送出的內容與先前不同，請重新整理後再試' },
  too_many_attempts: { status: 429, field: 'account', text: '嘗試次數過多，請於 {n} 秒後再試' },
  too_many_requests: { status: 429, text: '操作過於頻繁，請稍後再試' },
  internal: { status: 500, text: '系統發生錯誤，請稍後再試' },
  crowded: { status: 503, text: '目前人數眾多，正依序處理' },
  unavailable: { status: 503, text: '系統維護中，請稍後再試' },
} as const satisfies Record<string, RefusalMeaning>;
