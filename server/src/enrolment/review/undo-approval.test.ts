import { UNDO_SECONDS } from '@portal/contract/office/undo';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { one } from '../../../test/factories/one.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { seenRegistration } from '../../../test/factories/seen.ts';
import { asStaff, buildStaff, grant } from '../../../test/factories/staff.ts';
import { proveTrainee } from '../../accounts/actors.ts';
import { classes } from '../../classes/tables.ts';
import { mails } from '../../mail/tables.ts';
import { sendDueMails } from '../../mail/worker.ts';
import { findBalance } from '../../money/balance.ts';
import { balanceOf } from '../../money/rules.ts';
import { confirmPayment } from '../../payment/confirm-payment.ts';
import { reportPayment } from '../../payment/report-payment.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { letters } from '../../timers/letters.ts';
import { registrations } from '../tables.ts';
import { approveRegistration } from './approve-registration.ts';
import { approveWithoutConcerns } from './approve-without-concerns.ts';
import { rejectRegistration } from './reject-registration.ts';
import { undoApproval } from './undo-approval.ts';
import { undoApprovals } from './undo-approvals.ts';

let portal: TestPortal;
let first: Staff;
let second: Staff;
beforeAll(async () => {
  portal = await openTestPortal();
  const grants = [grant('officer'), grant('cashier')];
  first = asStaff(await buildStaff(portal.db, { name: '林承辦' }), grants);
  second = asStaff(await buildStaff(portal.db, { name: '陳承辦' }), grants);
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  await portal.db.delete(mails);
});

const run = <T>(work: (tx: Tx, now: Date) => Promise<T>): Promise<T> =>
  inTransaction(portal.db, (tx) => work(tx, portal.clock.now));

const later = (seconds: number) => {
  portal.clock.now = new Date(NOW.getTime() + seconds * 1000);
};

/** A registration that the first officer has just approved. */
const approved = async ({ fee = 1500 } = {}) => {
  const target = await buildClass(portal.db, { fee });
  const account = await buildAccount(portal.db);
  const { id } = await buildRegistration(portal.db, { class: target, account });
  const seen = { registrationId: id, version: await seenRegistration(portal.db, { id }) };
  await run((tx, now) => approveRegistration(tx, { ...seen, isUndoable: true }, { actor: first, now }));
  return { ...seen, version: await seenRegistration(portal.db, { id }), target, account };
};

type Approved = Awaited<ReturnType<typeof approved>>;

const undo = ({ registrationId, version }: Approved, actor = first) =>
  run((tx, now) => undoApproval(tx, { registrationId, version }, { actor, now }));

const stored = async ({ registrationId, target }: Approved) => {
  const row = one(await portal.db.select().from(registrations).where(eq(registrations.id, registrationId)));
  const seats = one(await portal.db.select().from(classes).where(eq(classes.id, target.id)));
  const owed = balanceOf(await findBalance(portal.db, registrationId));
  return { state: row.state, fee: row.fee, due: row.paymentDue, seats: seats.number, owed };
};

/** Sends what is due, and returns the subjects. */
const send = async (): Promise<string[]> => {
  const sent: string[] = [];
  const deliver = async ({ subject }: { subject: string }) => void sent.push(subject);
  await sendDueMails({ ...portal.services, letters, publicUrl: 'https://portal.example', deliver });
  return sent;
};

test.each([
  ['unpaid', 1500],
  ['confirmed', 0],
])(
  'an approval that led to %s is undone within its seconds, and its mail never leaves',
  async (state, fee) => {
    const approval = await approved({ fee });
    expect(await stored(approval)).toMatchObject({ state, owed: fee });
    later(UNDO_SECONDS - 1);
    expect(await send()).toEqual([]);
    expect(await undo(approval)).toBe(true);
    expect(await stored(approval)).toEqual({ state: 'pending', fee: null, due: null, seats: 1, owed: 0 });
    later(UNDO_SECONDS + 60);
    expect(await send()).toEqual([]);
  },
);

test('an approval is undone at the end of its last second, unless the mail has left', async () => {
  const approval = await approved();
  later(UNDO_SECONDS);
  expect(await undo(approval)).toBe(true);
});

test('the mail leaves when the seconds are over', async () => {
  const { target } = await approved();
  later(UNDO_SECONDS);
  expect(await send()).toEqual([expect.stringContaining('報名資格審查通過')]);
  expect(target.fee).toBe(1500);
});

test('after an undo the registration can be approved again, with the same fee', async () => {
  const approval = await approved();
  await undo(approval);
  const seen = { registrationId: approval.registrationId };
  await run((tx, now) => approveRegistration(tx, { ...seen, isUndoable: true }, { actor: second, now }));
  expect(await stored(approval)).toMatchObject({ state: 'unpaid', fee: 1500, owed: 1500 });
  later(UNDO_SECONDS);
  expect(await send()).toHaveLength(1);
});

test('the same officer may repeat it', async () => {
  const approval = await approved();
  await undo(approval);
  expect(await undo(approval)).toBe(false);
});

describe('is refused', () => {
  test('once the mail has left', async () => {
    const approval = await approved();
    later(UNDO_SECONDS);
    await send();
    await expect(undo(approval)).rejects.toMatchObject({ code: 'approval_final' });
    expect(await stored(approval)).toMatchObject({ state: 'unpaid', owed: 1500 });
  });

  test('while the mail is on its way', async () => {
    const approval = await approved();
    later(UNDO_SECONDS);
    await portal.db.update(mails).set({ attempts: 1 });
    await expect(undo(approval)).rejects.toMatchObject({ code: 'approval_final' });
  });

  test('when the seconds are over, also if no mail was written', async () => {
    const approval = await approved();
    await portal.db.delete(mails);
    later(UNDO_SECONDS + 1);
    await expect(undo(approval)).rejects.toMatchObject({ code: 'approval_final' });
  });

  test('when a colleague was faster, whom it names', async () => {
    const approval = await approved();
    const { registrationId, version } = approval;
    await run((tx, now) =>
      rejectRegistration(tx, { registrationId, version, reason: '資格不符' }, { actor: second, now }),
    );
    await expect(undo(approval)).rejects.toMatchObject({
      code: 'changed_meanwhile',
      details: { values: { name: '陳承辦', what: '退回資格審核' } },
    });
  });

  test('when the trainee has reported a payment meanwhile', async () => {
    const approval = await approved();
    const remittance = { paidTime: '2026-12-01', lastFive: '00042', paidMoney: 1500, paidName: '王小明' };
    await run((tx, now) =>
      reportPayment(
        tx,
        { ...remittance, code: approval.target.code },
        { actor: proveTrainee({ accountId: approval.account.id }), now },
      ),
    );
    await expect(undo(approval)).rejects.toMatchObject({ code: 'changed_meanwhile' });
    expect(await stored(approval)).toMatchObject({ state: 'reported' });
  });

  test('for the approval of another registration', async () => {
    const [own, other] = [await approved(), await approved()];
    await expect(undo({ ...own, version: other.version })).rejects.toMatchObject({ code: 'approval_final' });
    expect(await stored(own)).toMatchObject({ state: 'unpaid', owed: 1500 });
  });

  test('for a step that was no approval', async () => {
    const approval = await approved();
    const { registrationId } = approval;
    await run((tx, now) => confirmPayment(tx, { registrationId }, { actor: first, now }));
    const version = await seenRegistration(portal.db, { id: registrationId });
    await expect(undo({ ...approval, version })).rejects.toMatchObject({ code: 'approval_final' });
  });
});

test('a rejection within the seconds is not read before the approval', async () => {
  const { registrationId, version } = await approved();
  await run((tx, now) =>
    rejectRegistration(tx, { registrationId, version, reason: '資格不符' }, { actor: first, now }),
  );
  expect(await send()).toEqual([]);
  later(UNDO_SECONDS);
  expect(await send()).toHaveLength(2);
});

describe('a batch', () => {
  const context = () => ({ actor: first, now: portal.clock.now });

  const buildWaitingPeople = async (count: number) => {
    const target = await buildClass(portal.db, { fee: 1500 });
    const people = [];
    for (let n = 0; n < count; n++) {
      const account = await buildAccount(portal.db, { photoKey: `photos/batch-${Math.random()}` });
      people.push({ account, ...(await buildRegistration(portal.db, { class: target, account })) });
    }
    return people.map(({ id, account }) => ({ id, account, code: target.code }));
  };

  const approveAll = async (count: number) => {
    const people = await buildWaitingPeople(count);
    const asked = people.map(({ id }) => ({ id, version: 0 }));
    const results = await approveWithoutConcerns(portal.db, asked, context());
    return people.map((person, at) => ({ ...person, version: results[at]?.version ?? 0 }));
  };

  const stateOf = async ({ id }: { id: number }) =>
    one(await portal.db.select().from(registrations).where(eq(registrations.id, id))).state;

  test('waits for its seconds, is undone with one call, and nobody is told', async () => {
    const batch = await approveAll(3);
    later(UNDO_SECONDS - 1);
    expect(await send()).toEqual([]);
    const results = await undoApprovals(portal.db, batch, context());
    expect(results.map(({ done }) => done)).toEqual([true, true, true]);
    later(UNDO_SECONDS + 60);
    expect(await send()).toEqual([]);
  });

  test('leaves when the seconds are over, and is not undone any more', async () => {
    const batch = await approveAll(2);
    later(UNDO_SECONDS);
    expect(await send()).toHaveLength(2);
    const results = await undoApprovals(portal.db, batch, context());
    expect(results.map(({ done, why }) => [done, why])).toEqual([
      [false, expect.stringContaining('通知信已寄出')],
      [false, expect.stringContaining('通知信已寄出')],
    ]);
    for (const each of batch) expect(await stateOf(each)).toBe('unpaid');
  });

  test('is undone but for the one who has paid meanwhile', async () => {
    const [paid, ...rest] = await approveAll(3);
    if (!paid) throw new Error('nobody was approved');
    const remittance = { paidTime: '2026-12-01', lastFive: '00042', paidMoney: 1500, paidName: '王小明' };
    const actor = proveTrainee({ accountId: paid.account.id });
    await run((tx, now) => reportPayment(tx, { ...remittance, code: paid.code }, { actor, now }));
    const results = await undoApprovals(portal.db, [paid, ...rest], context());
    expect(results.map(({ done }) => done)).toEqual([false, true, true]);
    expect(await stateOf(paid)).toBe('reported');
    for (const each of rest) expect(await stateOf(each)).toBe('pending');
  });
});
