import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { buildDesk, byCashier } from '../../../test/factories/desk.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { one } from '../../../test/factories/one.ts';
import { buildPaymentReport, buildRegistration } from '../../../test/factories/registration.ts';
import { untilWaiting } from '../../../test/locks.ts';
import { proveTrainee } from '../../accounts/actors.ts';
import { classes } from '../../classes/tables.ts';
import { mails } from '../../mail/tables.ts';
import { refunds } from '../../money/tables.ts';
import { recordPartialPayment } from '../../payment/record-partial-payment.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { applyStep } from '../apply-step.ts';
import { lockRegistrations } from '../lock-registrations.ts';
import type { State } from '../states.ts';
import { registrationEvents, registrations } from '../tables.ts';
import { cancelRegistration } from './cancel-registration.ts';
import { lockClassByCode } from './seats.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const cancel = (account: { id: number }, { code }: { code: string }, now = NOW) =>
  inTransaction(portal.db, (tx) =>
    cancelRegistration(tx, { code }, { actor: proveTrainee({ accountId: account.id }), now }),
  );

const storedState = async ({ id, classId }: { id: number; classId: number }) => {
  const [registration] = await portal.db.select().from(registrations).where(eq(registrations.id, id));
  const [trainingClass] = await portal.db.select().from(classes).where(eq(classes.id, classId));
  return { state: registration?.state, number: trainingClass?.number };
};

const lastEvent = async ({ id }: { id: number }) =>
  (
    await portal.db
      .select()
      .from(registrationEvents)
      .where(eq(registrationEvents.registrationId, id))
      .orderBy(asc(registrationEvents.id))
  ).at(-1);

test.each([
  ['pending', ['cancelled']],
  ['unpaid', ['cancelled']],
  // Only the record of a rejected one is removed.
  ['rejected', []],
] as const)(
  'a %s registration is cancelled, no seat of the class is taken, and mails are %j',
  async (state, written) => {
    const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
    const registration = await buildRegistration(portal.db, { class: trainingClass, account, state });
    await cancel(account, trainingClass);
    expect(await storedState(registration)).toEqual({ state: 'cancelled', number: 0 });
    expect(await lastEvent(registration)).toMatchObject({
      at: NOW,
      actor: `account:${account.id}`,
      action: 'registration.cancel',
      fromState: state,
      toState: 'cancelled',
    });
    const queued = await portal.db.select().from(mails).where(eq(mails.accountId, account.id));
    expect(queued.map(({ template }) => template)).toEqual(written);
  },
);

test.each([
  ['reported', 'cancel_under_review'],
  ['confirmed', 'cancel_after_paying'],
] as const)('a %s registration is not cancelled: %s', async (state, code) => {
  const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
  const registration = await buildRegistration(portal.db, { class: trainingClass, account, state });
  await expect(cancel(account, trainingClass)).rejects.toMatchObject({ code });
  expect(await storedState(registration)).toEqual({ state, number: 1 });
});

test('nothing is cancelled once the class has started', async () => {
  const [trainingClass, account] = [
    await buildClass(portal.db, { startTime: NOW }),
    await buildAccount(portal.db),
  ];
  const registration = await buildRegistration(portal.db, { class: trainingClass, account, state: 'unpaid' });
  await expect(cancel(account, trainingClass)).rejects.toMatchObject({ code: 'cancel_after_start' });
  expect(await storedState(registration)).toEqual({ state: 'unpaid', number: 1 });
});

test('a reported payment is the reason given for the refusal, even once the class has started', async () => {
  const trainingClass = await buildClass(portal.db, { startTime: NOW });
  const account = await buildAccount(portal.db);
  await buildRegistration(portal.db, { class: trainingClass, account, state: 'reported' });
  await expect(cancel(account, trainingClass)).rejects.toMatchObject({ code: 'cancel_under_review' });
});

test('a registration in a class that is no longer published is cancelled', async () => {
  const [trainingClass, account] = [
    await buildClass(portal.db, { publishedAt: null }),
    await buildAccount(portal.db),
  ];
  const registration = await buildRegistration(portal.db, { class: trainingClass, account });
  await cancel(account, trainingClass);
  expect(await storedState(registration)).toEqual({ state: 'cancelled', number: 0 });
});

describe('cancelling is refused if', () => {
  test('the class does not exist', async () => {
    const account = await buildAccount(portal.db);
    await expect(cancel(account, { code: 'NONE' })).rejects.toMatchObject({ code: 'class_unknown' });
  });

  test('only another person is registered', async () => {
    const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
    const others = await buildRegistration(portal.db, {
      class: trainingClass,
      account: await buildAccount(portal.db),
    });
    await expect(cancel(account, trainingClass)).rejects.toMatchObject({ code: 'registration_unknown' });
    expect(await storedState(others)).toEqual({ state: 'pending', number: 1 });
  });

  test('the registration is already cancelled', async () => {
    const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
    const registration = await buildRegistration(portal.db, { class: trainingClass, account });
    await cancel(account, trainingClass);
    await expect(cancel(account, trainingClass)).rejects.toMatchObject({ code: 'registration_unknown' });
    expect(await storedState(registration)).toEqual({ state: 'cancelled', number: 0 });
  });

  test('a rejected registration was followed by a cancelled one', async () => {
    const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
    const refused = await buildRegistration(portal.db, { class: trainingClass, account, state: 'rejected' });
    await buildRegistration(portal.db, { class: trainingClass, account, state: 'cancelled' });
    await expect(cancel(account, trainingClass)).rejects.toMatchObject({ code: 'registration_unknown' });
    expect(await storedState(refused)).toMatchObject({ state: 'rejected' });
  });
});

describe('a registration through a group', () => {
  const buildTeam = async () => {
    const [trainingClass, group] = [await buildClass(portal.db), await buildGroup(portal.db)];
    const [manager, member] = [await buildAccount(portal.db), await buildAccount(portal.db)];
    await buildMembership(portal.db, { group, account: manager, role: 'manager' });
    await buildMembership(portal.db, { group, account: member });
    return { trainingClass, group, manager, member };
  };

  test('is cancelled by the member for whom a manager made it', async () => {
    const { trainingClass, group, member } = await buildTeam();
    const registration = await buildRegistration(portal.db, { class: trainingClass, account: member, group });
    await cancel(member, trainingClass);
    expect(await storedState(registration)).toEqual({ state: 'cancelled', number: 0 });
  });

  test('is not cancelled by the manager, who must use the roster', async () => {
    const { trainingClass, group, manager, member } = await buildTeam();
    const registration = await buildRegistration(portal.db, { class: trainingClass, account: member, group });
    await expect(cancel(manager, trainingClass)).rejects.toMatchObject({ code: 'cancel_group_seat' });
    expect(await storedState(registration)).toEqual({ state: 'pending', number: 1 });
  });

  test('is not cancelled by a manager with a seat through the group, who must use the roster', async () => {
    const { trainingClass, group, manager } = await buildTeam();
    const registration = await buildRegistration(portal.db, {
      class: trainingClass,
      account: manager,
      group,
    });
    await expect(cancel(manager, trainingClass)).rejects.toMatchObject({ code: 'cancel_group_seat' });
    expect(await storedState(registration)).toEqual({ state: 'pending', number: 1 });
  });

  test("a manager's own registration is cancelled, the group's seats stay", async () => {
    const { trainingClass, group, manager, member } = await buildTeam();
    const theirs = await buildRegistration(portal.db, { class: trainingClass, account: member, group });
    const own = await buildRegistration(portal.db, { class: trainingClass, account: manager });
    await cancel(manager, trainingClass);
    expect(await storedState(own)).toEqual({ state: 'cancelled', number: 1 });
    expect(await storedState(theirs)).toMatchObject({ state: 'pending' });
  });
});

test('simultaneous cancellations give back the seat once; the late ones succeed or find no registration', async () => {
  const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
  const registration = await buildRegistration(portal.db, { class: trainingClass, account });
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => cancel(account, trainingClass)));
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'registration_unknown' });
  }
  expect(await storedState(registration)).toEqual({ state: 'cancelled', number: 0 });
  const events = await portal.db
    .select()
    .from(registrationEvents)
    .where(eq(registrationEvents.registrationId, registration.id));
  expect(events.filter(({ action }) => action === 'registration.cancel')).toHaveLength(1);
  expect(one(await portal.db.select().from(classes).where(eq(classes.id, trainingClass.id))).number).toBe(0);
});

test('a registration whose payment was reported meanwhile is not cancelled', async () => {
  const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
  const registration = await buildRegistration(portal.db, { class: trainingClass, account, state: 'unpaid' });
  const { cancelled } = await inTransaction(portal.db, async (tx) => {
    await lockClassByCode(tx, { code: trainingClass.code });
    const cancelling = cancel(account, trainingClass).catch((error: unknown) => error);
    await untilWaiting(portal.db, cancelling);
    const reporter = proveTrainee({ accountId: account.id });
    const locked = await lockRegistrations(tx, [registration.id]);
    await applyStep(tx, 'report_payment', locked, { actor: reporter, now: NOW });
    return { cancelled: cancelling };
  });
  expect(await cancelled).toMatchObject({ code: 'cancel_under_review' });
  expect(await storedState(registration)).toEqual({ state: 'reported', number: 1 });
  await buildPaymentReport(portal.db, { registration, account });
});

describe('while people may leave a postponed class free of charge', () => {
  const buildPostponed = async (state: State) => {
    const trainingClass = await buildClass(portal.db, {
      fee: 1500,
      postponedAt: new Date(NOW.getTime() + 1000),
      freeCancelUntil: '2099-12-31',
    });
    const account = await buildAccount(portal.db);
    return {
      trainingClass,
      account,
      registration: await buildRegistration(portal.db, { class: trainingClass, account, state }),
    };
  };

  const mailsTo = async ({ id }: { id: number }) =>
    (await portal.db.select().from(mails).where(eq(mails.accountId, id))).map(({ data }) => data);

  test.each(['pending', 'unpaid'] as const)(
    'a %s registration is cancelled without a mail',
    async (state) => {
      const { trainingClass, account, registration } = await buildPostponed(state);
      await cancel(account, trainingClass);
      expect(await storedState(registration)).toEqual({ state: 'cancelled', number: 0 });
      expect(await mailsTo(account)).toEqual([]);
    },
  );

  test('the mail about a reported payment names the refund, and changes no calendar', async () => {
    const { trainingClass, account } = await buildPostponed('reported');
    await cancel(account, trainingClass);
    const [mail, ...others] = await mailsTo(account);
    expect(mail).toMatchObject({ refund: 0, reported: 1500 });
    expect(mail).not.toHaveProperty('seat');
    expect(others).toEqual([]);
  });

  test('the mail about a payment in part names the refund', async () => {
    const desk = await buildDesk(portal.db);
    const { id, person } = await desk.reported();
    const [line] = await desk.lines({ in: 1000 });
    const part = { lineIds: [line?.id ?? 0], registrationIds: [id], missing: 500 };
    await inTransaction(portal.db, (tx) => recordPartialPayment(tx, part, byCashier));
    const postponed = { postponedAt: new Date(NOW.getTime() + 1000), freeCancelUntil: '2099-12-31' };
    await portal.db.update(classes).set(postponed).where(eq(classes.id, desk.trainingClass.id));
    await portal.db.delete(mails).where(eq(mails.accountId, person.id));
    await cancel(person, desk.trainingClass);
    expect(await mailsTo(person)).toMatchObject([{ refund: 1000, reported: 0 }]);
  });

  test('the mail about a confirmed seat takes the class out of the calendar', async () => {
    const { trainingClass, account } = await buildPostponed('confirmed');
    await cancel(account, trainingClass);
    expect(await mailsTo(account)).toMatchObject([
      { refund: 1500, reported: 0, seat: { revision: 'cancelled' } },
    ]);
  });

  test('simultaneous cancellations make one refund due', async () => {
    const { trainingClass, account, registration } = await buildPostponed('confirmed');
    await Promise.allSettled(Array.from({ length: 5 }, () => cancel(account, trainingClass)));
    const due = await portal.db.select().from(refunds).where(eq(refunds.registrationId, registration.id));
    expect(due).toMatchObject([{ amount: 1500, state: 'due' }]);
    expect(await storedState(registration)).toEqual({ state: 'cancelled', number: 0 });
  });
});
