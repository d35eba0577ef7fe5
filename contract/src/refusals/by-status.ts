import type { RefusalMeaning } from './meaning.ts';

/** Pages say these too, for an answer that has only a status. */
export const statusRefusals = {
  forbidden: { status: 403, text: '您沒有執行此操作的權限' },
  not_found: { status: 404, text: '查無資料' },
  in_flight: { status: 409, text: '這筆資料正在處理中，請稍候再查看結果' },
  too_large: { status: 413, text: '上傳的檔案過大' },
  unsupported_type: { status: 415, text: '不支援這種資料格式，請重新整理後再試' },
  invalid: { status: 422, text: '資料有誤，請檢查後再送出' },
  too_many_requests: { status: 429, text: '操作過於頻繁，請稍後再試' },
  internal: { status: 500, text: '系統發生錯誤，請稍後再試' },
  unavailable: { status: 503, text: '系統維護中，請稍後再試' },
} as const satisfies Record<string, RefusalMeaning>;
