import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { State } from '../states.ts';
import { lockOverdue } from './lock-overdue.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const lock = async (state: State, paymentDue: string | null) => {
  const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
  const { id } = await buildRegistration(portal.db, {
    ...{ class: trainingClass, account, state },
    ...(paymentDue !== null && { paymentDue }),
  });
  return inTransaction(portal.db, (tx) =>
    lockOverdue(tx, { registrationId: id }, { actor: decidingStaff(), now: NOW }),
  );
};

test('an unpaid registration is overdue from the day after its deadline', async () => {
  expect(await lock('unpaid', '2026-11-30')).toMatchObject({ state: 'unpaid', paymentDue: '2026-11-30' });
});

test.each<[State, string | null]>([
  ['unpaid', '2026-12-01'],
  ['unpaid', '2026-12-02'],
  ['unpaid', null],
  ['pending', '2026-11-30'],
  ['reported', '2026-11-30'],
  ['confirmed', '2026-11-30'],
])('a registration that is %s with the deadline %s is not overdue', async (state, paymentDue) => {
  await expect(lock(state, paymentDue)).rejects.toMatchObject({ code: 'overdue_not' });
});
