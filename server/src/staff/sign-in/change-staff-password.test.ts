import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { PASSWORD } from '../../../test/factories/account.ts';
import { buildEquippedStaff } from '../../../test/factories/equipped-staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { findResetOwner, makeResetLink } from '../forgotten/reset-links.ts';
import { staffAccounts } from '../tables.ts';
import { changeStaffPassword } from './change-staff-password.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const newPassword = 'a long enough one 77';
const form = { password: PASSWORD, newPassword, newPasswordConfirmation: newPassword };

test('a password that is replaced at the same moment counts as a former one', async () => {
  const { actor } = await buildEquippedStaff(portal.db);
  const changed = actDuring(
    portal.db,
    (tx) =>
      tx.update(staffAccounts).set({ passwordHash: 'another' }).where(eq(staffAccounts.id, actor.staffId)),
    () => changeStaffPassword(portal.db, form, { actor, now: NOW }),
  );
  await expect(changed).rejects.toMatchObject({ code: 'old_password_wrong' });
});

test('a change of the password ends the link that was mailed for a forgotten one', async () => {
  const { db } = portal;
  const { actor } = await buildEquippedStaff(db);
  const token = await inTransaction(db, (tx) => makeResetLink(tx, actor.staffId, NOW));
  await changeStaffPassword(db, form, { actor, now: NOW });
  expect(await findResetOwner(db, token, NOW)).toBeNull();
});
