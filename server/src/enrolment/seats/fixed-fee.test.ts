import { records } from '@portal/contract/enrolment';
import { paymentCheck } from '@portal/contract/payment';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { accountOf, buildDesk, byCashier, refundsOf } from '../../../test/factories/desk.ts';
import { one } from '../../../test/factories/one.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { proveTrainee } from '../../accounts/actors.ts';
import { classes } from '../../classes/tables.ts';
import { mails } from '../../mail/tables.ts';
import { confirmPayment } from '../../payment/confirm-payment.ts';
import { findPayables } from '../../payment/office/queries.ts';
import { reportPayment } from '../../payment/report-payment.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { parseReports } from '../../statements/matching/open-items.ts';
import { findOpenItems } from '../../statements/queries.ts';
import { cancelByStaff } from '../on-behalf/cancel-by-staff.ts';
import { remindOverdue } from '../overdue/remind-overdue.ts';
import { approveRegistration } from '../review/approve-registration.ts';
import { rejectRegistration } from '../review/reject-registration.ts';
import { reopenRegistration } from '../review/reopen-registration.ts';
import { registrationEvents, registrations } from '../tables.ts';
import { moveRegistration } from './move-registration.ts';

/* The fee that a person is told at the approval holds for them, also if the class has another one afterwards. */

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const by = { actor: decidingStaff(), now: NOW };
const run = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(portal.db, work);

/** Somebody approved for 1,500, in a class that costs 2,500 since. */
const build = async () => {
  const desk = await buildDesk(portal.db, 1500);
  const person = await buildAccount(portal.db);
  const { id } = await buildRegistration(portal.db, { class: desk.trainingClass, account: person });
  const own = eq(registrations.id, id);
  await run((tx) => approveRegistration(tx, { registrationId: id }, by));
  await portal.db.update(classes).set({ fee: 2500 }).where(eq(classes.id, desk.trainingClass.id));
  const row = async () => one(await portal.db.select().from(registrations).where(own));
  return { desk, id, person, row };
};

const mailsOf = async (accountId: number, template: string) => {
  const sent = and(eq(mails.accountId, accountId), eq(mails.template, template));
  return (await portal.db.select().from(mails).where(sent).orderBy(mails.id)).map(({ data }) => data);
};

test('records, payment page, reminder and desk name the fee of the approval', async () => {
  const { desk, id, person } = await build();
  const token = await logIn(portal.db, person);
  const { answer } = await portal.call(records, { token });
  expect(answer.UncheckedRecords).toMatchObject([{ fee: 1500, amount: 1500 }]);
  const check = await portal.call(paymentCheck, { token, params: { code: desk.trainingClass.code } });
  expect(check.answer).toMatchObject({ fee: 1500, amount: 1500 });
  const found = await findPayables(
    portal.db,
    { search: desk.trainingClass.code, accountId: desk.account.id },
    byCashier.actor,
  );
  expect(found).toMatchObject([{ fee: 1500 }]);

  await portal.db.update(registrations).set({ paymentDue: '2026-11-30' }).where(eq(registrations.id, id));
  await run((tx) => remindOverdue(tx, { registrationId: id }, by));
  expect(await mailsOf(person.id, 'payment_reminder')).toMatchObject([{ fee: 1500 }]);
});

test('a payment, its report and its refund are measured by the fee of the approval', async () => {
  const { desk, id, person } = await build();
  const remittance = { paidTime: '2026-11-30', lastFive: '00042', paidMoney: 1500, paidName: '王小明' };
  const { shortfall } = await run((tx) =>
    reportPayment(
      tx,
      { code: desk.trainingClass.code, ...remittance },
      { actor: proveTrainee({ accountId: person.id }), now: NOW },
    ),
  );
  expect(shortfall).toBe(null);
  const { reports } = await findOpenItems(portal.db, desk.account);
  expect(parseReports(reports)).toMatchObject([{ due: 1500 }]);
  await run((tx) => confirmPayment(tx, { registrationId: id }, byCashier));
  const events = await portal.db
    .select({ data: registrationEvents.data })
    .from(registrationEvents)
    .where(and(eq(registrationEvents.registrationId, id), eq(registrationEvents.action, 'payment.confirm')));
  expect(events).toMatchObject([{ data: { amount: 1500 } }]);
  await run((tx) => cancelByStaff(tx, { registrationId: id, reason: '停辦' }, by));
  expect(await refundsOf(portal.db, id)).toMatchObject([{ amount: 1500 }]);
});

test('a move is measured by the fee of the approval', async () => {
  const { desk, id, row } = await build();
  const { code } = await buildClass(portal.db, { organizationId: desk.organizationId, fee: 1800 });
  const move = { registrationId: id, code, difference: 300, reason: null };
  await run((tx) => moveRegistration(tx, move, by));
  expect((await row()).fee).toBe(1800);
  expect(await accountOf(portal.db, id)).toMatchObject({ owed: 1800 });
});

test('reopening takes the fee back: the next approval fixes the new one', async () => {
  const { id, person, row } = await build();
  expect((await row()).fee).toBe(1500);
  await run((tx) => rejectRegistration(tx, { registrationId: id, reason: '資格不符' }, by));
  await run((tx) => reopenRegistration(tx, { registrationId: id, reason: '補件' }, by));
  expect((await row()).fee).toBe(null);
  await run((tx) => approveRegistration(tx, { registrationId: id }, by));
  expect((await row()).fee).toBe(2500);
  const letters = await mailsOf(person.id, 'approved');
  const about = (amount: number) => expect.objectContaining({ dues: expect.objectContaining({ amount }) });
  // Both were queued at the same time, so their order is not known.
  expect(letters).toHaveLength(2);
  expect(letters).toEqual(expect.arrayContaining([about(1500), about(2500)]));
});
