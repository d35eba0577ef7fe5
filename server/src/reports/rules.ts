import { addMonths, today } from '@portal/contract/dates';
import { type Prefix, prefixOf, whole } from '../people/rules.ts';

/** `2026-01`. */
export const firstMonth = (now: Date, months: number): string =>
  addMonths(today(now), 1 - months).slice(0, 7);

export const certificatePrefix = (q: string): Prefix | null => {
  const number = whole(q.toUpperCase(), /^[A-Z0-9-]{3,40}$/);
  return number === null ? null : prefixOf(number);
};
