import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { inTransaction } from '../platform/database.ts';
import { giveBackUnpaidSeats, previewGiveBack } from './give-back-unpaid-seats.ts';
import type { State } from './states.ts';
import { registrationEvents, registrations } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const buildSeats = async (...wanted: { state: State; startTime?: Date }[]) => {
  const account = await buildAccount(portal.db);
  const ids: number[] = [];
  for (const { state, startTime } of wanted) {
    const opening = await buildClass(portal.db, startTime && { startTime });
    ids.push((await buildRegistration(portal.db, { class: opening, account, state })).id);
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
  const { accountId } = await buildSeats({ state: 'cancelled' }, { state: 'refused' });
  const other = await buildSeats({ state: 'unpaid' });
  const result = { cancelled: 0, kept: 0 };
  expect(await previewGiveBack(portal.db, accountId, NOW)).toEqual(result);
  expect(await giveBack(accountId)).toEqual(result);
  expect(await other.states()).toEqual(['unpaid']);
});

test('seats are given back in the order of class ids, not of enrolment', async () => {
  const account = await buildAccount(portal.db);
  const [first, second] = [await buildClass(portal.db), await buildClass(portal.db)];
  for (const opening of [second, first]) await buildRegistration(portal.db, { class: opening, account });
  await giveBack(account.id);
  const events = await portal.db
    .select({ classId: registrations.classId })
    .from(registrations)
    .innerJoin(registrationEvents, eq(registrationEvents.registrationId, registrations.id))
    .where(and(eq(registrations.accountId, account.id), eq(registrationEvents.toState, 'cancelled')))
    .orderBy(registrationEvents.id);
  expect(events.map(({ classId }) => classId)).toEqual([first.id, second.id]);
});
