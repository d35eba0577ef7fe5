import type { RefusalMeaning } from './meaning.ts';

export const documentRefusals = {
  document_missing: { status: 422, field: 'file', text: '請選擇檔案' },
  document_kind: { status: 422, field: 'file', text: '文件僅接受 PDF、JPEG、PNG、HEIC 檔案' },
  document_too_large: { status: 422, field: 'file', text: '文件檔案大小不得超過 {n} MB' },
  document_too_many_pixels: { status: 422, field: 'file', text: '圖片尺寸過大，請縮小後再上傳' },
  document_damaged: { status: 422, field: 'file', text: '檔案無法讀取，請重新掃描或重新選擇' },
  document_encrypted: {
    status: 422,
    field: 'file',
    text: 'PDF 檔案設有密碼或限制，請另存為沒有密碼的檔案後再上傳',
  },
  document_active: {
    status: 422,
    field: 'file',
    text: 'PDF 檔案含有程式、附件或互動內容，請以「列印」另存成新的 PDF 後再上傳',
  },
  document_not_asked: { status: 422, field: 'file', text: '此課程已不需要這份文件，請重新整理後再試' },
  documents_full: { status: 422, field: 'file', text: '每筆報名最多 {n} 份文件，請先移除不需要的文件' },
  documents_closed: { status: 422, field: 'file', text: '此報名的審查已結束，無法再變更文件' },
} as const satisfies Record<string, RefusalMeaning>;
