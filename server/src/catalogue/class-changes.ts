import { isoTaipei } from '@portal/contract/dates';
import { textOfHtml } from '../platform/html.ts';

/* The changes of a class as its event shows them: only fields that differ, with long texts shortened. */

type Fields = Readonly<Record<string, unknown>>;

const HTML = ['html', 'paidHtml', 'info'];
const LONGEST = 120;

const beginning = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

const readable = (field: string, value: unknown): unknown => {
  if (value instanceof Date) return isoTaipei(value);
  return typeof value === 'string' && HTML.includes(field) ? beginning(textOfHtml(value)) : value;
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const changedFields = (before: Fields, after: Fields): { before: Fields; after: Fields } | null => {
  const fields = Object.keys(after).filter((field) => !isSame(before[field], after[field]));
  if (fields.length === 0) return null;
  const pick = (values: Fields) =>
    Object.fromEntries(fields.map((field) => [field, readable(field, values[field])]));
  return { before: pick(before), after: pick(after) };
};
