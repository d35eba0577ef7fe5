import { EditedClass } from '@portal/contract/office/classes';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveTrainee } from '../src/accounts/actors.ts';
import { subjects } from '../src/catalogue/tables.ts';
import { findCandidates, requireIssuingClass } from '../src/certificates/desk/candidates.ts';
import { issueForClass } from '../src/certificates/desk/issue-for-class.ts';
import { findMatrix } from '../src/certificates/group/matrix.ts';
import { issueInClass } from '../src/certificates/issue/issue-in-class.ts';
import { remindHolders } from '../src/certificates/reminders/remind-holders.ts';
import { sendDigests } from '../src/certificates/reminders/send-digests.ts';
import { certificateNeeds, certificateReminders, certificates } from '../src/certificates/tables.ts';
import { callOffClass } from '../src/classes/acts/call-off-class.ts';
import { editClass } from '../src/classes/acts/edit-class.ts';
import { postponeClass } from '../src/classes/acts/postpone-class.ts';
import { remindSeatHolders } from '../src/classes/reminders/remind-seat-holders.ts';
import { classes } from '../src/classes/tables.ts';
import { messageClass } from '../src/correspondence/message-class.ts';
import { lockRegistrations } from '../src/enrolment/lock-registrations.ts';
import { approveInClass } from '../src/enrolment/review/approve-registration.ts';
import { giveBackSeats } from '../src/enrolment/seats/seats.ts';
import type { State } from '../src/enrolment/states.ts';
import { registrations } from '../src/enrolment/tables.ts';
import { enrolMembers } from '../src/groups/enrol-members.ts';
import { submitRoster } from '../src/groups/submit-roster.ts';
import { mails } from '../src/mail/tables.ts';
import { confirmPayments } from '../src/payment/confirm-payment.ts';
import { recordPartialPayment } from '../src/payment/record-partial-payment.ts';
import { rejectReport } from '../src/payment/reject-report.ts';
import { settlePayment } from '../src/payment/settle-payment.ts';
import { takeSurplus } from '../src/payment/take-surplus.ts';
import { undoPayment } from '../src/payment/undo-payment.ts';
import { inTransaction, type Tx } from '../src/platform/database/database.ts';
import { Refusal } from '../src/platform/errors.ts';
import { markAttendance } from '../src/training/attendance/mark-attendance.ts';
import { correctResults } from '../src/training/results/correct-result.ts';
import { publishResults } from '../src/training/results/publish-results.ts';
import { saveScores } from '../src/training/results/save-scores.ts';
import { NOW, openTestPortal, type TestPortal } from './app.ts';
import { buildAccount } from './factories/account.ts';
import {
  buildClass,
  buildClassSession,
  buildClassWithSession,
  buildCourse,
  classForm,
  formSession,
} from './factories/catalogue.ts';
import { buildCertificate, buildNeed } from './factories/certificate.ts';
import { buildDesk, settlement } from './factories/desk.ts';
import { asManaged, buildGroup, buildMembership } from './factories/group.ts';
import { buildRegistration } from './factories/registration.ts';
import { asStaff, buildStaff, decidingStaff, grant } from './factories/staff.ts';
import { record } from './plans/recorder.ts';

/* An act on many people takes as many statements as an act on a few. */

const [FEW, MANY] = [3, 30];

let portal: TestPortal;
const accounts: { id: number }[] = [];
beforeAll(async () => {
  portal = await openTestPortal();
  while (accounts.length < MANY)
    accounts.push(await buildAccount(portal.db, { photoKey: `photos/${accounts.length}` }));
});
afterAll(() => portal.close());

const by = { actor: decidingStaff(), now: NOW };
/** A colleague who has changed something meanwhile. */
const byOther = { actor: decidingStaff(null, 2), now: NOW };

const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(portal.db, work);
const limitNumber = MANY;

const seat = async (target: { id: number }, people: number, state: State) => {
  const ids: number[] = [];
  for (const account of accounts.slice(0, people)) {
    ids.push((await buildRegistration(portal.db, { class: target, account, state })).id);
  }
  return ids;
};

/** A class that has begun, with scores by which every other person passes. */
const buildScored = async (people: number) => {
  const { id: classId, courseId } = await buildClass(portal.db, { startTime: NOW, limitNumber, fee: 0 });
  const ids = await seat({ id: classId }, people, 'confirmed');
  const asked = await portal.db
    .select()
    .from(subjects)
    .where(eq(subjects.courseId, courseId))
    .orderBy(asc(subjects.position));
  const subjectIds = asked.map(({ id }) => id);
  const cells = ids.flatMap((registrationId, at) =>
    subjectIds.map((subjectId) => ({ registrationId, subjectId, score: at % 2 ? 50 : 80, version: 0 })),
  );
  await run((tx) => saveScores(tx, { classId, cells }, byOther));
  const seen = ids.map((registrationId, at) => ({
    registrationId,
    version: 1,
    result: at % 2 ? (2 as const) : (1 as const),
  }));
  return { classId, ids, subjectIds, cells, people: seen };
};

/** All refusals are the same one. */
const refusedAs = (code: string, found: readonly { readonly refusal: { readonly code: string } | null }[]) =>
  expect(new Set(found.map(({ refusal }) => refusal?.code))).toEqual(new Set([code]));

const buildCallOff = async (people: number) => {
  const { id } = await buildClass(portal.db, { limitNumber });
  await seat({ id }, people, 'confirmed');
  const input = { id, version: 0, reason: 'too_few', text: '人數不足' } as const;
  return (tx: Tx) => callOffClass(tx, input, by);
};

const buildSeated = async (people: number) => {
  const target = await buildClassWithSession(portal.db, { limitNumber });
  await seat(target, people, 'pending');
  return target;
};

/** A group whose manager has reported one payment, with a line of so much for each person. */
const buildReported = async (people: number, each = 1500) => {
  const desk = await buildDesk(portal.db);
  await portal.db.update(classes).set({ limitNumber }).where(eq(classes.id, desk.trainingClass.id));
  const { ids, reportId } = await desk.reportedTogether(people);
  const [line] = await desk.lines({ in: each * people });
  return { ids, reportId, lineIds: line ? [line.id] : [] };
};

/** Every third of the registrations is cancelled while its report waits. */
const cancelThird = (ids: readonly number[]) =>
  run(async (tx) => {
    const locked = await lockRegistrations(
      tx,
      ids.filter((_, at) => at % 3 === 2),
    );
    await giveBackSeats(tx, 'cancel_by_staff', locked, { ...by, reason: '課程重複' });
  });

const buildTeam = async (people: number) => {
  const [group, manager] = [await buildGroup(portal.db), await buildAccount(portal.db)];
  await buildMembership(portal.db, { group, account: manager, role: 'manager' });
  const members = accounts.slice(0, people);
  for (const account of members) await buildMembership(portal.db, { group, account });
  const { code } = await buildClass(portal.db, { limitNumber });
  const byManager = { actor: proveTrainee({ accountId: manager.id }), now: NOW };
  return { code, group: asManaged(group), members: members.map((member) => member.id), byManager };
};

type Act = (people: number) => Promise<(tx: Tx) => Promise<unknown>>;

/** `mails` is the number that each person gets. */
type Row = [name: string, mails: number, Act];

const ofTraining: Row[] = [
  [
    'publishing results',
    1,
    async (count) => {
      const { classId, people } = await buildScored(count);
      return (tx) => publishResults(tx, { classId, people }, by);
    },
  ],
  [
    'publishing results that a colleague has changed',
    0,
    async (count) => {
      const { classId, people } = await buildScored(count);
      const older = people.map((each) => ({ ...each, version: 0 }));
      return async (tx) =>
        refusedAs('result_changed', await publishResults(tx, { classId, people: older }, by));
    },
  ],
  [
    'correcting results',
    1,
    async (count) => {
      const { classId, people, subjectIds } = await buildScored(count);
      await run((tx) => publishResults(tx, { classId, people }, by));
      const corrections = people.map(({ registrationId }) => ({
        ...{ registrationId, result: 1 as const, isDecided: false, decidedReason: null, version: 2 },
        scores: subjectIds.map((subjectId) => ({ subjectId, score: 90 })),
      }));
      return (tx) => correctResults(tx, { classId, reason: '重評', corrections }, by);
    },
  ],
  [
    'entering scores',
    0,
    async (count) => {
      const { classId, cells } = await buildScored(count);
      const newer = cells.map((cell) => ({ ...cell, score: 70, version: 1 }));
      return (tx) => saveScores(tx, { classId, cells: newer }, by);
    },
  ],
  [
    'entering scores that a colleague has changed',
    0,
    async (count) => {
      const { classId, cells } = await buildScored(count);
      const older = cells.map((cell) => ({ ...cell, score: 70, version: 7 }));
      return async (tx) => refusedAs('score_changed', await saveScores(tx, { classId, cells: older }, by));
    },
  ],
  [
    'marking attendance that a colleague has changed',
    0,
    async (count) => {
      const { classId, ids } = await buildScored(count);
      const { id: sessionId } = await buildClassSession(portal.db, { classId, date: '2026-12-01' });
      const marksOf = (state: 'present' | 'absent', version: number) =>
        ids.map((registrationId) => ({ registrationId, state, version }));
      const first = { classId, sessionId, marks: marksOf('present', 0) };
      await run((tx) => markAttendance(tx, first, byOther));
      const second = { classId, sessionId, marks: marksOf('absent', 0) };
      return async (tx) => refusedAs('attendance_changed', await markAttendance(tx, second, by));
    },
  ],
];

const ofClasses: Row[] = [
  ['calling a class off', 1, buildCallOff],
  [
    'postponing a class',
    1,
    async (count) => {
      const { id } = await buildSeated(count);
      const sessions = [{ ...formSession, date: '2027-01-15', place: null, instructor: null }];
      const input = { id, sessions, message: '講師受傷', freeDays: 7, version: 0 };
      return (tx) => postponeClass(tx, input, by);
    },
  ],
  [
    'changing the place of a class',
    1,
    async (count) => {
      const { id, code } = await buildSeated(count);
      const change = {
        sessions: [formSession],
        limitNumber,
        place: '另一間教室',
        message: '換教室',
        version: 0,
      };
      const input = EditedClass.parse({ ...classForm, ...change, code });
      return (tx) => editClass(tx, { ...input, id }, by);
    },
  ],
  [
    'writing to the people of a class',
    1,
    async (count) => {
      const { id: classId } = await buildSeated(count);
      const message = { classId, audience: 'live', subject: '通知', text: '請攜帶證件' } as const;
      return (tx) => messageClass(tx, { ...message, recipients: count }, by);
    },
  ],
];

const ofPayments: Row[] = [
  [
    'approving registrations of a class',
    1,
    async (count) => {
      const { id: classId } = await buildClass(portal.db, { limitNumber });
      const registrationIds = await seat({ id: classId }, count, 'pending');
      return (tx) => approveInClass(tx, { classId, registrationIds }, by);
    },
  ],
  [
    'confirming that people have paid',
    1,
    async (count) => {
      const target = await buildClass(portal.db, { limitNumber });
      const registrationIds = await seat(target, count, 'unpaid');
      return (tx) => confirmPayments(tx, { registrationIds }, by);
    },
  ],
  [
    'settling the payment of a group',
    1,
    async (count) => {
      const { ids, lineIds } = await buildReported(count);
      return (tx) => settlePayment(tx, settlement(lineIds, ids), by);
    },
  ],
  [
    'settling the payment of a group of which some were cancelled',
    2 / 3,
    async (count) => {
      const { ids, lineIds } = await buildReported(count);
      await cancelThird(ids);
      return (tx) => settlePayment(tx, settlement(lineIds, ids, 500 * count), by);
    },
  ],
  [
    'recording a partial payment',
    1,
    async (count) => {
      const { ids, lineIds } = await buildReported(count, 1000);
      return (tx) => recordPartialPayment(tx, { lineIds, registrationIds: ids, missing: 500 * count }, by);
    },
  ],
  [
    'taking a surplus',
    0,
    async (count) => {
      const { ids, lineIds } = await buildReported(count);
      const received = { method: 'cash', amount: 1500 * count, receivedOn: '2026-12-01' } as const;
      await run((tx) => settlePayment(tx, { ...settlement([], ids), received }, by));
      return (tx) => takeSurplus(tx, { lineIds, registrationIds: ids, reason: '重複匯款' }, by);
    },
  ],
  [
    'undoing the payment of a group',
    1,
    async (count) => {
      const { ids, lineIds } = await buildReported(count);
      const { id: paymentId } = await run((tx) => settlePayment(tx, settlement(lineIds, ids), by));
      return (tx) => undoPayment(tx, { paymentId, reason: '誤認' }, by);
    },
  ],
  [
    'undoing a partial payment',
    2 / 3,
    async (count) => {
      const { ids, lineIds } = await buildReported(count, 1000);
      const short = { lineIds, registrationIds: ids, missing: 500 * count };
      const paymentId = await run((tx) => recordPartialPayment(tx, short, by));
      return (tx) => undoPayment(tx, { paymentId, reason: '誤認' }, by);
    },
  ],
  [
    'rejecting a report',
    2,
    async (count) => {
      const { reportId } = await buildReported(count);
      return (tx) => rejectReport(tx, { reportId, reason: '查無此款' }, by);
    },
  ],
  [
    'rejecting a report of which some were cancelled',
    2,
    async (count) => {
      const { ids, reportId } = await buildReported(count);
      await cancelThird(ids);
      return (tx) => rejectReport(tx, { reportId, reason: '查無此款' }, by);
    },
  ],
];

/** A class whose people have passed, with marks of their attendance. */
const buildPassed = async (people: number, inClass: object = {}) => {
  const start = new Date(NOW.getTime() - 86_400_000);
  const trainingClass = await buildClass(portal.db, { startTime: start, limitNumber, fee: 0, ...inClass });
  const session = await buildClassSession(portal.db, { classId: trainingClass.id, date: '2026-11-30' });
  const ids: number[] = [];
  for (const account of accounts.slice(0, people)) {
    const row = { class: trainingClass, account, state: 'confirmed', result: 1 } as const;
    ids.push((await buildRegistration(portal.db, row)).id);
  }
  const marks = ids.map((registrationId) => ({ registrationId, state: 'present' as const, version: 0 }));
  const marked = { classId: trainingClass.id, sessionId: session.id, marks };
  await run((tx) => markAttendance(tx, marked, byOther));
  return trainingClass.id;
};

const ofCertificates: Row[] = [
  [
    'listing who may get a certificate',
    0,
    async (count) => {
      const classId = await buildPassed(count);
      return async (tx) => {
        const issuingClass = await requireIssuingClass(tx, classId, by.actor, 'certificate.read');
        expect(await findCandidates(tx, issuingClass, { day: '2026-12-01' })).toHaveLength(count);
      };
    },
  ],
  [
    'starting to issue certificates',
    0,
    async (count) => {
      const classId = await buildPassed(count);
      const actor = asStaff(await buildStaff(portal.db), [grant('officer')]);
      return (tx) => issueForClass(tx, { classId }, { actor, now: NOW });
    },
  ],
];

const ofReminders: Row[] = [
  [
    'reminding holders of certificates',
    1,
    async (count) => {
      await portal.db.delete(certificateReminders);
      await portal.db.delete(certificates);
      for (const account of accounts.slice(0, count)) await buildCertificate(portal.db, { account });
      return (tx) => remindHolders(tx, NOW);
    },
  ],
  [
    'telling managers of their people',
    1,
    async (count) => {
      await portal.db.delete(certificateReminders);
      await portal.db.delete(certificates);
      const { certificateKindId: kindId } = await buildCourse(portal.db, { code: 'FAI' });
      for (const account of accounts.slice(0, count)) {
        const createdAt = new Date(NOW.getTime() - 40 * 86_400_000);
        const group = await buildGroup(portal.db, { createdAt });
        await buildMembership(portal.db, { group, account, role: 'manager' });
        await portal.db.insert(certificateNeeds).values({ groupId: group.id, kindId, count: 1 });
        await buildCertificate(portal.db, { account });
      }
      return (tx) => sendDigests(tx, NOW);
    },
  ],
  [
    'reminding people of a class',
    1,
    async (count) => {
      const startTime = new Date(NOW.getTime() + 86_400_000);
      await seat(await buildClass(portal.db, { startTime, limitNumber }), count, 'confirmed');
      return (tx) => remindSeatHolders(tx, NOW);
    },
  ],
];

const ofGroups: Row[] = [
  [
    'reading the certificates that a group needs',
    0,
    async (count) => {
      const { group } = await buildTeam(count);
      for (const code of ['AID', 'LIFT', 'FIRE']) {
        const course = await buildCourse(portal.db, { code, chineseName: `${code} 訓練` });
        await buildNeed(portal.db, { group, kindId: course.certificateKindId });
      }
      return async (tx) => expect((await findMatrix(tx, group.id, NOW)).people).toHaveLength(count + 1);
    },
  ],
  [
    'enrolling a group',
    1,
    async (count) => {
      const { code, group, members, byManager } = await buildTeam(count);
      const ticks = members.map((id) => ({ id, state: true }));
      return (tx) => submitRoster(tx, { code, group, ticks }, byManager);
    },
  ],
  [
    'cancelling the seats of a group',
    1,
    async (count) => {
      const { code, group, members, byManager } = await buildTeam(count);
      await run((tx) => enrolMembers(tx, { code, group, accountIds: members }, byManager));
      const ticks = members.map((id) => ({ id, state: false }));
      return (tx) => submitRoster(tx, { code, group, ticks }, byManager);
    },
  ],
];

/** The last ones: their contents keep the certificates from being removed. */
const ofIssuing: Row[] = [
  [
    'issuing certificates',
    1,
    async (count) => {
      const { id: courseId } = await buildCourse(portal.db, {
        code: `ISSUE${count}`,
        chineseName: `核發 ${count}`,
      });
      const classId = await buildPassed(count, { courseId });
      const seats = await portal.db
        .select({ id: registrations.id })
        .from(registrations)
        .where(eq(registrations.classId, classId));
      const registrationIds = seats.map(({ id }) => id);
      return async (tx) => {
        const outcomes = await issueInClass(tx, { classId, registrationIds }, by);
        expect([...outcomes.values()].map((each) => each instanceof Refusal)).toEqual(seats.map(() => false));
      };
    },
  ],
];

describe('as many statements for thirty people as for three', () => {
  test.each([
    ...ofTraining,
    ...ofClasses,
    ...ofPayments,
    ...ofCertificates,
    ...ofReminders,
    ...ofGroups,
    ...ofIssuing,
  ])('%s', async (_, mailsEach, build) => {
    const countFor = async (people: number) => {
      const act = await build(people);
      const before = await portal.db.$count(mails);
      const statements = await record(() => run(act));
      expect((await portal.db.$count(mails)) - before).toBe(Math.round(mailsEach * people));
      return statements.length;
    };
    const counts = [await countFor(FEW), await countFor(MANY)];
    expect(counts[1]).toBe(counts[0]);
  });
});
