import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { proveTrainee } from '../actors.ts';
import { replacePassword } from '../passwords/replace-password.ts';
import { findAccount, lockAccount } from '../queries.ts';
import { accounts } from '../tables.ts';
import { leaveMailbox } from './leave-mailbox.ts';
import { mayMailUnconfirmed } from './own-change-mails.ts';
import { queueFormerAddressMail } from './queue-former-address-mail.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const later = (time: number) => new Date(NOW.getTime() + time);

/** The mails of `updateProfile` when the owner saves another address or number. */
const save = (id: number, values: { email?: string; passportNo?: string }, now: Date) =>
  inTransaction(portal.db, async (tx) => {
    await lockAccount(tx, id);
    const before = await findAccount(tx, id);
    await tx.update(accounts).set(values).where(eq(accounts.id, id));
    const after = await findAccount(tx, id);
    if (after.email !== null && before.email !== after.email)
      await leaveMailbox(tx, before, after.email, now);
    await queueFormerAddressMail(tx, before, after, now);
  });

const templatesTo = async (id: number, email: string) => {
  const found = await portal.db
    .select({ template: mails.template })
    .from(mails)
    .where(and(eq(mails.accountId, id), eq(mails.recipient, email)))
    .orderBy(mails.createdAt);
  return found.map(({ template }) => template);
};

const STRANGER = 'stranger@example.com';
const OWNER = 'owner@example.com';

test('an account that takes and leaves a foreign mailbox 32 times sends it three mails a day', async () => {
  const { id } = await buildAccount(portal.db, { email: OWNER, emailConfirmedAt: NOW });
  const toggle = async (from: number) => {
    for (let n = 0; n < 32; n++) {
      await save(id, { email: STRANGER }, later(from + 2 * n * MINUTE));
      await save(id, { email: OWNER }, later(from + (2 * n + 1) * MINUTE));
    }
  };
  await toggle(0);
  const first = ['contact_adopted', 'contact_changed', 'email_confirmation'];
  expect((await templatesTo(id, STRANGER)).toSorted()).toEqual(first);
  // The owner's mailbox was confirmed when the address was first changed: it has the link that restores it.
  expect((await templatesTo(id, OWNER)).at(0)).toBe('contact_changed');
  expect((await templatesTo(id, OWNER)).length).toBeLessThanOrEqual(4);
  await toggle(DAY + 2 * MINUTE);
  expect(await templatesTo(id, STRANGER)).toHaveLength(6);
});

test('a confirmed mailbox is told of each change', async () => {
  const { id } = await buildAccount(portal.db, { country: 'foreign', email: OWNER, emailConfirmedAt: NOW });
  for (let n = 0; n < 5; n++) await save(id, { passportNo: `K70000${id}${n}` }, later(n));
  expect(await templatesTo(id, OWNER)).toHaveLength(5);
});

test('an unconfirmed mailbox is told of three changes of the number, whatever its case', async () => {
  const { id } = await buildAccount(portal.db, {
    country: 'foreign',
    email: STRANGER,
    emailConfirmedAt: null,
  });
  for (let n = 0; n < 5; n++) await save(id, { passportNo: `K71000${id}${n}` }, later(n));
  expect(await templatesTo(id, STRANGER)).toHaveLength(3);
  await save(id, { email: 'Stranger@Example.com' }, later(9));
  expect(await templatesTo(id, 'Stranger@Example.com')).toEqual([]);
});

test('another account does not count', async () => {
  const [one, other] = [
    await buildAccount(portal.db, { country: 'foreign', email: STRANGER, emailConfirmedAt: null }),
    await buildAccount(portal.db, { country: 'foreign', email: STRANGER, emailConfirmedAt: null }),
  ];
  for (let n = 0; n < 3; n++) await save(one.id, { passportNo: `K72000${one.id}${n}` }, later(n));
  await save(other.id, { passportNo: `K73000${other.id}` }, NOW);
  expect(await templatesTo(other.id, STRANGER)).toEqual(['contact_changed']);
});

test.each([
  [null, 3],
  [NOW, 5],
])(
  'a mailbox confirmed at %s is told of so many of five new passwords: %i',
  async (emailConfirmedAt, told) => {
    const { id } = await buildAccount(portal.db, { email: STRANGER, emailConfirmedAt });
    const by = { actor: proveTrainee({ accountId: id }), now: NOW };
    for (let n = 0; n < 5; n++) {
      await inTransaction(portal.db, async (tx) => {
        await lockAccount(tx, id);
        await replacePassword(tx, { owner: await findAccount(tx, id), passwordHash: `${n}` }, by);
      });
    }
    expect(await templatesTo(id, STRANGER)).toHaveLength(told);
  },
);

test.each([
  ['three of the last day', 'contact_changed', DAY - 1, false],
  ['three of a whole day ago', 'contact_changed', DAY, true],
  ['three about something else', 'registered', 0, true],
])('whether another mail is allowed after %s', async (_, template, ago, allowed) => {
  const { id } = await buildAccount(portal.db, { email: STRANGER, emailConfirmedAt: null });
  const mail = { accountId: id, recipient: STRANGER, template, data: {}, dueAt: NOW, createdAt: later(-ago) };
  await portal.db.insert(mails).values([mail, mail, mail]);
  const may = inTransaction(portal.db, (tx) => mayMailUnconfirmed(tx, { id, email: STRANGER }, NOW));
  expect(await may).toBe(allowed);
});
