import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildDesk, byCashier } from '../../../test/factories/desk.ts';
import { buildPaymentReport, buildRegistration } from '../../../test/factories/registration.ts';
import { buildStaff } from '../../../test/factories/staff.ts';
import { findSeatHolders } from '../../classes/acts/queue-seat-holder-mails.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { registrationNotes, registrations } from '../tables.ts';
import { findNotes, findReport } from './registration-queries.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

/**
 * Reads the rows as they are stored: an index would hide a missing sort. The tests update the first row, which PostgreSQL
 * then stores after the others.
 */
const withoutIndexes = <T>(read: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(portal.db, async (tx) => {
    await tx.execute(sql`set local enable_indexscan = off`);
    await tx.execute(sql`set local enable_bitmapscan = off`);
    return read(tx);
  });

test('the notes of a registration are found in the order in which they were written, without those of others', async () => {
  const [desk, { id: staffId }] = [await buildDesk(portal.db), await buildStaff(portal.db)];
  const [mine, theirs] = [await desk.unpaid(), await desk.unpaid()];
  const note = (registrationId: number, text: string) =>
    portal.db.insert(registrationNotes).values({ registrationId, staffId, text, at: byCashier.now });
  await note(mine.id, '一');
  await note(mine.id, '二');
  await note(theirs.id, '三');
  await portal.db
    .update(registrationNotes)
    .set({ at: byCashier.now })
    .where(eq(registrationNotes.text, '一'));
  expect((await withoutIndexes((tx) => findNotes(tx, mine.id))).map(({ text }) => text)).toEqual([
    '一',
    '二',
  ]);
});

test('only the latest payment report of a registration is found', async () => {
  const desk = await buildDesk(portal.db);
  const [mine, unpaid] = [await desk.reported({ paidMoney: 900 }), await desk.unpaid()];
  await desk.reported({ paidMoney: 700 });
  expect(await findReport(portal.db, mine.id)).toMatchObject({ money: 900, covers: 1 });
  const registration = {
    id: mine.id,
    classId: desk.trainingClass.id,
    accountId: mine.person.id,
    groupId: null,
  };
  await buildPaymentReport(portal.db, { registration, account: mine.person });
  expect(await findReport(portal.db, mine.id)).not.toMatchObject({ money: 900 });
  expect(await findReport(portal.db, unpaid.id)).toBeNull();
});

test('the registrations that hold a seat in the class are found in the order of enrolment, without those of others', async () => {
  const [desk, other] = [await buildDesk(portal.db), await buildDesk(portal.db)];
  const [first, second] = [await desk.unpaid(), await desk.unpaid()];
  await other.unpaid();
  for (const state of ['rejected', 'cancelled'] as const) {
    await buildRegistration(portal.db, {
      class: desk.trainingClass,
      account: await buildAccount(portal.db),
      state,
    });
  }
  await portal.db
    .update(registrations)
    .set({ updatedAt: byCashier.now })
    .where(eq(registrations.id, first.id));
  const found = await withoutIndexes((tx) => findSeatHolders(tx, desk.trainingClass.id));
  expect(found.map(({ id }) => id)).toEqual([first.id, second.id]);
});
