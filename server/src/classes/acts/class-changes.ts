import { isoTaipei } from '@portal/contract/dates';
import type { EventData, EventField, NamedFields } from '@portal/contract/office/event-fields';
import { textOfHtml } from '../../platform/http/html.ts';

const HTML_FIELDS = ['html', 'paidHtml', 'info'];
const MAX_TEXT_LENGTH = 120;

const shorten = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;

const eventValue = (field: string, value: unknown): unknown => {
  if (value instanceof Date) return isoTaipei(value);
  return typeof value === 'string' && HTML_FIELDS.includes(field) ? shorten(textOfHtml(value)) : value;
};

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns the fields that differ, for an event, with HTML shortened to plain text; null if none differs. */
export const changedClassFields = <After extends EventData>(
  before: { readonly [Field in keyof After]?: unknown },
  after: NamedFields<After>,
): { before: EventData; after: EventData } | null => {
  const fields = (Object.keys(after) as EventField[]).filter((field) => !isSame(before[field], after[field]));
  if (fields.length === 0) return null;
  const pick = (values: EventData): EventData =>
    Object.fromEntries(fields.map((field) => [field, eventValue(field, values[field])]));
  return { before: pick(before), after: pick(after) };
};
