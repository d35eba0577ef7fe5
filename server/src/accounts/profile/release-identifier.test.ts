import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { nationalId } from '../../../test/factories/identity.ts';
import { one } from '../../../test/factories/one.ts';
import { actDuring } from '../../../test/locks.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { makeUndoLink } from '../mailbox/undo-links.ts';
import { makeResetLink } from '../passwords/reset-links.ts';
import { lockAccount } from '../queries.ts';
import { countAttempt } from '../sign-in/sign-in-budget.ts';
import { accounts, contactUndos, passwordResets, sessions } from '../tables.ts';
import { isReleased, releaseIdentifier } from './release-identifier.ts';

const LATER = new Date(NOW.getTime() + 60_000);

let portal: TestPortal;
let serial = 700_000;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

type Overrides = Parameters<typeof buildAccount>[1];
type Holding = { number: string; holderId?: number; reason?: string };

const newNumber = () => nationalId(++serial, { letter: 'F' });

const buildHolder = async (overrides: Overrides = {}) => {
  const number = newNumber();
  return { number, account: await buildAccount(portal.db, { idNumber: number, ...overrides }) };
};

const release = (holding: Holding) =>
  inTransaction(portal.db, (tx) => {
    const giveBack = async (accountId: number) => `seats of ${accountId}`;
    return releaseIdentifier(tx, { ...holding, giveBack }, { actor: 'system', now: LATER });
  });

const stored = async ({ id }: { id: number }) =>
  one(await portal.db.select().from(accounts).where(eq(accounts.id, id)));

describe('a released account', () => {
  test('is suspended under a number that is nobody’s; other accounts stay as they are', async () => {
    const { number, account } = await buildHolder();
    const other = await stored((await buildHolder()).account);
    expect(await release({ number })).toEqual({ accountId: account.id, seats: `seats of ${account.id}` });
    expect(await stored(account)).toMatchObject({
      ...{ country: 'foreign', idNumber: null, passportNo: expect.stringMatching(/^RELEASED[0-9A-F]{12}$/) },
      ...{ suspendedAt: LATER, updatedAt: LATER },
    });
    expect(await stored(other)).toEqual(other);
  });

  test('keeps the time of an earlier suspension', async () => {
    const { number, account } = await buildHolder({ suspendedAt: NOW });
    await release({ number });
    expect((await stored(account)).suspendedAt).toEqual(NOW);
  });

  test('loses its sessions, password links and undo links; those of others work on', async () => {
    const { number, account } = await buildHolder();
    const { account: other } = await buildHolder();
    const makeLinks = (id: number, email: string) =>
      inTransaction(portal.db, async (tx) => {
        await makeResetLink(tx, id, NOW);
        await makeUndoLink(tx, { id, email, hasConfirmedMailbox: true, passportNo: null }, NOW);
      });
    for (const { id } of [account, other]) {
      await logIn(portal.db, { id });
      await makeLinks(id, 'former@example.com');
    }
    const used = { tokenHash: 'used', accountId: account.id, email: 'used@example.com', createdAt: NOW };
    await portal.db.insert(contactUndos).values({ ...used, expiresAt: LATER, endedAt: NOW });

    await release({ number });

    const holders = await portal.db.select({ id: sessions.accountId }).from(sessions);
    expect(holders).toEqual([{ id: other.id }]);
    const resets = await portal.db
      .select({ id: passwordResets.accountId, at: passwordResets.usedAt })
      .from(passwordResets)
      .orderBy(asc(passwordResets.accountId));
    expect(resets).toEqual([
      { id: account.id, at: LATER },
      { id: other.id, at: null },
    ]);
    const undos = await portal.db
      .select({ id: contactUndos.accountId, email: contactUndos.email, at: contactUndos.endedAt })
      .from(contactUndos)
      .orderBy(asc(contactUndos.id));
    expect(undos).toEqual([
      { id: account.id, email: 'former@example.com', at: LATER },
      { id: other.id, email: 'former@example.com', at: null },
      { id: account.id, email: 'used@example.com', at: NOW },
    ]);
  });

  test('takes its failed logins along, so that they do not lock out the owner of the number', async () => {
    const { number } = await buildHolder();
    const fail = () =>
      countAttempt(portal.db, { account: number, address: '203.0.113.9', now: NOW }, async () => false);
    for (let n = 0; n < 5; n++) await fail();
    await expect(fail()).rejects.toMatchObject({ code: 'too_many_attempts' });
    await release({ number });
    expect(await fail()).toBe(false);
  });
});

test.each([
  ['the given reason', { reason: '本人至櫃台' }, { reason: '本人至櫃台' }],
  ['no reason if none is given', {}, null],
])('the event contains %s', async (_, more, after) => {
  const { number, account } = await buildHolder();
  await release({ number, ...more });
  const [event] = await portal.db.select().from(auditEvents).where(eq(auditEvents.subjectId, account.id));
  expect(event).toMatchObject({
    ...{ actor: 'system', action: 'account.release_identifier', subject: 'account' },
    ...{ before: { country: 'local' }, after, at: LATER },
  });
});

describe('a release is refused', () => {
  test.each(['passwordIsBirthday', 'importedAt'] as const)(
    'for a person of the old system: %s',
    async (mark) => {
      const { number, account } = await buildHolder(
        mark === 'importedAt' ? { importedAt: NOW } : { passwordIsBirthday: true },
      );
      await expect(release({ number })).rejects.toMatchObject({ code: 'account_imported' });
      expect(await stored(account)).toEqual(account);
    },
  );

  test('if nobody has the number, or another account than the one that was seen', async () => {
    const [seen, other] = [await buildHolder(), await buildHolder()];
    const holderId = seen.account.id;
    const number = newNumber();
    await expect(release({ number })).rejects.toMatchObject({ code: 'account_not_found' });
    await expect(release({ number, holderId })).rejects.toMatchObject({ code: 'number_moved' });
    const swapped = release({ number: other.number, holderId });
    await expect(swapped).rejects.toMatchObject({ code: 'number_moved' });
    expect(await release({ number: seen.number, holderId })).toMatchObject({ accountId: holderId });
  });

  test('if the account gets another number meanwhile', async () => {
    const { number, account } = await buildHolder();
    const idNumber = newNumber();
    const releasing = actDuring(
      portal.db,
      async (tx) => {
        await lockAccount(tx, account.id);
        await tx.update(accounts).set({ idNumber }).where(eq(accounts.id, account.id));
      },
      () => release({ number }),
    );
    await expect(releasing).rejects.toMatchObject({ code: 'account_not_found' });
    expect(await stored(account)).toMatchObject({ idNumber, suspendedAt: null });
  });
});

test.each([
  ['with a released number', { passportNo: 'RELEASED0A1B2C', erasedAt: null }, true],
  ['of an erased person', { passportNo: 'ERASED0A1B2C', erasedAt: NOW }, true],
  ['of a foreigner', { passportNo: 'X00000001K', erasedAt: null }, false],
  ['of a person with an identity card', { passportNo: null, erasedAt: null }, false],
])('whether an account belongs to nobody: one %s', (_, account, released) => {
  expect(isReleased(account)).toBe(released);
});
