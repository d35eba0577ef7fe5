import type { RefusalMeaning } from './meaning.ts';

export const attachmentRefusals = {
  attachment_missing: { status: 422, field: 'file', text: '請選擇檔案' },
  attachment_too_large: { status: 422, field: 'file', text: '附件檔案大小不得超過 {n} MB' },
  attachment_kind: {
    status: 422,
    field: 'file',
    text: '附件僅接受 PDF、Word、Excel、PowerPoint、OpenDocument、CSV、文字檔與圖片',
  },
  attachment_old_office: {
    status: 422,
    field: 'file',
    text: '不接受舊版 Office 檔案，請另存為 docx、xlsx、pptx 或 PDF 後再上傳',
  },
  attachment_not_what_it_says: {
    status: 422,
    field: 'file',
    text: '檔案內容與副檔名「{name}」不符，請確認後再上傳',
  },
  attachment_macros: {
    status: 422,
    field: 'file',
    text: '檔案含有巨集或內嵌的程式，請移除後再上傳',
  },
  attachment_remote: {
    status: 422,
    field: 'file',
    text: '檔案開啟時會從其他電腦或網站載入範本或內容，請移除這些連結或另存為 PDF 後再上傳',
  },
  attachments_full: { status: 422, field: 'file', text: '每個課程最多 {n} 個附件，請先移除不需要的附件' },
  attachments_changed: { status: 409, text: '附件已變更，請重新載入後再試' },
} as const satisfies Record<string, RefusalMeaning>;
