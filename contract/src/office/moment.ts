import * as z from 'zod/mini';
import { isDate } from '../dates.ts';

const MOMENT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]\+08:00)?$/;

const SHORT_MOMENT = '2026-12-05T09:00'.length;

/** `2026-12-05T09:00` in Taipei, or as answers have it: `2026-12-05T09:00:00+08:00`. */
export const requiredMoment = (label: string) =>
  z.pipe(
    z.string({ error: `請輸入${label}` }).check(
      z.regex(MOMENT, { error: `${label}不正確`, abort: true }),
      z.refine((value) => isDate(value.slice(0, 10)), { error: `${label}不正確`, abort: true }),
      z.describe('臺北時間 2026-12-05T09:00，或回覆中的格式 2026-12-05T09:00:00+08:00'),
    ),
    z.transform((value) => new Date(value.length === SHORT_MOMENT ? `${value}:00+08:00` : value)),
  );
export const optionalMoment = (label: string) => z._default(z.nullable(requiredMoment(label)), null);
