import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { codeOf } from '../../../test/factories/desk.ts';
import { one } from '../../../test/factories/one.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { storeCode } from '../passwords/password-codes.ts';
import { makeResetLink } from '../passwords/reset-links.ts';
import { lockAccount } from '../queries.ts';
import { accounts, passwordCodes, passwordResets } from '../tables.ts';
import { storeMailbox } from './store-mailbox.ts';

const EARLIER = new Date(NOW.getTime() - 60_000);
const LATER = new Date(NOW.getTime() + 60_000);
const actor = decidingStaff();

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

type Overrides = Parameters<typeof buildAccount>[1];

/** A person with the default password, who has no mailbox by default. */
const build = (overrides: Overrides = {}) =>
  buildAccount(portal.db, {
    ...{ passwordIsBirthday: true, importedAt: NOW, email: null, emailConfirmedAt: null },
    ...overrides,
  });

const stored = async (id: number) => one(await portal.db.select().from(accounts).where(eq(accounts.id, id)));

const store = (accountId: number, more: { proof?: 'card' | 'phone'; phone?: string; email?: string } = {}) =>
  inTransaction(portal.db, (tx) => {
    const mailbox = { accountId, email: 'new@example.com', proof: 'card', phone: null, ...more } as const;
    return storeMailbox(tx, mailbox, { actor, now: LATER });
  });

test('the mailbox of one person is stored, with an event', async () => {
  const [{ id }, other] = [await build(), await build({ email: 'other@example.com' })];
  await store(id);
  expect((await stored(id)).email).toBe('new@example.com');
  expect(await stored(other.id)).toEqual(other);
  const recorded = and(eq(auditEvents.subjectId, id), eq(auditEvents.action, 'account.set_mailbox'));
  expect(await portal.db.select().from(auditEvents).where(recorded)).toMatchObject([
    { subject: 'account', actor: 'staff:1', after: { proof: 'card' } },
  ]);
});

test('codes and links of before end; those of others stay valid', async () => {
  const [{ id }, { id: other }] = [await build(), await build()];
  for (const accountId of [id, other])
    for (const at of [EARLIER, NOW])
      await inTransaction(portal.db, async (tx) => {
        await storeCode(tx, { accountId, codeHash: 'hash' }, at);
        await makeResetLink(tx, accountId, at);
      });
  await store(id);
  const ends = async (accountId: number) => {
    const codes = await portal.db
      .select()
      .from(passwordCodes)
      .where(eq(passwordCodes.accountId, accountId))
      .orderBy(asc(passwordCodes.id));
    const links = await portal.db
      .select()
      .from(passwordResets)
      .where(eq(passwordResets.accountId, accountId))
      .orderBy(asc(passwordResets.createdAt));
    return [codes.map(({ endedAt }) => endedAt), links.map(({ usedAt }) => usedAt)];
  };
  expect(await ends(id)).toEqual([
    [NOW, LATER],
    [NOW, LATER],
  ]);
  expect(await ends(other)).toEqual([
    [NOW, null],
    [NOW, null],
  ]);
});

test('a mailbox that a branch has stored is replaced until it is confirmed', async () => {
  const { id } = await build();
  await store(id, { email: 'typo@example.com' });
  await store(id);
  expect((await stored(id)).email).toBe('new@example.com');
  await portal.db.update(accounts).set({ emailConfirmedAt: NOW }).where(eq(accounts.id, id));
  expect(await codeOf(store(id))).toBe('mailbox_stored');
});

describe('a mailbox is not stored', () => {
  test('for a person with a password of their own', async () => {
    const { id } = await build({ passwordIsBirthday: false, importedAt: null });
    expect(await codeOf(store(id))).toBe('mailbox_stored');
  });

  test('over one that no branch has stored, although the branch did something else', async () => {
    const { id } = await build({ email: 'own@example.com' });
    const event = { actor, action: 'account.import', subject: 'account', subjectId: id } as const;
    await inTransaction(portal.db, (tx) => recordEvent(tx, event, NOW));
    expect(await codeOf(store(id))).toBe('mailbox_stored');
    expect((await stored(id)).email).toBe('own@example.com');
  });

  test.each([
    ['another number than those of the person', '0911-222333', 'phone_unknown'],
    ['no digits, although a stored number has none either', '-', 'phone_unknown'],
    ['a number of the person, written otherwise', '0900 000 000', null],
  ])('by phone unless the person names their number: %s', async (_, phone, code) => {
    const { id } = await build({ homePhone: '無' });
    expect(await codeOf(store(id, { proof: 'phone', phone }))).toBe(code);
  });

  test('if the person gets one meanwhile', async () => {
    const { id } = await build();
    const storing = actDuring(
      portal.db,
      async (tx) => {
        await lockAccount(tx, id);
        await tx.update(accounts).set({ email: 'own@example.com' }).where(eq(accounts.id, id));
      },
      () => codeOf(store(id)),
    );
    expect(await storing).toBe('mailbox_stored');
    expect((await stored(id)).email).toBe('own@example.com');
  });
});
