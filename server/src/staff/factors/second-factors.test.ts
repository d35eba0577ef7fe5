import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildStaff, buildTotp } from '../../../test/factories/staff.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { identifyStaff } from '../actors.ts';
import { createFirstRecoveryCodes, hasSecondFactor } from './second-factors.ts';
import { beginTotp } from './set-up-totp.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('an app is a second factor of its owner once it is confirmed', async () => {
  const { db } = portal;
  const [owner, beginner, other] = [await buildStaff(db), await buildStaff(db), await buildStaff(db)];
  await buildTotp(db, owner);
  await beginTotp(db, {
    actor: identifyStaff({ staffId: beginner.id, sessionId: 0, confirmedAt: null }),
    now: NOW,
  });
  const found = [owner, beginner, other].map(({ id }) => hasSecondFactor(db, id));
  expect(await Promise.all(found)).toEqual([true, false, false]);
});

test('recovery codes come with the first second factor only', async () => {
  const { id } = await buildStaff(portal.db);
  const create = () => inTransaction(portal.db, (tx) => createFirstRecoveryCodes(tx, id));
  expect(await create()).toHaveLength(10);
  expect(await create()).toBeNull();
});
