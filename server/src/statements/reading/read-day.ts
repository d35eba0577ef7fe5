import { addDays, isDate } from '@portal/contract/dates';
import type { StatementShape } from '@portal/contract/office/statements';
import { plainText } from './plain-text.ts';

/* Pure. */

type Dates = StatementShape['dates'];

/** `ambiguous`: it could be several days, and nothing says which. */
export type DayFault = 'date' | 'ambiguous_date';

const FIRST_DAY = '2000-01-01';
const WESTERN_FROM = 1900;
const MINGUO = 1911;

const isoOf = (year: number, month: string, day: string): string | DayFault => {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(iso) && iso >= FIRST_DAY ? iso : 'date';
};

/** A year of three or four digits. */
const longYear = (digits: string): number => {
  const year = Number(digits);
  return year >= WESTERN_FROM ? year : year + MINGUO;
};

type Parts = readonly [string, string, string];

const shortYear = ([a, b, c]: Parts, dates: Dates): string | DayFault => {
  if (dates === 'western') return isoOf(2000 + Number(a), b, c);
  if (dates === 'minguo') return isoOf(MINGUO + Number(a), b, c);
  if (dates === 'day_first') return isoOf(2000 + Number(c), b, a);
  if (dates === 'month_first') return isoOf(2000 + Number(c), a, b);
  return 'ambiguous_date';
};

/** 26/11/2026 can only be one day, 05/11/2026 could be two. */
const yearLast = ([a, b, c]: Parts, dates: Dates): string | DayFault => {
  if (dates === 'day_first' || Number(a) > 12) return isoOf(Number(c), b, a);
  if (dates === 'month_first' || Number(b) > 12 || a === b) return isoOf(Number(c), a, b);
  return 'ambiguous_date';
};

const partedDay = (text: string, dates: Dates): string | DayFault | null => {
  const [, a = '', b = '', c = ''] = /^(\d{1,4})[-/.年](\d{1,2})[-/.月](\d{1,4})日?(?=\D|$)/.exec(text) ?? [];
  if (a === '') return null;
  if (a.length > 2) return c.length > 2 ? 'date' : isoOf(longYear(a), b, c);
  if (c.length > 2) return c.length === 4 ? yearLast([a, b, c], dates) : 'date';
  return shortYear([a, b, c], dates);
};

/** 1151126, 01151126, 20261126, each also with a time of four or six digits; 261126. */
const joinedDay = (text: string, dates: Dates): string | DayFault | null => {
  const [digits = ''] = /^\d+(?=\D|$)/.exec(text) ?? [];
  if ([8, 12, 14].includes(digits.length))
    return isoOf(longYear(digits.slice(0, 4)), digits.slice(4, 6), digits.slice(6, 8));
  if ([7, 11, 13].includes(digits.length))
    return isoOf(longYear(digits.slice(0, 3)), digits.slice(3, 5), digits.slice(5, 7));
  if (digits.length !== 6) return null;
  return shortYear([digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 6)], dates);
};

const SERIAL_ZERO = '1899-12-30';
const [FIRST_SERIAL, LAST_SERIAL] = [36_526, 73_050];

/** The number of a day in Excel, where the format of the cell does not say that it is one. */
const serialDay = (text: string): string | null => {
  if (!/^\d{5}(\.\d+)?$/.test(text)) return null;
  const days = Math.floor(Number(text));
  return days >= FIRST_SERIAL && days <= LAST_SERIAL ? addDays(SERIAL_ZERO, days) : null;
};

/** `2026/12/1`, `20261201`, `115.12.01`, `1151201`, `民國115年12月1日`, with or without a weekday and a time. */
export const readDay = (cell: string, dates: Dates): string | DayFault => {
  const plain = plainText(cell);
  const text = plain
    .replace(/^(中華)?民國/, '')
    .replace(/\s*([-/.年月])\s*/g, '$1')
    .trim();
  const order = /^(中華)?民國/.test(plain) ? 'minguo' : dates;
  return partedDay(text, order) ?? serialDay(text) ?? joinedDay(text, order) ?? 'date';
};

export const isDay = (read: string): boolean => read !== 'date' && read !== 'ambiguous_date';

/** Whether a date that can only be one day contradicts the order: 26/11/2026 has the day first. */
const contradicts = (cell: string, dates: Dates): boolean => {
  const [, a = '', b = ''] = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{4}/.exec(plainText(cell)) ?? [];
  if (a === '') return false;
  return dates === 'day_first' ? Number(b) > 12 : Number(a) > 12;
};

/** Days in which the transactions of a new statement lie, the nearest first. */
const WINDOWS = [92, 400, 3700];

const isSorted = (days: readonly string[]): boolean => {
  const sorted = days.toSorted();
  return [sorted, sorted.toReversed()].some((order) => order.every((day, at) => day === days[at]));
};

/** Reads dates that could be several days in the one way in which all of them lie in the last weeks, or months. */
export const guessDates = (cells: readonly string[], today: string): Dates => {
  const unclear = cells.filter((cell) => readDay(cell, 'auto') === 'ambiguous_date');
  if (unclear.length === 0) return 'auto';
  const ways = (['western', 'minguo', 'day_first', 'month_first'] as const)
    .filter((dates) => !cells.some((cell) => contradicts(cell, dates)))
    .map((dates) => ({ dates, days: unclear.map((cell) => readDay(cell, dates)) }));
  for (const window of WINDOWS) {
    const [from, until] = [addDays(today, -window), addDays(today, 1)];
    const fitting = ways.filter(({ days }) => days.every((day) => isDay(day) && day >= from && day <= until));
    const sorted = fitting.filter(({ days }) => isSorted(days));
    const [found] = sorted.length > 0 ? sorted : fitting;
    const rest = sorted.length > 0 ? sorted : fitting;
    if (found) return rest.every(({ days }) => `${days}` === `${found.days}`) ? found.dates : 'auto';
  }
  return 'auto';
};
