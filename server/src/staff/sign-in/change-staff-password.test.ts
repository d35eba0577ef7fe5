import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { PASSWORD } from '../../../test/factories/account.ts';
import { buildEquippedStaff } from '../../../test/factories/equipped-staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { staffAccounts } from '../tables.ts';
import { changeStaffPassword } from './change-staff-password.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('a password that is replaced at the same moment counts as a former one', async () => {
  const { actor } = await buildEquippedStaff(portal.db);
  const newPassword = 'a long enough one 77';
  const form = { password: PASSWORD, newPassword, newPasswordConfirmation: newPassword };
  const changed = actDuring(
    portal.db,
    (tx) =>
      tx.update(staffAccounts).set({ passwordHash: 'another' }).where(eq(staffAccounts.id, actor.staffId)),
    () => changeStaffPassword(portal.db, form, { actor, now: NOW }),
  );
  await expect(changed).rejects.toMatchObject({ code: 'old_password_wrong' });
});
