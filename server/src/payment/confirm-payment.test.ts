import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { byCashier, codeOf, openPayments } from '../../test/factories/desk.ts';
import { classes } from '../classes/tables.ts';
import { registrationEvents, registrations } from '../enrolment/tables.ts';
import { closeReports } from './close-reports.ts';
import { confirmPayments } from './confirm-payment.ts';
import { paymentReportRegistrations } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const { run, tryOut, buildDesk } = openPayments(() => portal.db);

const confirm = (...registrationIds: readonly number[]) =>
  run((tx) => confirmPayments(tx, { registrationIds }, byCashier));

test.each(['published', 'completed'] as const)(
  'nobody is confirmed together with somebody whose registration was cancelled, in a class that is %s',
  async (classState) => {
    const { trainingClass, unpaid, reported } = await buildDesk();
    const [waiting, cancelled] = [await unpaid(), await reported()];
    await tryOut(async (tx) => {
      await tx.update(registrations).set({ state: 'cancelled' }).where(eq(registrations.id, cancelled.id));
      await tx.update(classes).set({ state: classState }).where(eq(classes.id, trainingClass.id));
      const registrationIds = [waiting.id, cancelled.id];
      expect(await codeOf(confirmPayments(tx, { registrationIds }, byCashier))).toBe('registration_unknown');
    });
  },
);

test('the event of a confirmation names the payment and its amount, and nothing that is missing', async () => {
  const { unpaid } = await buildDesk();
  const { id } = await unpaid();
  await confirm(id);
  const events = await portal.db
    .select({ action: registrationEvents.action, data: registrationEvents.data })
    .from(registrationEvents)
    .where(eq(registrationEvents.registrationId, id))
    .orderBy(asc(registrationEvents.id));
  expect(events.at(-1)).toEqual({
    action: 'payment.confirm',
    data: { payment: expect.any(Number), amount: 1500 },
  });
});

test('a confirmation closes the report that waits, and leaves the outcome of earlier ones', async () => {
  const { reported } = await buildDesk();
  const { id, reportId } = await reported();
  await run((tx) => closeReports(tx, [id], 'not_received'));
  await confirm(id);
  const outcomes = await portal.db
    .select({ outcome: paymentReportRegistrations.outcome })
    .from(paymentReportRegistrations)
    .where(eq(paymentReportRegistrations.reportId, reportId));
  expect(outcomes).toEqual([{ outcome: 'not_received' }]);
});
