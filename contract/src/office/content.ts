import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { codePoints } from '../primitives.ts';

/** Code points of the HTML of one field. Pictures count by their address alone. */
const HTML_MAX = 20_000;

export const htmlText = (label: string) =>
  z.string({ error: `${label}資料型態不正確` }).check(
    z.refine((html) => codePoints(html) <= HTML_MAX, {
      error: `${label}內容過長，請縮短後再試`,
    }),
  );

/* Pictures. */

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
