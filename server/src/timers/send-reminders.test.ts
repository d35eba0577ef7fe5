import { addDays, today } from '@portal/contract/dates';
import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import {
  buildClass,
  buildClassSession,
  buildCourse,
  buildOrganization,
} from '../../test/factories/catalogue.ts';
import { buildCertificate, buildRenewalRequest, buildSuccessor } from '../../test/factories/certificate.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { one } from '../../test/factories/one.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { asStaff, grant } from '../../test/factories/staff.ts';
import { accounts } from '../accounts/tables.ts';
import { setReminderDays } from '../certificates/reminders/reminder-settings.ts';
import {
  certificateDigests,
  certificateNeeds,
  certificateReminders,
  certificates,
  renewalRequests,
} from '../certificates/tables.ts';
import { callOffClass } from '../classes/acts/call-off-class.ts';
import { postponeClass } from '../classes/acts/postpone-class.ts';
import { classes, classReminders } from '../classes/tables.ts';
import { lockRegistrations } from '../enrolment/lock-registrations.ts';
import { giveBackSeats } from '../enrolment/seats/seats.ts';
import { mails } from '../mail/tables.ts';
import { sendDueMails } from '../mail/worker.ts';
import { inTransaction } from '../platform/database/database.ts';
import { letters } from './letters.ts';
import { createReminderTurn } from './send-reminders.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
afterEach(async () => {
  const { db } = portal;
  await db.delete(mails);
  await db.delete(certificateReminders);
  await db.delete(renewalRequests);
  await db.delete(certificates);
  await db.delete(certificateNeeds);
  await db.delete(certificateDigests);
  await db.update(classes).set({ publishedAt: null, state: 'draft' }).where(isNotNull(classes.publishedAt));
  portal.clock.now = NOW;
});

const START = today(NOW);

const at = (day: string, time = '10:00') => new Date(`${day}T${time}:00+08:00`);

/** Turns of the timer until nothing is due. */
const remind = async (now: Date): Promise<number> => {
  portal.clock.now = now;
  const turn = createReminderTurn(portal.services);
  let sum = 0;
  for (let done = -1; done !== 0; sum += done) done = await turn();
  return sum;
};

/** The queued reminders of the person: when, and how many days were left. */
const remindersOf = async ({ id }: { id: number }) =>
  (
    await portal.db
      .select()
      .from(mails)
      .where(and(eq(mails.accountId, id), eq(mails.template, 'certificate_reminder')))
      .orderBy(mails.createdAt, mails.id)
  ).map(({ createdAt, data }) => [today(createdAt), (data as { daysLeft: number }).daysLeft]);

/** The queued digests: when, and whose certificates they list. */
const digestsOf = async ({ id }: { id: number }) =>
  (
    await portal.db
      .select()
      .from(mails)
      .where(and(eq(mails.accountId, id), eq(mails.template, 'certificate_digest')))
      .orderBy(mails.createdAt)
  ).map(({ createdAt, data }) => [
    today(createdAt),
    ...(data as { endings: { person: string }[] }).endings.map(({ person }) => person),
  ]);

const admin = asStaff({ id: 1, name: '周世昌' }, [grant('admin')]);

const setDays = (kindId: number, days: number[], now = portal.clock.now) =>
  inTransaction(portal.db, (tx) =>
    setReminderDays(tx, { kindId, days, version: Number.MAX_SAFE_INTEGER }, { actor: admin, now }),
  );

const holderUntil = async (endTime: string, overrides: Parameters<typeof buildAccount>[1] = {}) => {
  const account = await buildAccount(portal.db, overrides);
  const certificate = await buildCertificate(portal.db, { account, endTime });
  return { ...account, certificate };
};

const end = (certificate: { id: number }, state: 'revoked' | 'lapsed', endedAt: Date) =>
  portal.db.update(certificates).set({ state, endedAt }).where(eq(certificates.id, certificate.id));

const before = (endTime: string, days: readonly number[]) =>
  days.map((left) => [addDays(endTime, -left), left]);

describe('over 400 days, day by day', () => {
  const DAYS = 400;

  test('each certificate is reminded once for each of its days while it is valid and its holder can be reached', async () => {
    const { db } = portal;
    const chosen = await buildCourse(db, { code: 'CHO', chineseName: '自選提醒訓練', years: 3 });
    const silent = await buildCourse(db, { code: 'SIL', chineseName: '不提醒訓練', years: 3 });
    await setDays(chosen.certificateKindId, [60, 365, 1]);
    await setDays(silent.certificateKindId, []);
    const ends = { early: addDays(START, 200), late: addDays(START, 395), soon: addDays(START, 20) };

    const full = await holderUntil(ends.early);
    const latest = await holderUntil(ends.late);
    const near = await holderUntil(ends.soon);
    const several = await buildAccount(db);
    for (const { id: courseId } of [chosen, silent])
      await buildCertificate(db, { account: several, courseId, endTime: ends.late });
    await buildCertificate(db, { account: several, kind: 'ordinary', endTime: ends.early });
    const renewed = await holderUntil(ends.early);
    const revoked = await holderUntil(ends.early);
    const asked = await holderUntil(ends.early);
    const suspended = await holderUntil(ends.early);
    const confirming = await holderUntil(ends.early, { emailConfirmedAt: null });
    const nameless = await holderUntil(ends.early, { email: null, emailConfirmedAt: null });

    const group = await buildGroup(db, { name: '大安工程行' });
    const manager = await buildAccount(db);
    const away = await buildAccount(db, { suspendedAt: NOW });
    await buildMembership(db, { group, account: manager, role: 'manager' });
    await buildMembership(db, { group, account: away, role: 'manager' });
    const coach = await buildCourse(db, { code: 'FAI' });
    const needs = { kindId: coach.certificateKindId, count: 3 };
    await db.insert(certificateNeeds).values({ groupId: group.id, ...needs });
    for (const account of [full, latest, revoked, several]) await buildMembership(db, { group, account });
    const former = await holderUntil(addDays(START, 300));
    await buildMembership(db, { group, account: former, leftAt: NOW });
    const withoutNeeds = await buildGroup(db);
    await buildMembership(db, { group: withoutNeeds, account: manager, role: 'manager' });
    await buildMembership(db, { group: withoutNeeds, account: full });

    const events: Record<number, () => Promise<unknown>> = {
      // The day on which it would have been reminded.
      110: () => buildSuccessor(db, renewed.certificate, { endTime: addDays(ends.early, 1096) }),
      111: () => end(revoked.certificate, 'revoked', portal.clock.now),
      115: () => buildRenewalRequest(db, { certificate: asked.certificate, askedAt: portal.clock.now }),
      100: () =>
        db.update(accounts).set({ suspendedAt: portal.clock.now }).where(eq(accounts.id, suspended.id)),
      180: () => db.update(accounts).set({ suspendedAt: null }).where(eq(accounts.id, suspended.id)),
      130: () =>
        db.update(accounts).set({ emailConfirmedAt: portal.clock.now }).where(eq(accounts.id, confirming.id)),
    };
    for (let n = 0; n < DAYS; n++) {
      const day = addDays(START, n);
      expect(await remind(at(day, '08:59'))).toBe(0);
      await events[n]?.();
      const reminded = await remind(at(day, '09:00'));
      // A turn in which nothing is due costs as much as another: of the days without a mail, each tenth shows enough.
      if (reminded > 0 || n % 10 === 0) expect(await remind(at(day, '17:59'))).toBe(0);
      expect(await remind(at(day, '18:00'))).toBe(0);
    }

    expect(await remindersOf(full)).toEqual(before(ends.early, [180, 90, 30, 7]));
    expect(await remindersOf(latest)).toEqual(before(ends.late, [180, 90, 30, 7]));
    expect(await remindersOf(near)).toEqual([[START, 20], ...before(ends.soon, [7])]);
    expect(await remindersOf(several)).toEqual(
      [
        ...before(ends.late, [365]),
        ...before(ends.early, [180, 90, 30, 7]),
        ...before(ends.late, [60, 1]),
      ].toSorted(),
    );
    expect(await remindersOf(renewed)).toEqual(before(ends.early, [180]));
    expect(await remindersOf(revoked)).toEqual(before(ends.early, [180, 90]));
    expect(await remindersOf(asked)).toEqual(before(ends.early, [180, 90]));
    expect(await remindersOf(suspended)).toEqual([
      ...before(ends.early, [180]),
      [addDays(START, 180), 20],
      ...before(ends.early, [7]),
    ]);
    expect(await remindersOf(confirming)).toEqual([
      [addDays(START, 130), 70],
      ...before(ends.early, [30, 7]),
    ]);
    expect(await remindersOf(nameless)).toEqual([]);
    // Their certificates end on 2027-06-19 and 2027-12-31.
    expect(await digestsOf(manager)).toEqual([
      ...['2027-04-01', '2027-05-01', '2027-06-01'].map((day) => [day, full.chineseName]),
      ...['2027-11-01', '2027-12-01'].map((day) => [day, latest.chineseName]),
    ]);
    expect(await digestsOf(away)).toEqual([]);
    expect(await remindersOf(former)).toHaveLength(4);
    expect(await db.$count(mails)).toBe(4 + 4 + 2 + 7 + 1 + 2 + 2 + 3 + 3 + 5 + 4);
  });
});

describe('after an outage', () => {
  test('a certificate that has passed two of its days meanwhile is reminded once, of the newer', async () => {
    const account = await holderUntil(addDays(START, 100));
    await remind(at(START));
    await remind(at(addDays(START, 72)));
    await remind(at(addDays(START, 73)));
    await remind(at(addDays(START, 93)));
    expect((await remindersOf(account)).map(([, left]) => left)).toEqual([100, 28, 7]);
  });

  test('a certificate that has ended meanwhile is not reminded; on its last day it is', async () => {
    const [ended, lastDay] = [await holderUntil(addDays(START, 39)), await holderUntil(addDays(START, 40))];
    await remind(at(addDays(START, 40)));
    expect([await remindersOf(ended), await remindersOf(lastDay)]).toEqual([[], [[addDays(START, 40), 0]]]);
  });

  test('a turn reminds a hundred people at most, the nearest ends first', async () => {
    const account = await buildAccount(portal.db);
    const kinds = await Promise.all(
      Array.from({ length: 104 }, (_, n) =>
        buildCourse(portal.db, { id: 5000 + n, code: `F${n}`, chineseName: `訓練 ${n}`, years: 3 }),
      ),
    );
    for (const [n, { id: courseId }] of kinds.entries())
      await buildCertificate(portal.db, { account, courseId, endTime: addDays(START, 150 - n) });
    const next = createReminderTurn(portal.services);
    const turn = (time: string) => {
      portal.clock.now = at(START, time);
      return next();
    };
    expect([await turn('10:00'), await turn('10:01'), await turn('10:02')]).toEqual([100, 4, 0]);
    const second = eq(mails.createdAt, at(START, '10:01'));
    const later = await portal.db.select({ data: mails.data }).from(mails).where(second);
    expect(later.map(({ data }) => (data as { daysLeft: number }).daysLeft).toSorted()).toEqual([
      ...[147, 148, 149, 150],
    ]);
  });
});

test('a turn that found nothing looks for certificates again after ten minutes, and for classes at once', async () => {
  const turn = createReminderTurn(portal.services);
  const turnAt = (time: string) => {
    portal.clock.now = at(START, time);
    return turn();
  };
  expect(await turnAt('10:00')).toBe(0);
  await holderUntil(addDays(START, 20));
  const trainingClass = await buildClass(portal.db, { startTime: at(addDays(START, 1)) });
  const account = await buildAccount(portal.db);
  await buildRegistration(portal.db, { class: trainingClass, account, state: 'confirmed' });
  expect([await turnAt('10:01'), await turnAt('10:09'), await turnAt('10:10')]).toEqual([1, 0, 1]);
});

describe('a certificate', () => {
  test('is not reminded of days before it was issued', async () => {
    const account = await buildAccount(portal.db);
    const dates = { endTime: addDays(START, 100), issuedOn: START, years: 1 };
    await buildCertificate(portal.db, { account, ...dates });
    for (const n of [0, 9, 10, 11]) await remind(at(addDays(START, n)));
    expect(await remindersOf(account)).toEqual([[addDays(START, 10), 90]]);
  });

  test('is reminded of a new day of its kind only if it reaches that day afterwards', async () => {
    const { certificateKindId, id: courseId } = await buildCourse(portal.db, {
      ...{ code: 'NEW', chineseName: '新增提醒訓練', years: 3 },
    });
    const near = await buildAccount(portal.db);
    const far = await buildAccount(portal.db);
    await buildCertificate(portal.db, { account: near, courseId, endTime: addDays(START, 50) });
    await buildCertificate(portal.db, { account: far, courseId, endTime: addDays(START, 60) });
    await remind(at(START));
    await setDays(certificateKindId, [180, 90, 60, 55, 30, 7], at(START));
    for (const n of [0, 1, 5, 20]) await remind(at(addDays(START, n)));
    expect((await remindersOf(near)).map(([, left]) => left)).toEqual([50, 30]);
    expect((await remindersOf(far)).map(([, left]) => left)).toEqual([60, 60, 55]);
  });

  test('whose renewal was rejected is reminded again', async () => {
    const account = await holderUntil(addDays(START, 170));
    const request = await buildRenewalRequest(portal.db, { certificate: account.certificate });
    expect(await remind(at(START))).toBe(0);
    await portal.db
      .update(renewalRequests)
      .set({ state: 'rejected', decidedAt: NOW })
      .where(eq(renewalRequests.id, request.id));
    expect(await remind(at(addDays(START, 3)))).toBe(1);
  });
});

test('the letter names the next three open classes that give the certificate, those of its organisation first', async () => {
  const { db } = portal;
  const course = await buildCourse(db, { code: 'OFF', chineseName: '堆高機操作訓練', years: 3 });
  const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
  const open = { courseId: course.id };
  const other = {
    ...open,
    organizationId: (await buildOrganization(db, { code: 'KHH', name: '高雄市分會' })).id,
  };
  const names = new Map<string, string>();
  const build = async (name: string, overrides: Parameters<typeof buildClass>[1]) =>
    names.set((await buildClass(db, overrides)).code, name);
  await build('third', { ...open, startTime: inDays(50) });
  await build('first', { ...open, startTime: inDays(10) });
  await build('second', { ...other, startTime: inDays(20) });
  await build('fourth', { ...other, startTime: inDays(30) });
  await build('full', { ...open, limitNumber: 1, number: 1 });
  await build('for groups', { ...open, personalAllow: false });
  await build('not yet open', { ...open, applyFrom: inDays(2) });
  await build('over', { ...open, applyUntil: inDays(-1) });
  await build('draft', { ...open, publishedAt: null });
  await build('begun', { ...open, startTime: inDays(-1) });
  await build('of another kind', {});
  const account = await buildAccount(db);
  await buildCertificate(db, { account, courseId: course.id, endTime: addDays(START, 20) });
  await remind(NOW);
  const mail = one(await db.select().from(mails).where(eq(mails.accountId, account.id)));
  const { offered } = mail.data as { offered: { code: string; organization: string }[] };
  expect(offered.map(({ code }) => names.get(code))).toEqual(['first', 'second', 'third']);
  expect(mail.organizationId).toBe((await buildOrganization(db)).id);
  await db.update(classes).set({ number: 0 }).where(eq(classes.courseId, course.id));
});

describe('the digest of a group', () => {
  const buildTeam = async (people: number) => {
    const group = await buildGroup(portal.db, { createdAt: new Date(NOW.getTime() - 86_400_000) });
    const manager = await buildAccount(portal.db);
    await buildMembership(portal.db, { group, account: manager, role: 'manager' });
    const coach = await buildCourse(portal.db, { code: 'FAI' });
    for (let n = 0; n < people; n++)
      await buildMembership(portal.db, { group, account: await holderUntil(addDays(START, 90 - n)) });
    const setNeed = () =>
      portal.db
        .insert(certificateNeeds)
        .values({ groupId: group.id, kindId: coach.certificateKindId, count: 1 });
    return { manager, setNeed };
  };

  test('lists fifty certificates at most, and comes once a month, also when the first days were missed', async () => {
    const { manager, setNeed } = await buildTeam(52);
    await setNeed();
    for (const n of [0, 3, 20]) await remind(at(addDays(START, n)));
    const [mail, ...others] = await digestsOf(manager);
    expect([mail?.length, others]).toEqual([1 + 50, []]);
    await remind(at('2027-01-09'));
    expect((await digestsOf(manager)).map(([day]) => day)).toEqual([START, '2027-01-09']);
  });

  test('does not come in the middle of a month because the group sets what it needs', async () => {
    const { manager, setNeed } = await buildTeam(1);
    await remind(at(START));
    await setNeed();
    await remind(at(addDays(START, 9)));
    expect(await digestsOf(manager)).toEqual([]);
    await remind(at('2027-01-01'));
    expect((await digestsOf(manager)).map(([day]) => day)).toEqual(['2027-01-01']);
  });
});

describe('the day before a class', () => {
  const FIRST = addDays(START, 10);
  const start = (day: string) => ({ startTime: at(day, '13:00'), endTime: at(day, '17:00') });

  const buildSeated = async (overrides: Parameters<typeof buildClass>[1] = {}) => {
    const trainingClass = await buildClass(portal.db, { ...start(FIRST), ...overrides });
    const { id: classId } = trainingClass;
    await buildClassSession(portal.db, { classId, date: FIRST, fromTime: '13:00', toTime: '17:00' });
    const account = await buildAccount(portal.db);
    const registration = await buildRegistration(portal.db, {
      class: trainingClass,
      account,
      state: 'confirmed',
    });
    return { trainingClass, account, registration };
  };

  const told = async ({ id }: { id: number }) =>
    (
      await portal.db
        .select()
        .from(mails)
        .where(and(eq(mails.accountId, id), eq(mails.template, 'class_reminder')))
        .orderBy(mails.createdAt)
    ).map(({ createdAt, data }) => [
      today(createdAt),
      (data as { startTime: string }).startTime.slice(0, 10),
    ]);

  test('everybody with a confirmed seat is reminded once, and nobody else', async () => {
    const { trainingClass, account } = await buildSeated();
    const others = [];
    for (const state of ['pending', 'unpaid', 'reported', 'cancelled', 'rejected'] as const) {
      const other = await buildAccount(portal.db);
      await buildRegistration(portal.db, { class: trainingClass, account: other, state });
      others.push(other);
    }
    for (const overrides of [{ suspendedAt: NOW }, { emailConfirmedAt: null }]) {
      const other = await buildAccount(portal.db, overrides);
      await buildRegistration(portal.db, { class: trainingClass, account: other, state: 'confirmed' });
      others.push(other);
    }
    for (let n = 0; n < 14; n++)
      for (const time of ['08:00', '09:00', '17:00', '20:00']) await remind(at(addDays(START, n), time));
    expect(await told(account)).toEqual([[addDays(FIRST, -1), FIRST]]);
    for (const other of others) expect(await told(other)).toEqual([]);
    const [mail] = await portal.db.select().from(mails).where(eq(mails.accountId, account.id));
    expect(mail?.classId).toBe(trainingClass.id);
    expect(mail?.data).toMatchObject({ sessions: [`${FIRST} 13:00–17:00`], minutes: 28 * 60 });
  });

  const sessionsOn = (date: string) => [{ date, from: '13:00', to: '17:00', place: null, instructor: null }];

  const postpone = (id: number, day: string, now: Date) =>
    inTransaction(portal.db, (tx) =>
      postponeClass(
        tx,
        { id, sessions: sessionsOn(day), message: '講師受傷', freeDays: 0, version: Number.MAX_SAFE_INTEGER },
        { actor: asStaff({ id: 1, name: '王承辦' }, [grant('officer')]), now },
      ),
    );

  test('a class that was postponed after the reminder is reminded for its new day', async () => {
    const { trainingClass, account } = await buildSeated();
    await remind(at(addDays(FIRST, -1)));
    await postpone(trainingClass.id, addDays(FIRST, 6), at(addDays(FIRST, -1), '15:00'));
    for (let n = -1; n < 8; n++) await remind(at(addDays(FIRST, n), '16:00'));
    expect(await told(account)).toEqual([
      [addDays(FIRST, -1), FIRST],
      [addDays(FIRST, 5), addDays(FIRST, 6)],
    ]);
  });

  test('a class that was postponed before is reminded only for its new day, also when that is the next one', async () => {
    const { trainingClass, account } = await buildSeated();
    await postpone(trainingClass.id, addDays(FIRST, 1), at(addDays(FIRST, -1), '08:00'));
    await remind(at(addDays(FIRST, -1)));
    await postpone(trainingClass.id, addDays(FIRST, 2), at(FIRST, '08:00'));
    await remind(at(FIRST, '09:00'));
    await postpone(trainingClass.id, addDays(FIRST, 1), at(FIRST, '16:00'));
    await remind(at(FIRST, '16:01'));
    expect(await told(account)).toEqual([[FIRST, addDays(FIRST, 1)]]);
  });

  test('a class that was called off, or a seat that was cancelled, is not reminded', async () => {
    const [calledOff, cancelled] = [await buildSeated(), await buildSeated()];
    const actor = asStaff({ id: 1, name: '王承辦' }, [grant('officer')]);
    const reason = { version: Number.MAX_SAFE_INTEGER, reason: 'too_few', text: '人數不足' } as const;
    const { id } = calledOff.trainingClass;
    await inTransaction(portal.db, (tx) => callOffClass(tx, { id, ...reason }, { actor, now: NOW }));
    await inTransaction(portal.db, async (tx) => {
      const locked = await lockRegistrations(tx, [cancelled.registration.id]);
      await giveBackSeats(tx, 'cancel_by_staff', locked, { actor, now: NOW, reason: '課程重複' });
    });
    await remind(at(addDays(FIRST, -1)));
    expect(await portal.db.$count(mails, eq(mails.template, 'class_reminder'))).toBe(0);
  });

  test('after an outage a class is reminded on its own day until it starts', async () => {
    const { account } = await buildSeated();
    await remind(at(FIRST, '12:59'));
    expect(await told(account)).toEqual([[FIRST, FIRST]]);
    const { account: late } = await buildSeated();
    await remind(at(FIRST, '13:00'));
    expect(await told(late)).toEqual([]);
    expect(await portal.db.$count(classReminders)).toBeGreaterThan(0);
  });
});

test('the worker sends no reminder at night, and none to a mailbox beyond its limit', async () => {
  const shared = { email: 'shared@example.com' };
  for (let n = 0; n < 70; n++) await holderUntil(addDays(START, 20), shared);
  await remind(at(START, '17:59'));
  const sent: string[] = [];
  const deps = {
    ...{ ...portal.services, letters, publicUrl: 'https://portal.example' },
    deliver: async ({ to }: { to: string }) => void sent.push(to),
  };
  const work = async (now: Date) => {
    portal.clock.now = now;
    while ((await sendDueMails(deps)) > 0);
    return sent.length;
  };
  expect(await work(at(START, '18:00'))).toBe(0);
  expect(await work(at(addDays(START, 1), '08:59'))).toBe(0);
  expect(await work(at(addDays(START, 1), '09:00'))).toBe(60);
  expect(await work(at(addDays(START, 1), '10:01'))).toBe(70);
});
