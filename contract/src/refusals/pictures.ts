import type { RefusalMeaning } from './meaning.ts';

export const pictureRefusals = {
  picture_missing: { status: 422, field: 'file', text: '請選擇圖片檔' },
  picture_kind: { status: 422, field: 'file', text: '圖片僅接受 JPG、PNG、WebP 格式' },
  picture_too_large: { status: 422, field: 'file', text: '圖片檔案大小不得超過 {n} MB' },
  picture_too_many_pixels: { status: 422, field: 'file', text: '圖片尺寸過大，請縮小後再上傳' },
  picture_damaged: { status: 422, field: 'file', text: '圖片檔案無法讀取，請重新選擇' },
} as const satisfies Record<string, RefusalMeaning>;
