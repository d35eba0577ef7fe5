import * as z from 'zod/mini';
import { cleanText, codePoints, hasForbiddenCharacters } from './primitives.ts';

/* Each carries its own texts (zh-TW), so that form and server answer alike. */

const wrongType = (label: string) => `${label}資料型態不正確`;
const absent = (value: unknown) => value === undefined || value === null;

interface TextRule {
  label: string;
  /** Code points. */
  max: number;
  required?: string;
  tooLong?: string;
  lines?: boolean;
}

/** Refuses a value with the text of `fault`. Unlike `refine` with `abort`, rules over several fields still run. */
export const refuse = <T>(fault: (value: T) => string | null) =>
  z.check<T>((payload) => {
    const message = fault(payload.value);
    if (message !== null) payload.issues.push({ code: 'custom', message, input: payload.value });
  });

const textFault =
  ({ label, max, tooLong, lines = false }: TextRule) =>
  (value: string): string | null => {
    if (hasForbiddenCharacters(value, lines)) return `${label}格式不正確`;
    return codePoints(value) > max ? (tooLong ?? `${label}不得超過 ${max} 個字元`) : null;
  };

/** A required text: trimmed, NFC, no control characters, 1 to `max` code points. */
export const text = (rule: TextRule) => {
  const { label, required = `請輸入${label}` } = rule;
  return z.string({ error: (issue) => (absent(issue.input) ? required : wrongType(label)) }).check(
    z.overwrite(cleanText),
    refuse((value: string) => (value === '' ? required : null)),
    refuse(textFault(rule)),
  );
};

/** A text that may be left out or empty; comes out as a text or null. */
export const optionalText = (rule: TextRule) =>
  z.pipe(
    z.optional(
      z.nullable(
        z.string({ error: wrongType(rule.label) }).check(z.overwrite(cleanText), refuse(textFault(rule))),
      ),
    ),
    z.transform((value) => value || null),
  );

/** A lookup's id or name, as a text; the server finds out which. Other values are `unknown`. */
export const choice = (label: string, unknown = `請選擇${label}`) =>
  z
    .pipe(
      z.union([z.string(), z.int()], {
        error: (issue) => (absent(issue.input) ? `請選擇${label}` : wrongType(label)),
      }),
      z.transform((value) => String(value)),
    )
    .check(
      z.overwrite(cleanText),
      refuse((value: string) => (value === '' ? `請選擇${label}` : null)),
      refuse((value: string) => (codePoints(value) > 60 || hasForbiddenCharacters(value) ? unknown : null)),
    );

export interface Fault {
  readonly field: string;
  readonly text: string;
}

/** Checked once each of its fields is valid. */
export interface Rule<T> {
  readonly needs: readonly (keyof T & string)[];
  faults(form: T): readonly Fault[];
}

export const withRules = <T extends object>(rules: readonly Rule<T>[]) => {
  const check = z.check<T>((payload) => {
    const refused = new Set(payload.issues.map((issue) => issue.path?.[0]));
    for (const { needs, faults } of rules) {
      if (needs.some((field) => refused.has(field))) continue;
      for (const { field, text: message } of faults(payload.value)) {
        payload.issues.push({ code: 'custom', message, path: [field], input: payload.value });
      }
    }
  });
  // The check runs even if fields were refused, but not if the input is no object.
  check._zod.def.when = ({ issues }) => issues.every(({ path }) => path !== undefined && path.length > 0);
  return check;
};

/** Full-width digits and letters become half width. */
export const halfWidth = z.overwrite((value: string) => value.normalize('NFKC'));

/** Refuses longer texts and control characters. */
export const searchText = (max: number) =>
  z.string({ error: '查詢條件不正確' }).check(
    z.refine((value) => codePoints(value) <= max && !hasForbiddenCharacters(value), {
      error: '查詢條件不正確',
    }),
    z.overwrite(cleanText),
  );
