import { asc, eq } from 'drizzle-orm';
import { proveTrainee } from '../src/accounts/actors.ts';
import { subjects } from '../src/catalogue/tables.ts';
import { classes } from '../src/classes/tables.ts';
import { approveRegistration } from '../src/enrolment/review/approve-registration.ts';
import { enrol } from '../src/enrolment/seats/enrol.ts';
import { enrolMembers } from '../src/groups/enrol-members.ts';
import { confirmPayment } from '../src/payment/confirm-payment.ts';
import type { Tx } from '../src/platform/database/database.ts';
import type { Services } from '../src/platform/services.ts';
import type { Staff } from '../src/staff/actors.ts';
import { recordResult } from '../src/training/results/record-result.ts';
import { pastClasses } from './classes.ts';
import type { DemoGroups, DemoPeople } from './load-people.ts';

interface Setting {
  readonly people: DemoPeople;
  readonly groups: DemoGroups;
  readonly staff: Staff;
}

const DAY = 86_400_000;

/** 林怡君 went there with 藍海救生隊. */
const CLASSES_OF_BOTH = ['TPE-LG1-062', 'TPE-FA1-066', 'HUN-CPR-071'];
const FAILED = ['HQ-LGI-063', 'NTP-FA2-067'];
/** Began a few days ago. */
const UNDER_WAY = 'TNN-LG2-072';

interface Subject {
  readonly id: number;
  readonly fullScore: number;
  readonly passScore: number;
}

const subjectsOf = (tx: Tx, code: string): Promise<Subject[]> =>
  tx
    .select({ id: subjects.id, fullScore: subjects.fullScore, passScore: subjects.passScore })
    .from(subjects)
    .innerJoin(classes, eq(classes.courseId, subjects.courseId))
    .where(eq(classes.code, code))
    .orderBy(asc(subjects.position));

/** Enough in every subject; who fails misses it in the last one. Halves come up too. */
const scoresOf = (known: readonly Subject[], passed: boolean, seed: number) =>
  known.map(({ id, fullScore, passScore }, at) => {
    const above = passScore + 3 + ((seed * 13 + at * 7.5) % (fullScore - passScore - 3));
    const missed = !passed && at === known.length - 1;
    return { subjectId: id, score: missed ? passScore - 8 : above };
  });

/** Confirmed registrations of demo people in a class: their ids, in the order of the people. */
const fill = async (
  tx: Tx,
  code: string,
  { people: { cast }, groups, staff }: Setting,
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
  for (const registrationId of ids) {
    await approveRegistration(tx, { registrationId }, { actor: staff, now: later(3) });
    await confirmPayment(tx, { registrationId }, { actor: staff, now: later(8) });
  }
  return ids;
};

/** 林怡君's results: nine passed, two failed, one not completed; all but the last with scores. */
export const loadTraining = async ({ db }: Services, setting: Setting, now: Date): Promise<void> => {
  for (const [n, { code, startsIn }] of pastClasses.entries()) {
    const at = (days: number) => new Date(now.getTime() + (startsIn + days) * DAY);
    await db.transaction(async (tx) => {
      const ids = await fill(tx, code, setting, at(-30));
      if (code === UNDER_WAY) return;
      const known = await subjectsOf(tx, code);
      for (const [who, registrationId] of ids.entries()) {
        const passed = !FAILED.includes(code);
        const scores = scoresOf(known, passed, n + who * 5);
        const result = passed ? 1 : 2;
        await recordResult(tx, { registrationId, result, scores }, { actor: setting.staff, now: at(12) });
      }
    });
  }
};
