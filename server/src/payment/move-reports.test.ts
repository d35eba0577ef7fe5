import { asc, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildPaymentReport, buildRegistration } from '../../test/factories/registration.ts';
import { inTransaction } from '../platform/database/database.ts';
import { moveReports, returnReports } from './move-reports.ts';
import { paymentReports } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
/** Others report for people with whom they share no group. */
afterAll(() => portal.close({ broken: true }));

test('only the reports that were moved return, and only those that are still with the account that stayed', async () => {
  const [from, to, third] = [
    await buildAccount(portal.db),
    await buildAccount(portal.db),
    await buildAccount(portal.db),
  ];
  const trainingClass = await buildClass(portal.db);
  const report = async (account: { id: number }) => {
    const owner = await buildAccount(portal.db);
    const seat = { class: trainingClass, account: owner, state: 'unpaid' } as const;
    const registration = await buildRegistration(portal.db, seat);
    return (await buildPaymentReport(portal.db, { registration, account })).id;
  };
  const ids = [await report(from), await report(from), await report(to), await report(third)];
  const reporters = async () => {
    const isOurs = inArray(paymentReports.id, ids);
    const rows = await portal.db.select().from(paymentReports).where(isOurs).orderBy(asc(paymentReports.id));
    return rows.map(({ reportedBy }) => reportedBy);
  };
  const move = { from: from.id, to: to.id };
  const moved = await inTransaction(portal.db, (tx) => moveReports(tx, move));
  expect(moved.toSorted()).toEqual(ids.slice(0, 2));
  expect(await reporters()).toEqual([to.id, to.id, to.id, third.id]);
  const named = [...moved, ids[3] ?? 0];
  await inTransaction(portal.db, (tx) => returnReports(tx, { from: to.id, to: from.id }, named));
  expect(await reporters()).toEqual([from.id, from.id, to.id, third.id]);
});
