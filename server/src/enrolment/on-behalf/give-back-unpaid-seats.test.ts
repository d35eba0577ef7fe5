import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { freeWhileWaiting } from '../../../test/locks.ts';
import { classes } from '../../classes/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { lockClasses } from '../lock-registrations.ts';
import type { State } from '../states.ts';
import { registrations } from '../tables.ts';
import { giveBackUnpaidSeats, previewGiveBack } from './give-back-unpaid-seats.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const buildSeats = async (...wanted: { state: State; startTime?: Date }[]) => {
  const account = await buildAccount(portal.db);
  const ids: number[] = [];
  for (const { state, startTime } of wanted) {
    const trainingClass = await buildClass(portal.db, startTime && { startTime });
    ids.push((await buildRegistration(portal.db, { class: trainingClass, account, state })).id);
  }
  const states = async () => {
    const own = eq(registrations.accountId, account.id);
    const rows = await portal.db.select().from(registrations).where(own).orderBy(registrations.id);
    return rows.map(({ state }) => state);
  };
  return { accountId: account.id, ids, states };
};

const giveBack = (accountId: number) =>
  inTransaction(portal.db, (tx) => giveBackUnpaidSeats(tx, { accountId }, { actor: 'system', now: NOW }));

test('pending and unpaid seats are given back, paid ones and those of a started class are kept', async () => {
  const { accountId, states } = await buildSeats(
    { state: 'pending' },
    { state: 'unpaid' },
    { state: 'reported' },
    { state: 'confirmed' },
    { state: 'unpaid', startTime: NOW },
  );
  const result = { cancelled: 2, kept: 3 };
  expect(await previewGiveBack(portal.db, accountId, NOW)).toEqual(result);
  expect(await giveBack(accountId)).toEqual(result);
  expect(await states()).toEqual(['cancelled', 'cancelled', 'reported', 'confirmed', 'unpaid']);
});

test('registrations without a seat, and those of others, do not count', async () => {
  const { accountId } = await buildSeats({ state: 'cancelled' }, { state: 'rejected' });
  const other = await buildSeats({ state: 'unpaid' });
  const result = { cancelled: 0, kept: 0 };
  expect(await previewGiveBack(portal.db, accountId, NOW)).toEqual(result);
  expect(await giveBack(accountId)).toEqual(result);
  expect(await other.states()).toEqual(['unpaid']);
});

test('the classes are locked in the order of their ids, not of enrolment', async () => {
  const account = await buildAccount(portal.db);
  const [first, second] = [await buildClass(portal.db), await buildClass(portal.db)];
  for (const trainingClass of [second, first])
    await buildRegistration(portal.db, { class: trainingClass, account });
  const free = await freeWhileWaiting(
    portal.db,
    { table: classes, ids: [first.id, second.id] },
    (tx) => lockClasses(tx, [first.id]),
    (tx) => giveBackUnpaidSeats(tx, { accountId: account.id }, { actor: 'system', now: NOW }),
  );
  expect(free).toEqual([second.id]);
});
