import { addDays, today } from '@portal/contract/dates';
import { proveTrainee } from '../src/accounts/actors.ts';
import { findVersion } from '../src/audit/version.ts';
import { lockHolders } from '../src/certificates/issue/holder.ts';
import { insertCertificates } from '../src/certificates/issue/insert-certificates.ts';
import { issueInClass } from '../src/certificates/issue/issue-in-class.ts';
import { lastValidDay } from '../src/certificates/rules.ts';
import { classVersion } from '../src/classes/acts/class-version.ts';
import { completeClass } from '../src/classes/acts/complete-class.ts';
import { cancelRegistration } from '../src/enrolment/seats/cancel-registration.ts';
import { inTransaction, type Tx } from '../src/platform/database/database.ts';
import type { Services } from '../src/platform/services.ts';
import type { Staff } from '../src/staff/actors.ts';
import { findSubjects } from '../src/training/results/achievements.ts';
import { lockResults } from '../src/training/results/lock-results.ts';
import { recordResults } from '../src/training/results/record-result.ts';
import association from './association.json' with { type: 'json' };
import type { DemoClass } from './classes.ts';
import { type Held, heldClasses, olderTraining } from './held-classes.ts';
import type { ClassIds } from './load-classes.ts';
import type { DemoPeople } from './load-people.ts';
import { extraJoinedDaysAgo } from './people.ts';
import { scoresOf } from './scores.ts';
import { takeSteps } from './take-steps.ts';

interface Setting {
  readonly people: DemoPeople;
  readonly staff: Staff;
  readonly classIds: ClassIds;
}

const DAY = 86_400_000;
const HOURS_A_DAY = 8;
/** Days between joining and the first training. */
const SETTLED_DAYS = 50;
/** People who pass an older training. */
const PASSED = 6;

const itemOf = ({ train }: Pick<Held, 'train'>) => {
  const item = association.trainclasses.find(({ code }) => code === train);
  if (!item) throw new Error(`${train} is not in the association`);
  return item;
};

/** Those who had joined by then, in turn, each once. */
const peopleInTurn = (
  { people: { extras } }: Setting,
  startsIn: number,
  { from, count }: { from: number; count: number },
): number[] => {
  const joined = extras.filter((_, n) => extraJoinedDaysAgo(n) >= SETTLED_DAYS - startsIn);
  const turns = Array.from({ length: Math.min(count, joined.length) }, (_, turn) => from + turn);
  return turns.map((turn) => joined[turn % joined.length] ?? 0);
};

/** The certificates of a training that is not kept as a class. Who holds a valid one gets none. */
const issueOlder = async (tx: Tx, training: Held, setting: Setting, at: number, now: Date): Promise<void> => {
  const { organization, startsIn, days } = training;
  const { id: courseId, certificate } = itemOf(training);
  const branch = association.organizations.find(({ code }) => code === organization);
  const firstDay = addDays(today(now), startsIn);
  const lastDay = addDays(firstDay, days - 1);
  const issuedOn = addDays(lastDay, 3);
  const passed = peopleInTurn(setting, startsIn, { from: at * PASSED, count: PASSED });
  const holders = [...(await lockHolders(tx, passed)).values()];
  await insertCertificates(
    tx,
    {
      ...{ organizationId: branch?.id ?? 0, courseId, issuedOn, years: certificate.years },
      endTime: lastValidDay(issuedOn, certificate.years),
      training: { classCode: null, hours: days * HOURS_A_DAY, firstDay, lastDay },
      holders: holders.map((holder) => ({ holder, registrationId: null })),
    },
    { actor: setting.staff, now: new Date(`${issuedOn}T10:00:00+08:00`) },
  );
};

interface Lesson {
  readonly trainingClass: DemoClass;
  readonly classId: number;
  /** A time so many days after the start. */
  readonly at: (days: number) => Date;
}

/** Every ninth person fails. */
const publish = async (
  tx: Tx,
  { trainingClass, classId, at }: Lesson,
  ids: readonly number[],
  setting: Setting,
  seed: number,
): Promise<number[]> => {
  const { id: courseId } = itemOf(trainingClass);
  const known = await findSubjects(tx, courseId);
  const locked = await lockResults(tx, classId, ids);
  const isPassed = (place: number) => (seed + place) % 9 !== 0;
  const people = ids.flatMap((id, place) => {
    const person = locked.get(id);
    const result = isPassed(place) ? (1 as const) : (2 as const);
    return person
      ? [{ locked: person, result, scores: scoresOf(known, isPassed(place), seed + place * 5) }]
      : [];
  });
  await recordResults(tx, { courseId, startTime: at(0) }, people, { actor: setting.staff, now: at(10) });
  return ids.filter((_, place) => isPassed(place));
};

/** A class from its first registration to its certificates. In every fourth one somebody cancels. */
const holdClass = async (
  tx: Tx,
  lesson: Lesson,
  setting: Setting,
  { seed, isLast }: { seed: number; isLast: boolean },
): Promise<void> => {
  const { trainingClass, classId, at } = lesson;
  const { code, fee, filled, startsIn } = trainingClass;
  const people = peopleInTurn(setting, startsIn, { from: seed * 11, count: filled });
  const wave = (some: readonly number[], to: 'confirmed' | 'pending', days: number) => ({
    journeys: some.map((accountId) => ({ accountId, to })),
    ...{ enrolledAt: at(-days), approvedAt: at(2 - days), paidAt: at(6 - days) },
  });
  const about = { id: classId, code, fee };
  const [first = 0, ...others] = people;
  if (seed % 4 === 1) {
    await takeSteps(tx, about, wave([first], 'pending', 35), setting.staff);
    await cancelRegistration(tx, { code }, { actor: proveTrainee({ accountId: first }), now: at(-33) });
  }
  const attending = seed % 4 === 1 ? others : people;
  const ids = await takeSteps(tx, about, wave(attending, 'confirmed', 18 + ((seed * 7) % 14)), setting.staff);
  const passed = await publish(tx, lesson, ids, setting, seed);
  if (isLast) return;
  const context = { actor: setting.staff, now: at(13) };
  const version = await findVersion(tx, classVersion(classId));
  await completeClass(tx, { id: classId, version }, context);
  await issueInClass(tx, { classId, registrationIds: passed }, context);
};

/** Two years of training: certificates of the older one, and the classes of the last year. The last class is still to be completed. */
export const loadHeld = async ({ db }: Services, setting: Setting, now: Date): Promise<void> => {
  await inTransaction(db, async (tx) => {
    for (const [at, training] of olderTraining(now).entries())
      await issueOlder(tx, training, setting, at, now);
    const lessons = heldClasses(now);
    for (const [seed, trainingClass] of lessons.entries()) {
      const classId = setting.classIds.get(trainingClass.code) ?? 0;
      const start = new Date(`${addDays(today(now), trainingClass.startsIn)}T09:00:00+08:00`);
      const at = (days: number) => new Date(start.getTime() + days * DAY);
      const isLast = seed === lessons.length - 1;
      await holdClass(tx, { trainingClass, classId, at }, setting, { seed, isLast });
    }
  });
};
