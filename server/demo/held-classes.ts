import { addDays, today } from '@portal/contract/dates';
import association from './association.json' with { type: 'json' };
import { type DemoClass, fees } from './classes.ts';
import type { CourseCode, OrganizationCode } from './content.ts';

/* The training of two years: the classes of the last one are kept, of those before only the certificates. */

const COURSES: readonly CourseCode[] = [
  'CPR',
  'FA1',
  'CPR',
  'LG1',
  'FA1',
  'WS1',
  'CPR',
  'FA2',
  'LG1',
  'FA1',
  'DP1',
];
const BRANCHES: readonly OrganizationCode[] = ['TPE', 'NTP', 'TXG', 'TPE', 'KHH', 'TYN', 'TPE', 'TNN', 'HUN'];
const HOURS_A_DAY = 8;
const WEEK = 7;
const WEEKS = 110;
/** Of the classes that are kept. */
const KEPT_WEEKS = 53;

export interface Held {
  readonly organization: OrganizationCode;
  readonly train: CourseCode;
  readonly startsIn: number;
  /** The number of days of the training. */
  readonly days: number;
}

const MONTH = /^\d{4}-(?<month>\d\d)/;

/** Months in which most people learn to rescue. */
const isSummer = (day: string): boolean => {
  const month = Number(day.match(MONTH)?.groups?.month);
  return month >= 5 && month <= 8;
};

/** Every second week of the last year, every third one before; more in summer. */
const isTaught = (weeksAgo: number, day: string): boolean => {
  if (weeksAgo > KEPT_WEEKS) return weeksAgo % (isSummer(day) ? 2 : 3) === 1;
  return isSummer(day) ? weeksAgo % 3 !== 0 : weeksAgo % 2 === 0;
};

const daysOf = (train: CourseCode): number => {
  const hours = association.trainclasses.find(({ code }) => code === train)?.hours ?? HOURS_A_DAY;
  return Math.ceil(hours / HOURS_A_DAY);
};

/** Oldest first, each until a Sunday. */
const held = (now: Date, isKept: boolean): Held[] => {
  const day = today(now);
  const sinceSunday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const ends = Array.from({ length: WEEKS - 1 }, (_, week) => WEEKS - week)
    .map((weeksAgo) => ({ weeksAgo, endsIn: -sinceSunday - WEEK * weeksAgo }))
    .filter(({ weeksAgo, endsIn }) => isTaught(weeksAgo, addDays(day, endsIn)));
  return ends.flatMap(({ weeksAgo, endsIn }, n): Held[] => {
    const [organization, train] = [BRANCHES[n % BRANCHES.length], COURSES[n % COURSES.length]];
    if (!organization || !train || weeksAgo <= KEPT_WEEKS !== isKept) return [];
    const days = daysOf(train);
    return [{ organization, train, startsIn: endsIn - days + 1, days }];
  });
};

const FIRST_NUMBER = 201;

/** The classes of the last year, which are over. */
export const heldClasses = (now: Date): DemoClass[] =>
  held(now, true).map(({ organization, train, startsIn }, n) => ({
    ...{ code: `${organization}-${train}-${FIRST_NUMBER + n}`, organization, train, startsIn },
    ...{ limit: 12 + (n % 3) * 4, filled: 6 + ((n * 5) % 6), fee: fees[train] },
    ...{ personal: true, group: true },
  }));

/** The training of the year before. */
export const olderTraining = (now: Date): Held[] => held(now, false);
