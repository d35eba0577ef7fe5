import { addDays, isDate, parseMinguo } from '@portal/contract/dates';

/* Pure. Days of the past in files of other systems. */

const two = (digits: string): string => digits.padStart(2, '0');

const western = (year: string, month: string, day: string): string | null => {
  const date = `${year}-${two(month)}-${two(day)}`;
  return isDate(date) ? date : null;
};

/** 26/11/1990 can be read in one way only, 05/11/1990 in two. */
const withYearLast = (first: string, second: string, year: string): string | null => {
  if (Number(first) > 12) return western(year, second, first);
  return Number(second) > 12 || first === second ? western(year, first, second) : null;
};

const DAY_OF_SERIAL_0 = '1899-12-30';
const LAST_SERIAL = 73_050;

/** A day as Excel counts it, in a cell that is not formatted as a date. */
const serialDay = (text: string): string | null =>
  /^\d{5}$/.test(text) && Number(text) <= LAST_SERIAL ? addDays(DAY_OF_SERIAL_0, Number(text)) : null;

/**
 * `1990/5/14`, `19900514`, `79.05.14`, `0790514`, `民國79年5月14日`, `5/14/1990` where only one day can be meant. Null for
 * anything else. A short year is a Minguo year.
 */
export const readDay = (cell: string): string | null => {
  const text = cell
    .normalize('NFKC')
    .trim()
    .replace(/\s+\d{1,2}:\d{2}(:\d{2})?$/, '')
    .replace(/^(西元|公元)/, '')
    .replace(/^中華民國/, '民國')
    .replace(/\s*([-/.年月])\s*/g, '$1');
  const [, a = '', b = '', c = ''] = /^(\d{1,4})[-/.年](\d{1,2})[-/.月](\d{1,4})日?$/.exec(text) ?? [];
  if (a.length === 4)
    return c.length <= 2 ? (western(a, b, c) ?? parseMinguo(`${Number(a)}/${b}/${c}`)) : null;
  if (c.length === 4 && a.length <= 2) return withYearLast(a, b, c);
  if (c.length <= 2 && a !== '') return parseMinguo(`${a}/${b}/${c}`);
  if (/^\d{8}$/.test(text)) {
    const [year, month, day] = [text.slice(0, 4), text.slice(4, 6), text.slice(6)];
    return western(year, month, day) ?? parseMinguo(`${Number(year)}/${month}/${day}`);
  }
  return serialDay(text) ?? parseMinguo(text);
};
