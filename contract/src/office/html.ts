import * as z from 'zod/mini';
import { codePoints } from '../primitives.ts';

/** Code points of the HTML of one field. Pictures count by their address alone. */
const HTML_MAX = 20_000;

export const htmlText = (label: string) =>
  z.string({ error: `${label}資料型態不正確` }).check(
    z.refine((html) => codePoints(html) <= HTML_MAX, {
      error: `${label}內容過長，請縮短後再試`,
    }),
  );
