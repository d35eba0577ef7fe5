import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { decidingStaff } from '../../test/factories/staff.ts';
import { actDuring, freeWhileWaiting } from '../../test/locks.ts';
import { proveTrainee } from '../accounts/actors.ts';
import { classes } from '../classes/tables.ts';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { lockClasses, lockRegistrations } from './lock-registrations.ts';
import { cancelByStaff } from './on-behalf/cancel-by-staff.ts';
import { cancelOverdue } from './overdue/cancel-overdue.ts';
import { cancelRegistration } from './seats/cancel-registration.ts';
import { moveRegistration } from './seats/move-registration.ts';
import { giveBackSeats, takeSeats } from './seats/seats.ts';
import { registrations } from './tables.ts';

let portal: TestPortal;
let db: Database;

beforeAll(async () => {
  portal = await openTestPortal();
  db = portal.db;
});
afterAll(() => portal.close());

const details = { actor: 'system', now: NOW } as const;

const buildSeated = async () => {
  const trainingClass = await buildClass(db);
  const seats = [];
  for (let n = 0; n < 2; n++) {
    const account = await buildAccount(db);
    seats.push(await buildRegistration(db, { class: trainingClass, account }));
  }
  return { trainingClass, ids: seats.map(({ id }) => id) };
};

test('giving back seats locks the class before any registration', async () => {
  const { trainingClass, ids } = await buildSeated();
  const free = await freeWhileWaiting(
    db,
    { table: registrations, ids },
    (tx) => tx.select().from(classes).where(eq(classes.id, trainingClass.id)).for('no key update'),
    async (tx) => giveBackSeats(tx, 'cancel', await lockRegistrations(tx, ids), details),
  );
  expect(free).toEqual(ids);
});

test('cancelling by staff locks the class before the registration', async () => {
  const { trainingClass, ids } = await buildSeated();
  const [id = 0] = ids;
  const free = await freeWhileWaiting(
    db,
    { table: registrations, ids },
    (tx) => tx.select().from(classes).where(eq(classes.id, trainingClass.id)).for('no key update'),
    (tx) => cancelByStaff(tx, { registrationId: id, reason: '停辦' }, { actor: decidingStaff(), now: NOW }),
  );
  expect(free).toEqual(ids);
});

test('cancelling an overdue registration locks the class before the registration', async () => {
  const [trainingClass, account] = [await buildClass(db), await buildAccount(db)];
  const overdue = { state: 'unpaid', paymentDue: '2026-11-30' } as const;
  const { id } = await buildRegistration(db, { class: trainingClass, account, ...overdue });
  const free = await freeWhileWaiting(
    db,
    { table: registrations, ids: [id] },
    (tx) => tx.select().from(classes).where(eq(classes.id, trainingClass.id)).for('no key update'),
    (tx) => cancelOverdue(tx, { registrationId: id }, { actor: decidingStaff(), now: NOW }),
  );
  expect(free).toEqual([id]);
});

test('cancelling in a postponed class locks the class before the registration', async () => {
  const trainingClass = await buildClass(db, {
    postponedAt: new Date(NOW.getTime() + 1000),
    freeCancelUntil: '2099-12-31',
  });
  const account = await buildAccount(db);
  const { id } = await buildRegistration(db, { class: trainingClass, account });
  const actor = proveTrainee({ accountId: account.id });
  const free = await freeWhileWaiting(
    db,
    { table: registrations, ids: [id] },
    (tx) => tx.select().from(classes).where(eq(classes.id, trainingClass.id)).for('no key update'),
    (tx) => cancelRegistration(tx, trainingClass, { actor, now: NOW }),
  );
  expect(free).toEqual([id]);
});

test('classes are locked in the order of their ids, however they are stored and requested', async () => {
  const [first, second] = [await buildClass(db), await buildClass(db)];
  // Rows written last are stored last.
  await db.update(classes).set({ place: '別處' }).where(eq(classes.id, first.id));
  const stored = await db.select({ id: classes.id }).from(classes).orderBy(sql`ctid`);
  expect(stored.at(-1)?.id).toBe(first.id);
  const free = await freeWhileWaiting(
    db,
    { table: classes, ids: [first.id, second.id] },
    (tx) => tx.select().from(classes).where(eq(classes.id, first.id)).for('no key update'),
    async (tx) => {
      // Without indexes, rows are found in the order in which they are stored.
      await tx.execute(sql`set local enable_indexscan = off`);
      await tx.execute(sql`set local enable_bitmapscan = off`);
      await lockClasses(tx, [second.id, first.id]);
    },
  );
  expect(free).toEqual([second.id]);
});

test('registrations are locked in the order of their ids, however they are stored and requested', async () => {
  const { ids } = await buildSeated();
  const [first = 0, second = 0] = ids;
  // Rewriting a row moves it to the end of the table.
  await db.update(registrations).set({ updatedAt: NOW }).where(eq(registrations.id, first));
  await db.execute(sql`analyze registrations`);
  const free = await freeWhileWaiting(
    db,
    { table: registrations, ids },
    (tx) => tx.select().from(registrations).where(eq(registrations.id, first)).for('no key update'),
    (tx) => lockRegistrations(tx, [second, first]),
  );
  expect(free).toEqual([second]);
});

test('locking registrations locks no class of other registrations', async () => {
  const [others, own] = [await buildSeated(), await buildSeated()];
  const free = await freeWhileWaiting(
    db,
    { table: classes, ids: [others.trainingClass.id] },
    (tx) => lockClasses(tx, [own.trainingClass.id]),
    (tx) => lockRegistrations(tx, own.ids),
  );
  expect(free).toEqual([others.trainingClass.id]);
});

test('a registration that moves meanwhile is locked with its new class', async () => {
  const [{ ids }, target] = [await buildSeated(), await buildClass(db)];
  const [id = 0] = ids;
  const move = { registrationId: id, code: target.code, difference: 0, reason: null };
  const locked = await actDuring(
    db,
    (tx) => moveRegistration(tx, move, { actor: decidingStaff(), now: NOW }),
    () => inTransaction(db, (tx) => lockRegistrations(tx, [id])),
  );
  expect(locked).toMatchObject([{ id, classId: target.id, class: { id: target.id } }]);
});

test('seats are taken in the order of account ids, however they are requested', async () => {
  const { code } = await buildClass(db);
  const group = await buildGroup(db);
  const people = [];
  for (let n = 0; n < 3; n++) {
    const account = await buildAccount(db);
    await buildMembership(db, { group, account });
    people.push(account.id);
  }
  const reversed = people.toReversed().map((accountId) => ({ accountId, actor: 'system' as const }));
  const wanted = { code, groupId: group.id, people: reversed };
  const seats = await inTransaction(db, (tx) => takeSeats(tx, wanted, NOW));
  expect(seats.map(({ accountId }) => accountId)).toEqual(people);
  const ids = seats.map(({ registrationId }) => registrationId);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});
