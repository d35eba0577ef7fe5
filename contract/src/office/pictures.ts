import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** Pixels of the longer side. */
export const PICTURE_SIDE = 1600;
const MEGABYTE = 1024 * 1024;

export const UploadedPicture = z.object({
  src: z.string(),
  width: z.int(),
  height: z.int(),
});
export type UploadedPicture = z.infer<typeof UploadedPicture>;

export const uploadPicture = endpoint({
  method: 'POST',
  path: '/api/office/pictures',
  access: 'office',
  summary: '上傳圖文內容中的圖片；須具備編輯課程、網站內容或設定的權限',
  multipart: {
    maxBytes: 10 * MEGABYTE,
    tooLargeRefusal: 'picture_too_large',
    notAFileRefusal: 'picture_missing',
  },
  idempotencyField: 'file',
  answer: UploadedPicture,
  refusals: [
    'picture_missing',
    'picture_kind',
    'picture_too_large',
    'picture_too_many_pixels',
    'picture_damaged',
  ],
});
