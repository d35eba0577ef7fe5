import { isoTaipei } from '@portal/contract/dates';
import type { EventData, EventField, NamedFields } from '@portal/contract/office/event-fields';
import { textOfHtml } from '../../platform/http/html.ts';

/* The changes of a class as its event shows them: only fields that differ, with long texts shortened. */

const HTML = ['html', 'paidHtml', 'info'];
const MAX_LENGTH = 120;

const beginning = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;

const readable = (field: string, value: unknown): unknown => {
  if (value instanceof Date) return isoTaipei(value);
  return typeof value === 'string' && HTML.includes(field) ? beginning(textOfHtml(value)) : value;
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const changedClassFields = <After extends EventData>(
  before: { readonly [Field in keyof After]?: unknown },
  after: NamedFields<After>,
): { before: EventData; after: EventData } | null => {
  const fields = (Object.keys(after) as EventField[]).filter((field) => !isSame(before[field], after[field]));
  if (fields.length === 0) return null;
  const pick = (values: EventData): EventData =>
    Object.fromEntries(fields.map((field) => [field, readable(field, values[field])]));
  return { before: pick(before), after: pick(after) };
};
