import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildEquippedStaff } from '../../../test/factories/equipped-staff.ts';
import { grant } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { findResetOwner, makeResetLink } from '../forgotten/reset-links.ts';
import { staffAccountLetter } from '../letters.ts';
import { staffAccounts } from '../tables.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { inviteStaff } from './invite-staff.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const newPassword = 'a long enough one 77';

test('an invitation is refused if its person is suspended at the same moment', async () => {
  const { actor, invitation } = await buildEquippedStaff(portal.db);
  const form = { token: invitation.token, newPassword };
  const accepted = actDuring(
    portal.db,
    (tx) => tx.update(staffAccounts).set({ suspendedAt: NOW }).where(eq(staffAccounts.id, actor.staffId)),
    () => acceptInvitation(portal.db, form, { now: NOW }),
  );
  await expect(accepted).rejects.toMatchObject({ code: 'invitation_ended' });
});

test('an invitation ends the link that its person was mailed for a forgotten password', async () => {
  const { db } = portal;
  const { actor, invitation } = await buildEquippedStaff(db);
  const token = await inTransaction(db, (tx) => makeResetLink(tx, actor.staffId, NOW));
  await acceptInvitation(db, { token: invitation.token, newPassword }, { now: NOW });
  expect(await findResetOwner(db, token, NOW)).toBeNull();
});

test('the first password of a new account is mailed to nobody', async () => {
  const { db } = portal;
  const form = { email: 'new@example.com', name: '王小明', roles: [grant('officer')] };
  const { invitation } = await inTransaction(db, (tx) =>
    inviteStaff(tx, form, { actor: 'system', now: NOW }),
  );
  const before = await db.$count(mails, eq(mails.template, staffAccountLetter.template));
  await acceptInvitation(db, { token: invitation.token, newPassword }, { now: NOW });
  expect(await db.$count(mails, eq(mails.template, staffAccountLetter.template))).toBe(before);
});
