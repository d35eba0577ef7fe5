import { proveTrainee } from '../src/accounts/actors.ts';
import { approveInClass } from '../src/enrolment/review/approve-registration.ts';
import { enrol } from '../src/enrolment/seats/enrol.ts';
import { enrolMembers } from '../src/groups/enrol-members.ts';
import { confirmPayments } from '../src/payment/confirm-payment.ts';
import { inTransaction, type Tx } from '../src/platform/database/database.ts';
import type { Services } from '../src/platform/services.ts';
import type { Staff } from '../src/staff/actors.ts';
import { findSubjects } from '../src/training/results/achievements.ts';
import { lockResults } from '../src/training/results/lock-results.ts';
import { recordResults } from '../src/training/results/record-result.ts';
import association from './association.json' with { type: 'json' };
import { pastClasses } from './classes.ts';
import type { ClassIds } from './load-classes.ts';
import type { DemoGroups, DemoPeople } from './load-people.ts';
import { scoresOf } from './scores.ts';

interface Setting {
  readonly people: DemoPeople;
  readonly groups: DemoGroups;
  readonly staff: Staff;
  readonly classIds: ClassIds;
}

const DAY = 86_400_000;

/** 林怡君 went there with 藍海救生隊. */
const CLASSES_OF_BOTH = ['TPE-LG1-062', 'TPE-FA1-066', 'HUN-CPR-071'];
const FAILED = ['HQ-LGI-063', 'NTP-FA2-067'];
/** Began a few days ago. */
const UNDER_WAY = 'TNN-LG2-072';

const subjectsOf = async (tx: Tx, code: string) => {
  const courseId = association.trainclasses.find((item) => item.code === code.split('-')[1])?.id ?? 0;
  return [await findSubjects(tx, courseId), courseId] as const;
};

interface Lesson {
  readonly code: string;
  readonly ids: readonly number[];
  readonly seed: number;
  readonly startTime: Date;
}

const publish = async (
  tx: Tx,
  { code, ids, seed, startTime }: Lesson,
  { staff, classIds }: Setting,
  now: Date,
): Promise<void> => {
  const [known, courseId] = await subjectsOf(tx, code);
  const locked = await lockResults(tx, classIds.get(code) ?? 0, ids);
  const passed = !FAILED.includes(code);
  const people = ids.flatMap((id, who) => {
    const person = locked.get(id);
    const result = passed ? (1 as const) : (2 as const);
    return person ? [{ locked: person, result, scores: scoresOf(known, passed, seed + who * 5) }] : [];
  });
  await recordResults(tx, { courseId, startTime }, people, { actor: staff, now });
};

/** Confirmed registrations of demo people in a class: their ids, in the order of the people. */
const fill = async (
  tx: Tx,
  code: string,
  { people: { cast }, groups, staff, classIds }: Setting,
  now: Date,
): Promise<number[]> => {
  const ids = CLASSES_OF_BOTH.includes(code)
    ? await enrolMembers(
        tx,
        {
          code,
          group: groups.managed,
          accountIds: [cast.lin, cast.chen, cast.huang],
        },
        { actor: proveTrainee({ accountId: cast.chen }), now },
      )
    : [await enrol(tx, { code }, { actor: proveTrainee({ accountId: cast.lin }), now })];
  const later = (days: number) => new Date(now.getTime() + days * DAY);
  const registrationIds = ids;
  const classId = classIds.get(code) ?? 0;
  await approveInClass(tx, { classId, registrationIds }, { actor: staff, now: later(3) });
  await confirmPayments(tx, { registrationIds }, { actor: staff, now: later(8) });
  return ids;
};

/** 林怡君's results: nine passed, two failed, one not completed; all but the last with scores. */
export const loadTraining = async ({ db }: Services, setting: Setting, now: Date): Promise<void> => {
  await inTransaction(db, async (tx) => {
    for (const [n, { code, startsIn }] of pastClasses.entries()) {
      const at = (days: number) => new Date(now.getTime() + (startsIn + days) * DAY);
      const ids = await fill(tx, code, setting, at(-30));
      if (code !== UNDER_WAY) await publish(tx, { code, ids, seed: n, startTime: at(0) }, setting, at(12));
    }
  });
};
