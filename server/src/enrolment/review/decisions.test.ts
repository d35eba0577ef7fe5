import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { seenRegistration } from '../../../test/factories/seen.ts';
import { asStaff, buildStaff, grant } from '../../../test/factories/staff.ts';
import { proveTrainee } from '../../accounts/actors.ts';
import { accounts } from '../../accounts/tables.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { cancelByStaff } from '../on-behalf/cancel-by-staff.ts';
import { cancelOverdue } from '../overdue/cancel-overdue.ts';
import type { SeenRegistration } from '../registration-version.ts';
import { cancelRegistration } from '../seats/cancel-registration.ts';
import { moveRegistration } from '../seats/move-registration.ts';
import type { State } from '../states.ts';
import { registrationEvents } from '../tables.ts';
import { approveRegistration } from './approve-registration.ts';
import { approveWithoutConcerns } from './approve-without-concerns.ts';
import { rejectRegistration } from './reject-registration.ts';
import { reopenRegistration } from './reopen-registration.ts';

/* Two officers decide about a registration that both have seen in the same state. */

let portal: TestPortal;
let first: Staff;
let second: Staff;
let target: { code: string };
beforeAll(async () => {
  portal = await openTestPortal();
  first = asStaff(await buildStaff(portal.db, { name: '林承辦' }), [grant('officer')]);
  second = asStaff(await buildStaff(portal.db, { name: '陳承辦' }), [grant('officer')]);
  target = await buildClass(portal.db);
});
afterAll(() => portal.close());

const now = () => portal.clock.now;

const build = async (state: State = 'pending') => {
  const trainingClass = await buildClass(portal.db);
  const account = await buildAccount(portal.db, { photoKey: `photos/${trainingClass.code}` });
  const paymentDue = '2026-11-30';
  const registration = await buildRegistration(portal.db, {
    class: trainingClass,
    account,
    state,
    paymentDue,
  });
  const version = await seenRegistration(portal.db, registration);
  return { trainingClass, account, seen: { registrationId: registration.id, version } };
};

const decisions = {
  approve: (tx, seen, by) => approveRegistration(tx, seen, by),
  reject: (tx, seen, by) => rejectRegistration(tx, { ...seen, reason: '資格不符' }, by),
  reopen: (tx, seen, by) => reopenRegistration(tx, { ...seen, reason: '補件' }, by),
  cancel: (tx, seen, by) => cancelByStaff(tx, { ...seen, reason: '課程調整' }, by),
  cancelOverdue: (tx, seen, by) => cancelOverdue(tx, seen, by),
  move: (tx, seen, by) => {
    const { code } = target;
    return moveRegistration(tx, { ...seen, code, difference: 0, reason: null }, by);
  },
} as const satisfies Record<
  string,
  (tx: Tx, seen: SeenRegistration, by: { actor: Staff; now: Date }) => Promise<unknown>
>;
type Decision = keyof typeof decisions;

const decide = (decision: Decision, seen: SeenRegistration, actor: Staff): Promise<unknown> =>
  inTransaction<unknown>(portal.db, (tx) => decisions[decision](tx, seen, { actor, now: now() }));

const actionsOf = async ({ registrationId }: SeenRegistration) => {
  const events = await portal.db
    .select({ action: registrationEvents.action })
    .from(registrationEvents)
    .where(eq(registrationEvents.registrationId, registrationId))
    .orderBy(asc(registrationEvents.id));
  return events.map(({ action }) => action).slice(1);
};

test.each<[State, Decision, what: string, action: string, loser: Decision]>([
  ['pending', 'approve', '通過資格審核', 'registration.approve', 'reject'],
  ['pending', 'approve', '通過資格審核', 'registration.approve', 'approve'],
  ['pending', 'approve', '通過資格審核', 'registration.approve', 'cancel'],
  ['pending', 'approve', '通過資格審核', 'registration.approve', 'move'],
  ['pending', 'reject', '退回資格審核', 'registration.reject', 'approve'],
  ['pending', 'reject', '退回資格審核', 'registration.reject', 'reject'],
  ['pending', 'move', '轉班', 'registration.move', 'approve'],
  ['unpaid', 'move', '轉班', 'registration.move', 'move'],
  ['rejected', 'reopen', '重新審核', 'registration.reopen', 'reopen'],
  ['unpaid', 'cancel', '由承辦取消報名', 'registration.cancel_by_staff', 'cancel'],
  ['unpaid', 'cancel', '由承辦取消報名', 'registration.cancel_by_staff', 'cancelOverdue'],
  ['unpaid', 'cancelOverdue', '由承辦取消報名', 'registration.cancel_by_staff', 'reject'],
])(
  '%s: after %s, the officer who would %5$s is told who did what',
  async (state, winner, what, action, loser) => {
    const { seen } = await build(state);
    await decide(winner, seen, first);
    await expect(decide(loser, seen, second)).rejects.toMatchObject({
      code: 'changed_meanwhile',
      details: { values: { name: '林承辦', what }, newer: { changes: [{ action }] } },
    });
    expect(await actionsOf(seen)).toEqual([action]);
  },
);

test.each<[State, Decision]>([
  ['pending', 'approve'],
  ['pending', 'reject'],
  ['rejected', 'reopen'],
  ['unpaid', 'cancel'],
])('%s: the same officer may repeat %s', async (state, decision) => {
  const { seen } = await build(state);
  await decide(decision, seen, first);
  expect(await decide(decision, seen, first)).toBe(false);
  expect(await actionsOf(seen)).toHaveLength(1);
});

test.each<[State, Decision, action: string]>([
  ['pending', 'approve', 'registration.approve'],
  ['pending', 'reject', 'registration.reject'],
  ['rejected', 'reopen', 'registration.reopen'],
  ['unpaid', 'cancel', 'registration.cancel_by_staff'],
])('%s: repeating %s without a version changes nothing', async (state, decision, action) => {
  const { account, seen } = await build(state);
  const { registrationId } = seen;
  expect(await decide(decision, { registrationId }, first)).toBe(true);
  expect(await decide(decision, { registrationId }, second)).toBe(false);
  expect(await actionsOf(seen)).toEqual([action]);
  expect(await portal.db.$count(mails, eq(mails.accountId, account.id))).toBe(1);
});

test('a registration that was not rejected is not reopened', async () => {
  const { account, seen } = await build('unpaid');
  const { registrationId } = seen;
  await expect(decide('reopen', { registrationId }, first)).rejects.toMatchObject({
    code: 'review_conflict',
  });
  expect(await portal.db.$count(mails, eq(mails.accountId, account.id))).toBe(0);
});

test('an officer who repeats with a version of their own decision is told the state', async () => {
  const { seen } = await build();
  await decide('reject', seen, first);
  const version = await seenRegistration(portal.db, { id: seen.registrationId });
  await expect(decide('reject', { ...seen, version }, second)).rejects.toMatchObject({
    code: 'step_from_state',
    details: { values: { state: '已退回' } },
  });
});

test('who has read what a colleague decided may decide again', async () => {
  const { seen } = await build();
  await decide('approve', seen, first);
  const version = await seenRegistration(portal.db, { id: seen.registrationId });
  expect(await decide('reject', { ...seen, version }, second)).toBe(true);
});

test('an officer is told that the trainee has cancelled meanwhile', async () => {
  const { trainingClass, account, seen } = await build();
  const actor = proveTrainee({ accountId: account.id });
  await inTransaction(portal.db, (tx) =>
    cancelRegistration(tx, { code: trainingClass.code }, { actor, now: now() }),
  );
  await expect(decide('approve', seen, second)).rejects.toMatchObject({
    code: 'changed_meanwhile',
    details: { values: { name: `學員 ${account.chineseName}`, what: '取消報名' } },
  });
});

test('a note does not change the version', async () => {
  const { seen } = await build();
  const state = { fromState: 'pending', toState: 'pending' };
  const note = { registrationId: seen.registrationId, at: now(), actor: 'staff:1', ...state };
  await portal.db.insert(registrationEvents).values({ ...note, action: 'registration.note' });
  expect(await decide('approve', seen, first)).toBe(true);
});

describe('bulk approval', () => {
  const approveAll = (seen: readonly SeenRegistration[], actor: Staff) =>
    approveWithoutConcerns(
      portal.db,
      seen.map(({ registrationId: id, version = 0 }) => ({ id, version })),
      { actor, now: now() },
    );

  test('names for each row the colleague who decided first', async () => {
    const [decided, open] = [await build(), await build()];
    await decide('approve', decided.seen, first);
    const results = await approveAll([decided.seen, open.seen], second);
    expect(results.map(({ done, why }) => [done, why])).toEqual([
      [false, '林承辦 已於 2026-12-01（二）10:00 通過資格審核，請確認後再送出'],
      [true, null],
    ]);
  });

  test('counts a person with concerns as approved if the same officer has approved them one by one', async () => {
    const { account, seen } = await build();
    await portal.db.update(accounts).set({ photoKey: null }).where(eq(accounts.id, account.id));
    const [refused] = await approveAll([seen], first);
    expect(refused).toMatchObject({ done: false, why: expect.stringContaining('照片') });
    await decide('approve', seen, first);
    expect(await approveAll([seen], first)).toMatchObject([{ done: true, why: null }]);
  });

  test('an error is not reported as the refusal of one registration', async () => {
    const { seen } = await build();
    const id = seen.registrationId;
    const broken = { actor: first, now: new Date(Number.NaN) };
    await expect(approveWithoutConcerns(portal.db, [{ id, version: 0 }], broken)).rejects.not.toBeInstanceOf(
      Refusal,
    );
  });
});

test('the history is in the order of the commits, also if the later one was asked for first', async () => {
  const { seen } = await build();
  const earlier = new Date(now().getTime() - 60_000);
  await decide('approve', seen, first);
  const version = await seenRegistration(portal.db, { id: seen.registrationId });
  const late = { actor: second, now: earlier };
  await inTransaction(portal.db, (tx) => decisions.reject(tx, { ...seen, version }, late));
  const times = await portal.db
    .select({ at: registrationEvents.at })
    .from(registrationEvents)
    .where(eq(registrationEvents.registrationId, seen.registrationId))
    .orderBy(asc(registrationEvents.id));
  expect(times.map(({ at }) => at)).toEqual(times.map(({ at }) => at).toSorted((a, b) => +a - +b));
});
