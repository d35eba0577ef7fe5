import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildPaymentReport, buildRegistration } from '../../test/factories/registration.ts';
import { inTransaction } from '../platform/database/database.ts';
import { ERASED_TEXT } from '../platform/database/erased.ts';
import { maskReports } from './mask-reports.ts';
import { paymentReports } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
/** Others report for people with whom they share no group. */
afterAll(() => portal.close({ broken: true }));

test('the payer is masked in what a person reported, and in what others reported for the person by that name', async () => {
  const trainingClass = await buildClass(portal.db);
  const [erased, manager] = [await buildAccount(portal.db), await buildAccount(portal.db)];
  const own = await buildRegistration(portal.db, { class: trainingClass, account: erased, state: 'unpaid' });
  const other = await buildRegistration(portal.db, {
    class: trainingClass,
    account: manager,
    state: 'unpaid',
  });
  const report = async (registration: typeof own, account: { id: number }, paidName: string) => {
    const { id } = await buildPaymentReport(portal.db, { registration, account });
    await portal.db.update(paymentReports).set({ paidName }).where(eq(paymentReports.id, id));
    return async () => {
      const [found] = await portal.db.select().from(paymentReports).where(eq(paymentReports.id, id));
      return [found?.paidName, found?.lastFive];
    };
  };
  const named = await Promise.all([
    report(own, erased, '林怡君'),
    report(own, manager, '王小明（代匯）'),
    report(own, manager, '港都救生隊'),
    report(other, manager, '王小明'),
  ]);
  const of = { accountId: erased.id, registrationIds: [own.id], words: ['王小明'] };
  const part = await inTransaction(portal.db, (tx) => maskReports(tx, of));
  expect(part).toEqual({ table: 'payment_reports', how: 'masked', rows: 2 });
  expect(await Promise.all(named.map((read) => read()))).toEqual([
    [ERASED_TEXT, '00000'],
    [ERASED_TEXT, '00000'],
    ['港都救生隊', '00042'],
    ['王小明', '00042'],
  ]);
});
