import type { RefusalMeaning } from './meaning.ts';

export const photoRefusals = {
  photo_not_image: { status: 422, field: 'file', text: '照片必須為圖片檔' },
  photo_kind: { status: 422, field: 'file', text: '照片僅接受 JPG、PNG、WebP 格式' },
  photo_too_large: { status: 422, field: 'file', text: '照片檔案大小不得超過 {n} MB' },
  photo_too_many_pixels: { status: 422, field: 'file', text: '照片尺寸過大，建議尺寸 295x413' },
  photo_too_small: { status: 422, field: 'file', text: '照片尺寸過小，建議尺寸 295x413' },
  photo_damaged: { status: 422, field: 'file', text: '照片檔案無法讀取，請重新選擇' },
} as const satisfies Record<string, RefusalMeaning>;
