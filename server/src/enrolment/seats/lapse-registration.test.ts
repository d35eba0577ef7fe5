import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { asManaged, buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { one } from '../../../test/factories/one.ts';
import { seenRegistration } from '../../../test/factories/seen.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { proveTrainee } from '../../accounts/actors.ts';
import { markMailboxConfirmed } from '../../accounts/mailbox/confirm-mailbox.ts';
import { accounts } from '../../accounts/tables.ts';
import { classes } from '../../classes/tables.ts';
import { enrolMembers } from '../../groups/enrol-members.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { lapseUnconfirmed } from '../../timers/lapse-unconfirmed.ts';
import { enrolByStaff } from '../on-behalf/enrol-by-staff.ts';
import { approveRegistration } from '../review/approve-registration.ts';
import { rejectRegistration } from '../review/reject-registration.ts';
import { reopenRegistration } from '../review/reopen-registration.ts';
import { registrationEvents, registrations } from '../tables.ts';
import { enrol } from './enrol.ts';
import { findLapsed, giveBackUnconfirmed, lapseRegistration } from './lapse-registration.ts';
import { moveRegistration } from './move-registration.ts';

const HOUR = 3_600_000;

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(() => {
  portal.clock.now = NOW;
});

const after = (hours: number) => new Date(NOW.getTime() + hours * HOUR);
const staff = { actor: decidingStaff(), now: NOW };
const transact = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(portal.db, work);

type Overrides = Parameters<typeof buildAccount>[1];

/** Somebody who has joined and enrolled, whose mail has left the portal. */
const buildSeat = async (overrides: Overrides = {}) => {
  const account = await buildAccount(portal.db, { emailConfirmedAt: null, ...overrides });
  const trainingClass = await buildClass(portal.db);
  const actor = proveTrainee({ accountId: account.id });
  const id = await transact((tx) => enrol(tx, trainingClass, { actor, now: NOW }));
  await sendMails(account);
  return { id, account, trainingClass };
};

type Seat = Pick<Awaited<ReturnType<typeof buildSeat>>, 'id' | 'account' | 'trainingClass'>;

const sendMails = ({ id }: { id: number }, at = NOW) =>
  portal.db.update(mails).set({ state: 'sent', sentAt: at, attempts: 1 }).where(eq(mails.accountId, id));

const registrationOf = async ({ id }: { id: number }) =>
  one(await portal.db.select().from(registrations).where(eq(registrations.id, id)));
const stateOf = async (seat: { id: number }) => (await registrationOf(seat)).state;
const numberOf = async ({ trainingClass }: Seat) =>
  one(await portal.db.select().from(classes).where(eq(classes.id, trainingClass.id))).number;

const runAt = async (hours: number) => {
  portal.clock.now = after(hours);
  await lapseUnconfirmed(portal.services);
};

test('the seat of an unconfirmed person lapses after 48 hours, with an event and a mail', async () => {
  const seat = await buildSeat();
  expect((await registrationOf(seat)).confirmBy).toEqual(after(48));
  await runAt(47.99);
  expect([await stateOf(seat), await numberOf(seat)]).toEqual(['pending', 1]);
  await runAt(48.01);
  const reason = '未於 2026-12-03（四）10:00 前確認電子信箱';
  expect(await registrationOf(seat)).toMatchObject({ state: 'cancelled', reason });
  expect(await numberOf(seat)).toBe(0);
  const events = await portal.db
    .select()
    .from(registrationEvents)
    .where(eq(registrationEvents.registrationId, seat.id))
    .orderBy(registrationEvents.id);
  expect(events.at(-1)).toMatchObject({
    ...{ actor: 'system', action: 'registration.lapse', fromState: 'pending', toState: 'cancelled' },
    note: reason,
  });
  const told = await portal.db.select().from(mails).where(eq(mails.accountId, seat.account.id));
  expect(told.find(({ template }) => template === 'lapsed')).toMatchObject({
    recipient: seat.account.email,
    forUnconfirmed: true,
    data: { reason, code: seat.trainingClass.code },
  });
});

describe('the seat stays', () => {
  test.each<[string, Overrides]>([
    ['confirmed mailbox', { emailConfirmedAt: NOW }],
    ['phone that staff confirmed', { phoneConfirmedAt: NOW }],
    ['record from the old system', { importedAt: NOW }],
  ])('of a person with a %s', async (_, overrides) => {
    const seat = await buildSeat(overrides);
    expect((await registrationOf(seat)).confirmBy).toBeNull();
    await runAt(200);
    expect(await stateOf(seat)).toBe('pending');
  });

  test('of a person who confirms the mailbox or the phone after enrolling', async () => {
    const seats = [await buildSeat(), await buildSeat()];
    const [mailbox, phone] = seats;
    const confirm = (seat: Seat | undefined, set: object) =>
      portal.db
        .update(accounts)
        .set(set)
        .where(eq(accounts.id, seat?.account.id ?? 0));
    await confirm(mailbox, { emailConfirmedAt: after(47) });
    await confirm(phone, { phoneConfirmedAt: after(47) });
    await runAt(200);
    expect(await Promise.all(seats.map(stateOf))).toEqual(['pending', 'pending']);
  });

  test('of a person whom staff or a manager enrolled', async () => {
    const account = await buildAccount(portal.db, { emailConfirmedAt: null });
    const [one, two] = [await buildClass(portal.db), await buildClass(portal.db)];
    const byStaff = await transact((tx) =>
      enrolByStaff(tx, { code: one.code, accountId: account.id, reason: null }, staff),
    );
    const [group, manager] = [await buildGroup(portal.db), await buildAccount(portal.db)];
    await buildMembership(portal.db, { group, account });
    await buildMembership(portal.db, { group, account: manager, role: 'manager' });
    const [byManager = 0] = await transact((tx) =>
      enrolMembers(
        tx,
        { code: two.code, group: asManaged(group), accountIds: [account.id] },
        { actor: proveTrainee({ accountId: manager.id }), now: NOW },
      ),
    );
    await runAt(200);
    expect(await stateOf({ id: byStaff })).toBe('pending');
    expect(await stateOf({ id: byManager })).toBe('pending');
  });

  test('if it was approved, or rejected and reopened', async () => {
    const [approved, reopened] = [await buildSeat(), await buildSeat()];
    await transact((tx) => approveRegistration(tx, { registrationId: approved.id }, staff));
    const chosen = { registrationId: reopened.id, reason: '資料待補' };
    await transact((tx) => rejectRegistration(tx, chosen, staff));
    await transact((tx) => reopenRegistration(tx, chosen, staff));
    await runAt(200);
    expect([await stateOf(approved), await stateOf(reopened)]).toEqual(['unpaid', 'pending']);
  });
});

test('a moved registration lapses too, and gives back the seat of its new class', async () => {
  const seat = await buildSeat();
  const target = await buildClass(portal.db, {
    courseId: seat.trainingClass.courseId,
    fee: seat.trainingClass.fee,
  });
  const move = { registrationId: seat.id, code: target.code, difference: 0, reason: null };
  await transact((tx) => moveRegistration(tx, move, staff));
  await runAt(49);
  expect(await stateOf(seat)).toBe('cancelled');
  expect([await numberOf(seat), await numberOf({ ...seat, trainingClass: target })]).toEqual([0, 0]);
});

describe('if the mail about the enrolment', () => {
  test('left the portal late, the person has 48 hours from then', async () => {
    const seat = await buildSeat();
    await sendMails(seat.account, after(10));
    await runAt(57.9);
    expect(await stateOf(seat)).toBe('pending');
    await runAt(58.1);
    expect(await stateOf(seat)).toBe('cancelled');
  });

  test('still waits, the person has 96 hours in all', async () => {
    const seat = await buildSeat();
    await portal.db
      .update(mails)
      .set({ state: 'queued', sentAt: null })
      .where(eq(mails.accountId, seat.account.id));
    await runAt(95.9);
    expect(await stateOf(seat)).toBe('pending');
    await runAt(96.1);
    expect(await stateOf(seat)).toBe('cancelled');
  });

  test('was sent in time, a later enrolment in another class gives no more time', async () => {
    const seat = await buildSeat();
    const actor = proveTrainee({ accountId: seat.account.id });
    await transact(async (tx) => enrol(tx, await buildClass(portal.db), { actor, now: after(40) }));
    await runAt(48.1);
    expect(await stateOf(seat)).toBe('cancelled');
  });
});

test('somebody whose seat has lapsed enrols again once they have confirmed', async () => {
  const { account, trainingClass } = await buildSeat();
  await runAt(49);
  const actor = proveTrainee({ accountId: account.id });
  const again = () => transact((tx) => enrol(tx, trainingClass, { actor, now: after(50) }));
  await expect(again()).rejects.toMatchObject({ code: 'seat_lapsed' });
  await transact((tx) => markMailboxConfirmed(tx, account.id, after(50)));
  expect(await again()).toBeTypeOf('number');
});

describe('a registration that lapses', () => {
  const lapse = ({ id }: Seat, now = after(49)) =>
    transact((tx) => lapseRegistration(tx, { registrationId: id }, { now }));

  test('is found and cancelled from the last moment of its time on, others are not', async () => {
    const seat = await buildSeat();
    const others = [await buildSeat({ emailConfirmedAt: NOW }), await buildSeat()];
    await transact((tx) => approveRegistration(tx, { registrationId: others[1]?.id ?? 0 }, staff));
    const ids = [seat, ...others].map(({ id }) => id);
    const lapsedAt = async (now: Date) => (await findLapsed(portal.db, now)).filter((id) => ids.includes(id));
    const before = new Date(after(48).getTime() - 1);
    expect([await lapsedAt(before), await lapse(seat, before)]).toEqual([[], false]);
    expect([await lapsedAt(after(48)), await lapse(seat, after(48))]).toEqual([[seat.id], true]);
    expect(await lapsedAt(after(48))).toEqual([]);
  });

  test('is found 48 hours after a mail that left late, and 96 hours after the enrolment without one', async () => {
    const [late, waiting] = [await buildSeat(), await buildSeat()];
    await sendMails(late.account, after(10));
    const own = eq(mails.accountId, waiting.account.id);
    await portal.db.update(mails).set({ state: 'queued', sentAt: null }).where(own);
    const ids = [late.id, waiting.id];
    const lapsedAt = async (ms: number) =>
      (await findLapsed(portal.db, new Date(NOW.getTime() + ms))).filter((id) => ids.includes(id));
    expect(await lapsedAt(58 * HOUR - 1)).toEqual([]);
    expect(await lapsedAt(58 * HOUR)).toEqual([late.id]);
    expect(await lapsedAt(96 * HOUR - 1)).toEqual([late.id]);
    expect(await lapsedAt(96 * HOUR)).toEqual(ids);
  });

  test('is found, and stays if the person confirms before it is cancelled', async () => {
    const seat = await buildSeat();
    expect(await findLapsed(portal.db, after(49))).toContain(seat.id);
    const lapsed = await actDuring(
      portal.db,
      (tx) => markMailboxConfirmed(tx, seat.account.id, after(49)),
      () => lapse(seat),
    );
    expect([lapsed, await stateOf(seat)]).toEqual([false, 'pending']);
  });

  test('stays if it is approved before it is cancelled', async () => {
    const seat = await buildSeat();
    const approve = (tx: Tx) => approveRegistration(tx, { registrationId: seat.id }, staff);
    expect(await actDuring(portal.db, approve, () => lapse(seat))).toBe(false);
    expect(await stateOf(seat)).toBe('unpaid');
  });

  test('is cancelled once, whatever the number of servers', async () => {
    const seat = await buildSeat();
    const first = (tx: Tx) => lapseRegistration(tx, { registrationId: seat.id }, { now: after(49) });
    expect(await actDuring(portal.db, first, () => lapse(seat))).toBe(false);
    expect(await numberOf(seat)).toBe(0);
  });
});

describe('staff give back seats', () => {
  test('of unconfirmed people at any time, and are told which stay', async () => {
    const [open, confirmed, approved] = [await buildSeat(), await buildSeat(), await buildSeat()];
    await transact((tx) => markMailboxConfirmed(tx, confirmed.account.id, NOW));
    await transact((tx) => approveRegistration(tx, { registrationId: approved.id }, staff));
    const shown = [open, confirmed, approved].map(({ id }) => ({ id, version: 0 }));
    const results = await giveBackUnconfirmed(portal.db, shown, staff);
    expect(results.map(({ done, why }) => [done, why])).toEqual([
      [true, null],
      [false, '此學員已確認電子信箱或電話，請逐筆審核'],
      [false, expect.stringContaining('通過資格審核')],
    ]);
    expect(await Promise.all([open, confirmed, approved].map(stateOf))).toEqual([
      'cancelled',
      'pending',
      'unpaid',
    ]);
    expect(await numberOf(open)).toBe(0);
    expect((await giveBackUnconfirmed(portal.db, [{ id: open.id, version: 0 }], staff))[0]).toMatchObject({
      done: true,
    });
  });

  test('and are told who moved a registration to another class in the meantime', async () => {
    const seat = await buildSeat();
    const { courseId, fee } = seat.trainingClass;
    const { code } = await buildClass(portal.db, { courseId, fee });
    const shown = { id: seat.id, version: await seenRegistration(portal.db, seat) };
    const move = { registrationId: seat.id, code, difference: 0, reason: null };
    const results = await actDuring(
      portal.db,
      (tx) => moveRegistration(tx, move, staff),
      () => giveBackUnconfirmed(portal.db, [shown], staff),
    );
    expect(results).toMatchObject([{ done: false, why: expect.stringContaining('轉班') }]);
    expect(await stateOf(seat)).toBe('pending');
  });

  test('only in their own organisation', async () => {
    const seat = await buildSeat();
    const stranger = { actor: decidingStaff(-1), now: NOW };
    const [result] = await giveBackUnconfirmed(portal.db, [{ id: seat.id, version: 0 }], stranger);
    expect([result?.done, await stateOf(seat)]).toEqual([false, 'pending']);
  });
});
