import { classFill } from '@portal/contract/office/reports';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../test/factories/catalogue.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { enterAs, grant } from '../../test/factories/staff.ts';
import type { State } from '../enrolment/states.ts';
import { registrations } from '../enrolment/tables.ts';

/* Today is 2026-12-01. */

let portal: TestPortal;
let here: { id: number };
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  here = await buildOrganization(portal.db);
});
afterAll(() => portal.close());

const buildFilled = async (people: readonly (readonly [createdAt: string, state: State])[]) => {
  const trainingClass = await buildClass(portal.db, { organizationId: here.id });
  for (const [createdAt, state] of people) {
    const account = await buildAccount(portal.db);
    const row = { class: trainingClass, account, state, createdAt: new Date(createdAt) };
    const { id } = await buildRegistration(portal.db, row);
    await portal.db.update(registrations).set({ updatedAt: NOW }).where(eq(registrations.id, id));
  }
  return trainingClass;
};

const look = async ({ id }: { id: number }, organizationId: number) => {
  const { headers } = await enterAs(portal.db, grant('officer', organizationId));
  return portal.call(classFill, { params: { id: `${id}` }, headers });
};

test('a seat is taken on the day of the registration in Taipei, and given back on that of the last change', async () => {
  const trainingClass = await buildFilled([
    ['2026-11-20T00:10:00+08:00', 'confirmed'],
    ['2026-11-20T23:50:00+08:00', 'pending'],
    ['2026-11-22T10:00:00+08:00', 'unpaid'],
    ['2026-11-22T11:00:00+08:00', 'cancelled'],
    ['2026-11-23T11:00:00+08:00', 'rejected'],
  ]);
  const { answer } = await look(trainingClass, here.id);
  expect(answer).toEqual([
    { day: '2026-11-20', taken: 2, returned: 0 },
    { day: '2026-11-22', taken: 2, returned: 0 },
    { day: '2026-11-23', taken: 1, returned: 0 },
    { day: '2026-12-01', taken: 0, returned: 2 },
  ]);
  const held = answer.reduce((sum, { taken, returned }) => sum + taken - returned, 0);
  expect(held).toBe(3);
});

test('a class without registrations has no days', async () => {
  expect((await look(await buildClass(portal.db, { organizationId: here.id }), here.id)).answer).toEqual([]);
});

test('a class of another organisation is not there', async () => {
  const there = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  const { status } = await look(await buildFilled([]), there.id);
  expect(status).toBe(404);
});
