import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { mails } from '../../mail/tables.ts';
import { confirmPayment } from '../../payment/confirm-payment.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { State } from '../states.ts';
import { cancelByStaff } from './cancel-by-staff.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const build = async (state: State) => {
  const [trainingClass, account] = [
    await buildClass(portal.db, { fee: 1500 }),
    await buildAccount(portal.db),
  ];
  return {
    account,
    registration: await buildRegistration(portal.db, { class: trainingClass, account, state }),
  };
};

const cancel = ({ id }: { id: number }) =>
  inTransaction(portal.db, (tx) =>
    cancelByStaff(tx, { registrationId: id, reason: '課程調整' }, { actor: decidingStaff(), now: NOW }),
  );

const mailsTo = async ({ id }: { id: number }) =>
  (await portal.db.select().from(mails).where(eq(mails.accountId, id))).map(({ data }) => data);

test('cancelling returns true, and false for a repeat', async () => {
  const { registration } = await build('unpaid');
  expect([await cancel(registration), await cancel(registration)]).toEqual([true, false]);
});

test('the mail takes the class out of the calendar only if the seat was confirmed', async () => {
  const [reported, confirmed] = [await build('reported'), await build('confirmed')];
  await cancel(reported.registration);
  await cancel(confirmed.registration);
  const [mail] = await mailsTo(reported.account);
  expect(mail).toMatchObject({ reason: '課程調整', refund: 0, reported: 1500 });
  expect(mail).not.toHaveProperty('seat');
  expect(await mailsTo(confirmed.account)).toMatchObject([
    { refund: 1500, reported: 0, seat: { revision: 'cancelled' } },
  ]);
});

test('a payment that is confirmed while the cancellation waits is refunded as confirmed', async () => {
  const { account, registration } = await build('reported');
  const cancelled = await actDuring(
    portal.db,
    (tx) => confirmPayment(tx, { registrationId: registration.id }, { actor: decidingStaff(), now: NOW }),
    () => cancel(registration),
  );
  expect(cancelled).toBe(true);
  const [, mail] = await mailsTo(account);
  expect(mail).toMatchObject({ refund: 1500, reported: 0, seat: { revision: 'cancelled' } });
});
