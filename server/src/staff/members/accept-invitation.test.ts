import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildEquippedStaff } from '../../../test/factories/equipped-staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { staffAccounts } from '../tables.ts';
import { acceptInvitation } from './accept-invitation.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

test('an invitation is refused if its person is suspended at the same moment', async () => {
  const { actor, invitation } = await buildEquippedStaff(portal.db);
  const form = { token: invitation.token, newPassword: 'a long enough one 77' };
  const accepted = actDuring(
    portal.db,
    (tx) => tx.update(staffAccounts).set({ suspendedAt: NOW }).where(eq(staffAccounts.id, actor.staffId)),
    () => acceptInvitation(portal.db, form, { now: NOW }),
  );
  await expect(accepted).rejects.toMatchObject({ code: 'invitation_ended' });
});
