/*
 * Dates are calendar days in Taipei as `2026-12-05`; Taipei is UTC+8 all year. Functions that calculate
 * expect dates that `isDate` accepts.
 */

const TAIPEI = 8 * 3_600_000;
const DAY = 86_400_000;

const two = (n: number) => String(n).padStart(2, '0');
const four = (n: number) => String(n).padStart(4, '0');

const utc = (date: string): Date => new Date(`${date}T00:00:00Z`);
const asDate = (time: Date): string => time.toISOString().slice(0, 10);

/** A real calendar day of the years 1900 to 2999. */
export const isDate = (text: string): boolean => {
  if (!/^(19|2[0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}$/.test(text)) return false;
  const time = utc(text);
  return !Number.isNaN(time.getTime()) && asDate(time) === text;
};

/** Nearly always a Minguo year typed into a Western field: a year below 1900, then month and day. */
export const looksMinguo = (text: string): boolean =>
  /^(0[0-9]{3}|1[0-8][0-9]{2}|[0-9]{1,3})([-/.])[0-9]{1,2}\2[0-9]{1,2}$/.test(text);

export const today = (now: Date): string => asDate(new Date(now.getTime() + TAIPEI));

/** A moment as the wire has it, in Taipei time: `2026-12-05T09:00:00+08:00`. */
export const isoTaipei = (time: Date): string =>
  `${new Date(time.getTime() + TAIPEI).toISOString().slice(0, 19)}+08:00`;

export const addDays = (date: string, days: number): string =>
  asDate(new Date(utc(date).getTime() + days * DAY));

export const addMonths = (date: string, months: number): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const count = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(count / 12), (count % 12) + 1];
  const last = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate();
  return `${four(toYear)}-${two(toMonth)}-${two(Math.min(day, last))}`;
};

/** 29 February becomes 28 where the year has none. */
export const addYears = (date: string, years: number): string => addMonths(date, years * 12);

/** `民國 115 年 12 月 5 日` (Western year − 1911); before 1912 `民國前 1 年 …`. */
export const minguo = (date: string): string => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const era = year > 1911 ? `民國 ${year - 1911}` : `民國前 ${1912 - year}`;
  return `${era} 年 ${month} 月 ${day} 日`;
};

const minguoForms = [
  /^(?:民國)? ?([0-9]{1,3}) ?年 ?([0-9]{1,2}) ?月 ?([0-9]{1,2}) ?日$/,
  /^([0-9]{1,3})\/([0-9]{1,2})\/([0-9]{1,2})$/,
  /^([0-9]{1,3})\.([0-9]{1,2})\.([0-9]{1,2})$/,
  /^([0-9]{2,3})([0-9]{2})([0-9]{2})$/,
];

/**
 * A date with a Minguo year as a Western one: `民國113年2月29日`, `113/2/29`, `113.02.29`, `1130229` (six digits below
 * year 100) are `2024-02-29`. Null for anything else, a day that does not exist, or a year before 民國 1.
 */
export const parseMinguo = (text: string): string | null => {
  const typed = text.normalize('NFKC').trim();
  const found = minguoForms.map((form) => form.exec(typed)).find((match) => match !== null);
  if (!found) return null;
  const [year = 0, month = 0, day = 0] = found.slice(1).map(Number);
  const date = `${four(year + 1911)}-${two(month)}-${two(day)}`;
  return year > 0 && isDate(date) ? date : null;
};

export const weekday = (date: string): string => '日一二三四五六'.charAt(utc(date).getUTCDay());

/** `2026-12-05（六）09:00`, `2026-12-05（六）`. */
export const readable = (wire: string): string => {
  const date = wire.slice(0, 10);
  return `${date}（${weekday(date)}）${wire.slice(11, 16)}`;
};

/** `2026-12-05（六）09:00`. */
export const readableTime = (time: Date): string => readable(isoTaipei(time));
