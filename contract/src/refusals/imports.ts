import type { RefusalMeaning } from './meaning.ts';

export const importRefusals = {
  import_missing: { status: 422, field: 'file', text: '請選擇要匯入的檔案' },
  import_too_large: { status: 422, field: 'file', text: '匯入的檔案大小不得超過 {n} MB' },
  import_old_excel: {
    status: 422,
    field: 'file',
    text: '這是舊版 Excel（.xls）檔案，請以 Excel 開啟後另存為 .xlsx 或 CSV 再匯入',
  },
  import_web_page: {
    status: 422,
    field: 'file',
    text: '這個檔案的內容是網頁，請以 Excel 開啟後另存為 .xlsx 或 CSV 再匯入',
  },
  import_protected: {
    status: 422,
    field: 'file',
    text: '這個檔案有密碼保護，請以 Excel 移除密碼，另存為 .xlsx 再匯入',
  },
  import_unreadable: { status: 422, field: 'file', text: '檔案無法讀取，請確認是 CSV 或 XLSX 檔案' },
  import_too_many_rows: { status: 422, field: 'file', text: '一個檔案以 {n} 列為限，請分成多個檔案匯入' },
  import_empty: { status: 422, field: 'shape', text: '沒有讀到任何資料，請修正欄位設定後再試' },
  import_columns: { status: 422, field: 'shape', text: '請指定必要的欄位：{names}' },
  import_checking: { status: 409, text: '試算尚未完成' },
  import_nothing: { status: 422, text: '檔案中沒有可匯入的資料' },
  import_known: { status: 409, text: '相同的檔案已於 {time} 由 {name} 匯入' },
  import_started: { status: 409, text: '此匯入已開始，請重新整理頁面' },
  import_not_started: { status: 409, text: '此匯入尚未開始' },
  import_running: { status: 409, text: '此匯入仍在進行，請先停止背景作業' },
  import_undone: { status: 409, text: '此匯入已復原' },
  import_undo_late: { status: 409, text: '匯入後超過 {n} 天，已無法復原' },
} as const satisfies Record<string, RefusalMeaning>;
