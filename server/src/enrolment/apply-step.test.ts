import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { actDuring } from '../../test/locks.ts';
import { inTransaction } from '../platform/database/database.ts';
import { applyStep, findState } from './apply-step.ts';
import { lockRegistrations } from './lock-registrations.ts';
import { giveBackSeats } from './seats/seats.ts';
import type { State } from './states.ts';
import { registrationEvents } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const build = async (state: State) => {
  const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
  const { id } = await buildRegistration(portal.db, { class: trainingClass, account, state });
  return { id, classId: trainingClass.id };
};

const details = { actor: 'system', now: NOW } as const;
const approve = (id: number) =>
  inTransaction(portal.db, async (tx) =>
    applyStep(tx, 'approve', await lockRegistrations(tx, [id]), details),
  );
const countEvents = (id: number) =>
  portal.db.$count(registrationEvents, eq(registrationEvents.registrationId, id));

test('a step that no registration allows changes nothing and leaves no event', async () => {
  const { id } = await build('cancelled');
  expect(await approve(id)).toEqual([]);
  expect(await countEvents(id)).toBe(1);
});

test('a step that waited for another is judged by the state that the other left', async () => {
  const { id } = await build('pending');
  const changed = await actDuring(
    portal.db,
    async (tx) => giveBackSeats(tx, 'cancel', await lockRegistrations(tx, [id]), details),
    () => approve(id),
  );
  expect(changed).toEqual([]);
  expect(await inTransaction(portal.db, (tx) => findState(tx, id))).toBe('cancelled');
});

test('the state is that of the registration, not of another', async () => {
  const built = [await build('pending'), await build('unpaid'), await build('confirmed')];
  const states = await inTransaction(portal.db, async (tx) => {
    const found = [];
    for (const { id } of built) found.push(await findState(tx, id));
    return found;
  });
  expect(states).toEqual(['pending', 'unpaid', 'confirmed']);
});
