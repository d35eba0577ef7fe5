import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { one } from '../../../test/factories/one.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { registrations } from '../tables.ts';
import { forgetNetworks } from './forget-networks.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('the network of an enrolment is forgotten after thirty days', async () => {
  const thirtyDaysAgo = NOW.getTime() - 30 * 24 * 3_600_000;
  const networkAfter = async (createdAt: number) => {
    const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
    const seat = { class: trainingClass, account, network: 'home', createdAt: new Date(createdAt) };
    const { id } = await buildRegistration(portal.db, seat);
    await forgetNetworks(portal.db, NOW);
    return one(await portal.db.select().from(registrations).where(eq(registrations.id, id))).network;
  };
  expect(await networkAfter(thirtyDaysAgo)).toBe('home');
  expect(await networkAfter(thirtyDaysAgo - 1)).toBeNull();
});
