import { addDays } from '@portal/contract/dates';
import type { FilledDay } from '@portal/contract/office/reports';

/** More columns would be too thin to point at on a phone. */
const COLUMNS_MAX = 60;
const WEEK = 7;

export interface FillColumn {
  /** The last day of the column. */
  readonly day: string;
  /** Seats that are still held of the days before. */
  readonly before: number;
  /** Seats held at the end of the column. */
  readonly held: number;
  readonly taken: number;
  readonly returned: number;
}

const daysUntil = (first: string, last: string): string[] => {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
};

/** Whole weeks that end with the last day. */
const weeksOf = (days: readonly string[]): string[] =>
  days.filter((_, at) => (days.length - 1 - at) % WEEK === 0);

/** A column for each day from the first registration until `last`, or for each week if there are too many days. */
export const fillColumns = (changes: readonly FilledDay[], last: string): FillColumn[] => {
  const [first] = changes;
  if (!first) return [];
  const days = daysUntil(first.day, last > first.day ? last : first.day);
  const ends = days.length > COLUMNS_MAX ? weeksOf(days) : days;
  let held = 0;
  return ends.map((day, at) => {
    const within = changes.filter((change) => change.day <= day && change.day > (ends[at - 1] ?? ''));
    const sum = (of: 'taken' | 'returned') => within.reduce((total, change) => total + change[of], 0);
    const [former, taken, returned] = [held, sum('taken'), sum('returned')];
    held += taken - returned;
    return { day, before: Math.min(former, held), held, taken, returned };
  });
};
