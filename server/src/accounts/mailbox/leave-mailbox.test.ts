import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildMail } from '../../../test/factories/mail.ts';
import { auditEvents } from '../../audit/tables.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { findAccount } from '../queries.ts';
import { accounts } from '../tables.ts';
import { confirmMailbox, markMailboxConfirmed } from './confirm-mailbox.ts';
import { leaveMailbox } from './leave-mailbox.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

type Account = Awaited<ReturnType<typeof buildAccount>>;
type Overrides = Partial<typeof mails.$inferInsert>;

const mailTo = async (account: Account, overrides: Overrides = {}) => {
  const id = await buildMail(portal.db, account);
  await portal.db
    .update(mails)
    .set({ state: 'queued', sentAt: null, ...overrides })
    .where(eq(mails.id, id));
  return id;
};

const recipients = async (ids: readonly string[]) => {
  const rows = await portal.db
    .select()
    .from(mails)
    .where(inArray(mails.id, [...ids]));
  return ids.map((id) => rows.find((row) => row.id === id)?.recipient);
};

const leave = (account: Account, email: string) =>
  inTransaction(portal.db, async (tx) => {
    const before = await findAccount(tx, account.id);
    await tx.update(accounts).set({ email }).where(eq(accounts.id, account.id));
    await leaveMailbox(tx, before, email, NOW);
  });

const confirmed = async ({ id }: { id: number }) => (await findAccount(portal.db, id)).emailConfirmedAt;

test('takes along its waiting mails, and nothing else', async () => {
  const [account, other] = [
    await buildAccount(portal.db, { email: 'first@example.com', emailConfirmedAt: null }),
    await buildAccount(portal.db, { email: 'first@example.com', emailConfirmedAt: null }),
  ];
  const ids = [
    await mailTo(account),
    await mailTo(account, { state: 'sent', sentAt: NOW }),
    await mailTo(account, { recipient: 'before@example.com' }),
    await mailTo(account, { template: 'contact_changed' }),
    await mailTo(other),
  ];
  await leave(account, 'second@example.com');
  expect(await recipients(ids)).toEqual([
    'second@example.com',
    'first@example.com',
    'before@example.com',
    'first@example.com',
    'first@example.com',
  ]);
});

test('that was confirmed keeps its waiting mails', async () => {
  const account = await buildAccount(portal.db, { email: 'mine@example.com' });
  const id = await mailTo(account);
  await leave(account, 'new@example.com');
  expect(await recipients([id])).toEqual(['mine@example.com']);
});

test('is unconfirmed again, without effect on other accounts', async () => {
  const [account, other] = [await buildAccount(portal.db), await buildAccount(portal.db)];
  await leave(account, 'anew@example.com');
  expect([await confirmed(account), await confirmed(other)]).toEqual([null, expect.any(Date)]);
});

test('is confirmed by a link of its own mail alone, with an event', async () => {
  const [account, other] = [
    await buildAccount(portal.db, { emailConfirmedAt: null }),
    await buildAccount(portal.db, { emailConfirmedAt: null }),
  ];
  const confirm = (id: string) =>
    inTransaction(portal.db, (tx) => confirmMailbox(tx, { mailId: id }, { now: NOW }));
  await mailTo(other);
  expect(await confirm(await mailTo(account))).toBe(account.id);
  expect([await confirmed(account), await confirmed(other)]).toEqual([NOW, null]);
  const [event] = await portal.db.select().from(auditEvents).where(eq(auditEvents.action, 'mailbox.confirm'));
  expect(event).toMatchObject({ actor: `account:${account.id}` });
  await expect(confirm('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({
    code: 'mail_link_ended',
  });
});

test('that does not exist cannot be confirmed', async () => {
  const account = await buildAccount(portal.db, { email: null, emailConfirmedAt: null });
  expect(await inTransaction(portal.db, (tx) => markMailboxConfirmed(tx, account.id, NOW))).toBe(false);
});
