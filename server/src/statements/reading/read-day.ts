import { addDays, isDate } from '@portal/contract/dates';
import type { StatementShape } from '@portal/contract/office/statements';
import { plainText } from './plain-text.ts';

/* Pure. */

type Dates = StatementShape['dates'];

/** `ambiguous`: it could be several days, and nothing says which. */
export type DayFault = 'date' | 'ambiguous_date';

const FIRST_DAY = '2000-01-01';
const MIN_WESTERN_YEAR = 1900;
const MINGUO_OFFSET = 1911;

const isoOf = (year: number, month: string, day: string): string | DayFault => {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(iso) && iso >= FIRST_DAY ? iso : 'date';
};

/** The western year of three or four digits. */
const fullYear = (digits: string): number => {
  const year = Number(digits);
  return year >= MIN_WESTERN_YEAR ? year : year + MINGUO_OFFSET;
};

type Parts = readonly [string, string, string];

const dayWithShortYear = ([a, b, c]: Parts, dates: Dates): string | DayFault => {
  if (dates === 'western') return isoOf(2000 + Number(a), b, c);
  if (dates === 'minguo') return isoOf(MINGUO_OFFSET + Number(a), b, c);
  if (dates === 'day_first') return isoOf(2000 + Number(c), b, a);
  if (dates === 'month_first') return isoOf(2000 + Number(c), a, b);
  return 'ambiguous_date';
};

/** 26/11/2026 can be read in one way only, 05/11/2026 in two. */
const dayWithYearLast = ([a, b, c]: Parts, dates: Dates): string | DayFault => {
  if (dates === 'day_first' || Number(a) > 12) return isoOf(Number(c), b, a);
  if (dates === 'month_first' || Number(b) > 12 || a === b) return isoOf(Number(c), a, b);
  return 'ambiguous_date';
};

const separatedDay = (text: string, dates: Dates): string | DayFault | null => {
  const [, a = '', b = '', c = ''] = /^(\d{1,4})[-/.年](\d{1,2})[-/.月](\d{1,4})日?(?=\D|$)/.exec(text) ?? [];
  if (a === '') return null;
  if (a.length > 2) return isoOf(fullYear(a), b, c);
  if (c.length > 2) return c.length === 4 ? dayWithYearLast([a, b, c], dates) : 'date';
  return dayWithShortYear([a, b, c], dates);
};

/** `1151126`, `01151126`, `20261126`, each also with a time of four or six digits; `261126`. */
const compactDay = (text: string, dates: Dates): string | DayFault | null => {
  const [digits = ''] = /^\d+(?=\D|$)/.exec(text) ?? [];
  if ([8, 12, 14].includes(digits.length))
    return isoOf(fullYear(digits.slice(0, 4)), digits.slice(4, 6), digits.slice(6, 8));
  if ([7, 11, 13].includes(digits.length))
    return isoOf(fullYear(digits.slice(0, 3)), digits.slice(3, 5), digits.slice(5, 7));
  if (digits.length !== 6) return null;
  return dayWithShortYear([digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 6)], dates);
};

const DAY_OF_SERIAL_0 = '1899-12-30';
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_050];

/** A day as Excel counts it, in a cell that is not formatted as a date. */
const serialDay = (text: string): string | null => {
  if (!/^\d{5}(\.\d+)?$/.test(text)) return null;
  const days = Math.floor(Number(text));
  return days >= FIRST_SERIAL && days <= LAST_SERIAL ? addDays(DAY_OF_SERIAL_0, days) : null;
};

/** `2026/12/1`, `20261201`, `115.12.01`, `1151201`, `民國115年12月1日`, with or without a weekday and a time. */
export const readDay = (cell: string, dates: Dates): string | DayFault => {
  const plain = plainText(cell);
  const text = plain
    .replace(/^(中華)?民國/, '')
    .replace(/\s*([-/.年月])\s*/g, '$1')
    .trim();
  const order = /^(中華)?民國/.test(plain) ? 'minguo' : dates;
  return separatedDay(text, order) ?? serialDay(text) ?? compactDay(text, order) ?? 'date';
};

export const isDay = (read: string): boolean => read !== 'date' && read !== 'ambiguous_date';

/** Whether a date that can only be one day contradicts the order: 26/11/2026 has the day first. */
const contradicts = (cell: string, dates: Dates): boolean => {
  const [, a = '', b = ''] = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{4}/.exec(plainText(cell)) ?? [];
  return dates === 'day_first' ? Number(b) > 12 : Number(a) > 12;
};

/** The age of the oldest transaction, tried in this order. */
const MAX_AGES_IN_DAYS = [92, 400, 3700];

const isSorted = (days: readonly string[]): boolean => {
  const sorted = days.toSorted();
  return [sorted, sorted.toReversed()].some((order) => order.every((day, at) => day === days[at]));
};

/** Returns the only order in which all ambiguous dates are recent days; `auto` if there is none, or more than one. */
export const guessDates = (cells: readonly string[], today: string): Dates => {
  const unclear = cells.filter((cell) => readDay(cell, 'auto') === 'ambiguous_date');
  if (unclear.length === 0) return 'auto';
  const ways = (['western', 'day_first', 'month_first'] as const)
    .filter((dates) => !cells.some((cell) => contradicts(cell, dates)))
    .map((dates) => ({ dates, days: unclear.map((cell) => readDay(cell, dates)) }));
  for (const age of MAX_AGES_IN_DAYS) {
    const [from, until] = [addDays(today, -age), addDays(today, 1)];
    const fitting = ways.filter(({ days }) => days.every((day) => isDay(day) && day >= from && day <= until));
    const sorted = fitting.filter(({ days }) => isSorted(days));
    const preferred = sorted.length > 0 ? sorted : fitting;
    const [found] = preferred;
    if (found) return preferred.every(({ days }) => `${days}` === `${found.days}`) ? found.dates : 'auto';
  }
  return 'auto';
};
