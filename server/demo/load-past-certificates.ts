import { addDays, addYears, today } from '@portal/contract/dates';
import { issueCertificate } from '../src/certificates/issue/issue-certificate.ts';
import type { Tx } from '../src/platform/database/database.ts';
import type { Staff } from '../src/staff/actors.ts';
import association from './association.json' with { type: 'json' };
import type { CourseCode, OrganizationCode } from './content.ts';

/* Certificates from two years of training. Those of one class share day, place and course. */

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
const WEEKS = 110;
const PEOPLE_PER_CLASS = 4;

interface PastClass {
  readonly branch: OrganizationCode;
  readonly course: CourseCode;
  /** A Sunday. */
  readonly lastDay: string;
}

const MONTH = /^\d{4}-(?<month>\d\d)/;

/** Every third week, and from May to August every second one. */
const isTaught = (weeksAgo: number, day: string): boolean => {
  const month = Number(day.match(MONTH)?.groups?.month);
  return weeksAgo % (month >= 5 && month <= 8 ? 2 : 3) === 1;
};

const pastClasses = (day: string): PastClass[] => {
  const sunday = addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay());
  const days = Array.from({ length: WEEKS }, (_, week) => WEEKS - week)
    .map((weeksAgo) => ({ weeksAgo, lastDay: addDays(sunday, -7 * weeksAgo) }))
    .filter(({ weeksAgo, lastDay }) => isTaught(weeksAgo, lastDay));
  return days.flatMap(({ lastDay }, n) => {
    const [branch, course] = [BRANCHES[n % BRANCHES.length], COURSES[n % COURSES.length]];
    return branch && course ? [{ branch, course, lastDay }] : [];
  });
};

const placeOf = ({ branch, course }: PastClass) => {
  const organization = association.organizations.find(({ code }) => code === branch);
  const item = association.trainclasses.find(({ code }) => code === course);
  if (!organization || !item) throw new Error(`${branch} ${course} is not in the association`);
  return { organizationId: organization.id, courseId: item.id, years: item.certificate.years };
};

/** Each class is passed by the next people in turn; who holds a valid certificate of the kind gets none. */
export const loadPastCertificates = async (
  tx: Tx,
  { people, staff }: { readonly people: readonly number[]; readonly staff: Staff },
  now: Date,
): Promise<void> => {
  const ends = new Map<string, string>();
  for (const [n, past] of pastClasses(today(now)).entries()) {
    const { years, ...place } = placeOf(past);
    const [firstDay, issuedOn] = [addDays(past.lastDay, -1), addDays(past.lastDay, 3)];
    const training = { hours: 16, firstDay, lastDay: past.lastDay };
    const by = { actor: staff, now: new Date(`${issuedOn}T10:00:00+08:00`) };
    for (let turn = n * PEOPLE_PER_CLASS; turn < (n + 1) * PEOPLE_PER_CLASS; turn += 1) {
      const accountId = people[turn % people.length] ?? 0;
      const held = `${accountId} ${past.course}`;
      if ((ends.get(held) ?? '') >= issuedOn) continue;
      await issueCertificate(tx, { accountId, ...place, ...training, issuedOn }, by);
      ends.set(held, addDays(addYears(issuedOn, years), -1));
    }
  }
};
