import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { proveTrainee } from '../actors.ts';
import { findPendingEmail, keepPendingEmail } from '../mailbox/pending-email.ts';
import { findAccount } from '../queries.ts';
import { hashToken } from '../sign-in/sessions.ts';
import { passwordResets } from '../tables.ts';
import { replacePassword } from './replace-password.ts';
import { replaceResetLink } from './reset-links.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const TYPED = 'typed@example.com';

/** A password set in a session in which an address was typed, or by a link. */
const replace = async (passwordIsBirthday: boolean, inSession: boolean) => {
  const { id: accountId } = await buildAccount(portal.db, {
    email: 'stored@example.com',
    passwordIsBirthday,
  });
  const session = hashToken(await logIn(portal.db, { id: accountId }));
  await inTransaction(portal.db, async (tx) => {
    await keepPendingEmail(tx, session, TYPED);
    await replaceResetLink(tx, accountId, NOW);
    const owner = await findAccount(tx, accountId);
    const replacement = { owner, passwordHash: 'new', ...(inSession && { keepTokenHash: session }) };
    await replacePassword(tx, replacement, { actor: proveTrainee({ accountId }), now: NOW });
  });
  return { account: await findAccount(portal.db, accountId), session };
};

test.each([
  ['in the session of a default password', true, true, TYPED, null],
  ['in the session of an own password', false, true, 'stored@example.com', NOW],
  ['by a link', true, false, 'stored@example.com', NOW],
])('a password that is set %s decides which address stays', async (_, isDefault, inSession, email, at) => {
  const other = await buildAccount(portal.db, { passwordIsBirthday: true });
  const { account, session } = await replace(isDefault, inSession);
  expect(account).toMatchObject({
    email,
    emailConfirmedAt: at,
    passwordHash: 'new',
    passwordIsBirthday: false,
  });
  expect(await findPendingEmail(portal.db, session)).toBeNull();
  expect(await findAccount(portal.db, other.id)).toMatchObject(other);
  const told = await portal.db.select().from(mails).where(eq(mails.accountId, account.id));
  expect(told.some(({ template }) => template === 'contact_changed')).toBe(email === TYPED);
  const template = isDefault ? 'first_password_set' : 'password_changed';
  expect(told.find((mail) => mail.template === template)).toMatchObject({
    data: { name: account.chineseName },
  });
  const links = await portal.db.select().from(passwordResets).where(eq(passwordResets.accountId, account.id));
  expect(links.map(({ usedAt }) => usedAt)).toEqual([NOW]);
});
