import * as z from 'zod/mini';
import { cleanText, codePoints, hasForbiddenCharacters } from './primitives.ts';

/*
 * The building blocks of what people send. Each carries its own sentences (zh-TW), so that the form in the
 * browser and the server answer with the same words.
 */

const wrongType = (label: string) => `${label}資料型態不正確`;
const absent = (value: unknown) => value === undefined || value === null;

interface TextRule {
  /** The field's name as people read it. */
  label: string;
  /** Longest allowed, in code points. */
  max: number;
  required?: string;
  tooLong?: string;
  /** Line breaks are allowed. */
  lines?: boolean;
}

/** A required text: trimmed, NFC, no control characters, 1 to `max` code points. */
export const text = ({ label, max, required = `請輸入${label}`, tooLong, lines = false }: TextRule) =>
  z.string({ error: (issue) => (absent(issue.input) ? required : wrongType(label)) }).check(
    z.refine((value) => !hasForbiddenCharacters(value, lines), { error: `${label}格式不正確`, abort: true }),
    z.overwrite(cleanText),
    z.refine((value) => value !== '', { error: required, abort: true }),
    z.refine((value) => codePoints(value) <= max, {
      error: tooLong ?? `${label}不得超過 ${max} 個字元`,
      abort: true,
    }),
  );

/** A text that may be left out or empty; comes out as a text or null. */
export const optionalText = ({ label, max, tooLong, lines = false }: TextRule) =>
  z.pipe(
    z.optional(
      z.nullable(
        z.string({ error: wrongType(label) }).check(
          z.refine((value) => !hasForbiddenCharacters(value, lines), {
            error: `${label}格式不正確`,
            abort: true,
          }),
          z.overwrite(cleanText),
          z.refine((value) => codePoints(value) <= max, {
            error: tooLong ?? `${label}不得超過 ${max} 個字元`,
            abort: true,
          }),
        ),
      ),
    ),
    z.transform((value) => value || null),
  );

/** A lookup's id or name, as a text; which one it is, the server finds out. */
export const choice = (label: string, required = `請選擇${label}`) =>
  z
    .pipe(
      z.union([z.string(), z.int()], {
        error: (issue) => (absent(issue.input) ? required : wrongType(label)),
      }),
      z.transform((value) => String(value)),
    )
    .check(
      z.refine((value) => !hasForbiddenCharacters(value), { error: `所選的${label}無效`, abort: true }),
      z.overwrite(cleanText),
      z.refine((value) => value !== '', { error: required, abort: true }),
      z.refine((value) => codePoints(value) <= 60, { error: `所選的${label}無效`, abort: true }),
    );

/** A search text of a query string: what is longer or has control characters is simply not found. */
export const clipped = (max: number) =>
  z.string({ error: '查詢條件不正確' }).check(
    z.refine((value) => codePoints(value) <= max && !hasForbiddenCharacters(value), {
      error: '查詢條件不正確',
    }),
    z.overwrite(cleanText),
  );

const badPage = '分頁參數不正確';

const wholeNumber = (from: number, to: number) =>
  z.pipe(
    z.string({ error: badPage }).check(
      z.regex(/^[0-9]{1,9}$/, { error: badPage, abort: true }),
      z.refine((value) => Number(value) >= from && Number(value) <= to, { error: badPage }),
    ),
    z.transform(Number),
  );

/** `num` 1 to 100 (default 10), `page` from 1, `type` Normal or Pagination. */
export const pageQuery = {
  num: z._default(wholeNumber(1, 100), 10),
  page: z._default(wholeNumber(1, 999_999_999), 1),
  type: z._default(z.enum(['Normal', 'Pagination'], { error: badPage }), 'Pagination'),
};
