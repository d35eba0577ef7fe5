import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { codeOf } from '../../../test/factories/desk.ts';
import { nationalId, passportNo } from '../../../test/factories/identity.ts';
import { one } from '../../../test/factories/one.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { Refusal, refusalAnswer } from '../../platform/errors.ts';
import { makeUndoLink } from '../mailbox/undo-links.ts';
import { unhashedDefault, verifyPassword } from '../passwords/passwords.ts';
import { countAttempt } from '../sign-in/sign-in-budget.ts';
import { accounts, contactUndos } from '../tables.ts';
import { changeIdentity } from './change-identity.ts';

const BIRTHDAY = '1990-05-14';
const NEW_BIRTHDAY = '1991-05-14';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

type Overrides = Parameters<typeof buildAccount>[1];
type Wanted = Partial<Record<'chineseName' | 'number' | 'birthday', string>>;

let serial = 650_000;
const newNumber = () => nationalId(++serial, { letter: 'G' });
const newPassport = () => passportNo(++serial);

const build = (overrides: Overrides = {}) =>
  buildAccount(portal.db, { birthday: BIRTHDAY, idNumber: newNumber(), ...overrides });
const buildForeign = () => build({ country: 'foreign', idNumber: null, passportNo: newPassport() });
/** A person with the default password. */
const buildDefault = () =>
  build({ passwordIsBirthday: true, importedAt: NOW, passwordHash: unhashedDefault(BIRTHDAY) });

const stored = async (id: number) => one(await portal.db.select().from(accounts).where(eq(accounts.id, id)));

const changeIn = (tx: Tx, accountId: number, wanted: Wanted) => {
  const nothing = { chineseName: null, number: null, birthday: null };
  const change = { ...nothing, ...wanted, accountId, reason: '附戶籍謄本', version: 0 };
  return changeIdentity(tx, change, { actor: decidingStaff(), now: NOW });
};
const change = (accountId: number, wanted: Wanted) =>
  inTransaction(portal.db, (tx) => changeIn(tx, accountId, wanted));

test('only what is wanted changes, and the mail names it', async () => {
  const [person, other] = [await build(), await build()];
  await change(person.id, { chineseName: '王新名' });
  expect(await stored(person.id)).toEqual({ ...person, chineseName: '王新名', updatedAt: NOW });
  expect(await stored(other.id)).toEqual(other);
  const [mail] = await portal.db.select().from(mails).where(eq(mails.accountId, person.id));
  expect(mail?.data).toEqual({ name: '王新名', fields: ['姓名'] });
});

test('a foreign person gets another passport number', async () => {
  const { id } = await buildForeign();
  const number = newPassport();
  await change(id, { number });
  expect(await stored(id)).toMatchObject({ account: number, passportNo: number, idNumber: null });
});

describe('the password', () => {
  test('changes with the birth date if it is the default one', async () => {
    const { id } = await buildDefault();
    await change(id, { birthday: NEW_BIRTHDAY });
    expect(await verifyPassword((await stored(id)).passwordHash, '19910514')).toBe(true);
  });

  test('stays with the birth date, even if it is the default one', async () => {
    const { id, passwordHash } = await buildDefault();
    await change(id, { chineseName: '王新名' });
    expect((await stored(id)).passwordHash).toBe(passwordHash);
  });

  test('stays if it is the person’s own, also with another birth date', async () => {
    const { id, passwordHash } = await build();
    await change(id, { birthday: NEW_BIRTHDAY });
    expect(await stored(id)).toMatchObject({ birthday: NEW_BIRTHDAY, passwordHash });
  });
});

describe('a change is refused', () => {
  test('for a birth date in the future', async () => {
    const { id } = await build();
    const error = await change(id, { birthday: '2026-12-02' }).catch((thrown: unknown) => thrown);
    expect(error instanceof Refusal && refusalAnswer(error).body.errors).toHaveProperty('birthday');
    expect(await codeOf(change(id, { birthday: '2026-12-01' }))).toBeNull();
  });

  test.each([
    ['an identity card', build],
    ['a passport', buildForeign],
  ])('for the number of another person, of %s', async (_, buildPerson) => {
    const [{ id }, { account }] = [await buildPerson(), await buildPerson()];
    expect(await codeOf(change(id, { number: account }))).toBe('identity_taken');
  });

  test('if a colleague changes the person meanwhile', async () => {
    const { id } = await build();
    const changing = actDuring(
      portal.db,
      (tx) => changeIn(tx, id, { chineseName: '王先改' }),
      () => codeOf(change(id, { chineseName: '王後改' })),
    );
    expect(await changing).toBe('changed_meanwhile');
    expect((await stored(id)).chineseName).toBe('王先改');
  });
});

test('another fault of the database is not reported as a taken number', async () => {
  const { id } = await build();
  await expect(change(id, { chineseName: '王'.repeat(51) })).rejects.not.toBeInstanceOf(Refusal);
});

test('failed logins count on with the new number', async () => {
  const { id, account } = await build();
  const number = newNumber();
  const fail = (of: string) =>
    countAttempt(portal.db, { account: of, address: '203.0.113.9', now: NOW }, async () => false);
  for (let n = 0; n < 5; n += 1) await fail(account);
  await change(id, { number });
  expect(await codeOf(fail(number))).toBe('too_many_attempts');
  expect(await codeOf(fail(account))).toBeNull();
});

test('links that would bring back the former number end; those of others stay valid', async () => {
  const [{ id }, { id: other }] = [await build(), await build()];
  for (const each of [id, other]) {
    const former = { id: each, email: 'former@example.com', hasConfirmedMailbox: true, passportNo: null };
    await inTransaction(portal.db, (tx) => makeUndoLink(tx, former, NOW));
  }
  await change(id, { number: newNumber() });
  const endOf = async (accountId: number) =>
    one(await portal.db.select().from(contactUndos).where(eq(contactUndos.accountId, accountId))).endedAt;
  expect([await endOf(id), await endOf(other)]).toEqual([NOW, null]);
});
