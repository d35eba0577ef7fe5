import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { decidingStaff } from '../../test/factories/staff.ts';
import { proveTrainee } from '../accounts/actors.ts';
import { classes } from '../catalogue/tables.ts';
import { type Database, inTransaction, type Tx } from '../platform/database.ts';
import { cancelByStaff } from './cancel-by-staff.ts';
import { cancelRegistration } from './cancel-registration.ts';
import { giveBackSeats, lockClasses, takeSeats } from './seats.ts';
import { registrations } from './tables.ts';
import { applyStep } from './transition.ts';

let portal: TestPortal;
let db: Database;

beforeAll(async () => {
  portal = await openTestPortal();
  db = portal.db;
});
afterAll(() => portal.close());

const details = { actor: 'system', now: NOW } as const;

const buildSeated = async () => {
  const opening = await buildClass(db);
  const seats = [];
  for (let n = 0; n < 2; n++) {
    const account = await buildAccount(db);
    seats.push(await buildRegistration(db, { class: opening, account }));
  }
  return { opening, ids: seats.map(({ id }) => id) };
};

/** Returns the rows that nobody has locked while `late` waits for the locks of `hold`. */
const freeWhileWaiting = async (
  table: typeof registrations | typeof classes,
  ids: readonly number[],
  hold: (tx: Tx) => Promise<unknown>,
  late: (tx: Tx) => Promise<unknown>,
) => {
  let waiting: Promise<unknown> | undefined;
  const free = await inTransaction(db, async (tx) => {
    await hold(tx);
    waiting = inTransaction(db, late);
    const stuck = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await db.execute(stuck)).rows).toHaveLength(1);
    const found = await db.execute<{ id: string }>(
      sql`select id from ${table} where id in ${ids} order by id for no key update skip locked`,
    );
    return found.rows.map(({ id }) => Number(id));
  });
  await waiting;
  return free;
};

it('releasing seats locks the class before any registration', async () => {
  const { opening, ids } = await buildSeated();
  const free = await freeWhileWaiting(
    registrations,
    ids,
    (tx) => tx.select().from(classes).where(eq(classes.id, opening.id)).for('no key update'),
    (tx) => giveBackSeats(tx, 'cancel', { classId: opening.id, ids }, details),
  );
  expect(free).toEqual(ids);
});

it('cancelling by staff locks the class before the registration', async () => {
  const { opening, ids } = await buildSeated();
  const [id = 0] = ids;
  const free = await freeWhileWaiting(
    registrations,
    ids,
    (tx) => tx.select().from(classes).where(eq(classes.id, opening.id)).for('no key update'),
    (tx) => cancelByStaff(tx, { registrationId: id, reason: '停辦' }, { actor: decidingStaff(), now: NOW }),
  );
  expect(free).toEqual(ids);
});

it('leaving a postponed class locks the class before the registration', async () => {
  const opening = await buildClass(db, {
    postponedAt: new Date(NOW.getTime() + 1000),
    freeCancelUntil: '2099-12-31',
  });
  const account = await buildAccount(db);
  const { id } = await buildRegistration(db, { class: opening, account });
  const actor = proveTrainee({ accountId: account.id });
  const free = await freeWhileWaiting(
    registrations,
    [id],
    (tx) => tx.select().from(classes).where(eq(classes.id, opening.id)).for('no key update'),
    (tx) => cancelRegistration(tx, opening, { actor, now: NOW }),
  );
  expect(free).toEqual([id]);
});

it('classes are locked by id, in any order of storage and request', async () => {
  const [first, second] = [await buildClass(db), await buildClass(db)];
  // Rows written last are stored last.
  await db.update(classes).set({ place: '別處' }).where(eq(classes.id, first.id));
  await db.execute(sql`analyze classes`);
  const free = await freeWhileWaiting(
    classes,
    [first.id, second.id],
    (tx) => tx.select().from(classes).where(eq(classes.id, first.id)).for('no key update'),
    (tx) => lockClasses(tx, [second.id, first.id]),
  );
  expect(free).toEqual([second.id]);
});

it('registrations are locked by id, in any order of storage and request', async () => {
  const { ids } = await buildSeated();
  const [first = 0, second = 0] = ids;
  // Rewriting a row moves it to the end of the table.
  await db.update(registrations).set({ updatedAt: NOW }).where(eq(registrations.id, first));
  await db.execute(sql`analyze registrations`);
  const free = await freeWhileWaiting(
    registrations,
    ids,
    (tx) => tx.select().from(registrations).where(eq(registrations.id, first)).for('no key update'),
    (tx) => applyStep(tx, 'approve', [second, first], details),
  );
  expect(free).toEqual([second]);
});

it('seats are taken in account order, in any order of request', async () => {
  const { code } = await buildClass(db);
  const group = await buildGroup(db);
  const people = [];
  for (let n = 0; n < 3; n++) {
    const account = await buildAccount(db);
    await buildMembership(db, { group, account });
    people.push(account.id);
  }
  const wanted = { code, groupId: group.id, accountIds: people.toReversed(), actor: 'system' } as const;
  const seats = await inTransaction(db, (tx) => takeSeats(tx, wanted, NOW));
  expect(seats.map(({ accountId }) => accountId)).toEqual(people);
  const ids = seats.map(({ registrationId }) => registrationId);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});
