import { hash } from '@node-rs/argon2';
import { login, renewSession } from '@portal/contract/accounts';
import { updatePassword } from '@portal/contract/passwords';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn, PASSWORD } from '../../../test/factories/account.ts';
import { one } from '../../../test/factories/one.ts';
import { untilWaiting } from '../../../test/locks.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { proveTrainee } from '../actors.ts';
import { findAccount, lockAccount } from '../queries.ts';
import { endSessions, hashToken } from '../sign-in/sessions.ts';
import { accounts, passwordResets, sessions, signInAttempts } from '../tables.ts';
import { replacePassword } from './replace-password.ts';

type Account = Awaited<ReturnType<typeof buildAccount>>;

const NEW = 'Kite-and-tide-26';
let portal: TestPortal;

beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  await portal.db.delete(signInAttempts);
});

const form = (overrides: Record<string, unknown> = {}) => ({
  password: PASSWORD,
  new_password: NEW,
  new_password_confirmation: overrides.new_password ?? NEW,
  ...overrides,
});

const send = (token: string, overrides: Record<string, unknown> = {}) =>
  portal.call(updatePassword, { body: form(overrides), token });

const stored = async ({ id }: Account) =>
  one(await portal.db.select().from(accounts).where(eq(accounts.id, id)));
const sessionsOf = async ({ id }: Account) =>
  (await portal.db.select().from(sessions).where(eq(sessions.accountId, id))).map(
    ({ tokenHash }) => tokenHash,
  );
const enter = (account: Account, password: string) =>
  portal.call(login, { body: { account: account.account, password } });

describe('a password change', () => {
  test('changes the password, answers with the user and sends a mail', async () => {
    const account = await buildAccount(portal.db);
    const token = await logIn(portal.db, account);
    const { status, answer } = await send(token);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ id_number: account.idNumber, state: true, password_is_birthday: false });
    expect((await enter(account, PASSWORD)).status).toBe(422);
    expect((await enter(account, NEW)).status).toBe(200);
    const mail = one(await portal.db.select().from(mails).where(eq(mails.accountId, account.id)));
    expect(mail).toMatchObject({
      template: 'password_changed',
      recipient: account.email,
      data: { name: account.chineseName, time: '2026-12-01（二）10:00' },
    });
  });

  test('ends all other sessions and the reset link, and keeps the present session', async () => {
    const account = await buildAccount(portal.db);
    const [mine] = [await logIn(portal.db, account), await logIn(portal.db, account)];
    await portal.db.insert(passwordResets).values({
      tokenHash: `link ${account.id}`,
      accountId: account.id,
      createdAt: NOW,
      expiresAt: new Date(NOW.getTime() + 3_600_000),
    });
    await send(mine);
    expect(await sessionsOf(account)).toEqual([hashToken(mine)]);
    const link = one(
      await portal.db.select().from(passwordResets).where(eq(passwordResets.accountId, account.id)),
    );
    expect(link.usedAt).toEqual(NOW);
  });

  test('is refused to a person from the old system without a mailbox', async () => {
    const account = await buildAccount(portal.db, {
      email: null,
      passwordIsBirthday: true,
      passwordHash: await hash('19900514', { memoryCost: 1024, timeCost: 1 }),
    });
    const { answer } = await enter(account, '19900514');
    expect(answer.user).toMatchObject({ state: false, password_is_birthday: true, needs_branch: true });
    const { status, refusal } = await send(answer.access_token, { password: '19900514' });
    expect([status, refusal.message]).toEqual([403, expect.stringContaining('攜帶身分證件至所屬分會')]);
    expect(await stored(account)).toMatchObject({ passwordIsBirthday: true });
  });

  test('queues no mail for a person without an address', async () => {
    const account = await buildAccount(portal.db, { email: null });
    expect((await send(await logIn(portal.db, account))).status).toBe(200);
    expect(await portal.db.$count(mails, eq(mails.accountId, account.id))).toBe(0);
  });
});

const long = 'x'.repeat(129);

describe('a password change refuses', () => {
  test.each([
    [{ password: undefined }, { password: ['請輸入舊密碼'] }],
    [{ password: '' }, { password: ['請輸入舊密碼'] }],
    [{ password: 1 }, { password: ['舊密碼資料型態不正確'] }],
    [{ new_password: undefined, new_password_confirmation: NEW }, { new_password: ['請輸入新密碼'] }],
    [
      { new_password: '' },
      { new_password: ['請輸入新密碼'], new_password_confirmation: ['請再輸入一次新密碼'] },
    ],
    [{ new_password: 'Kite-26' }, { new_password: ['新密碼至少需要 8 個字元'] }],
    [{ new_password: long }, { new_password: ['新密碼不得超過 128 個字元'] }],
    [{ new_password: 'Kite\u0000-2026' }, { new_password: ['新密碼格式不正確'] }],
    [{ new_password_confirmation: `${NEW} ` }, { new_password: ['兩次輸入的新密碼不一致'] }],
    [{ new_password_confirmation: undefined }, { new_password_confirmation: ['請再輸入一次新密碼'] }],
    [{ new_password: PASSWORD }, { new_password: ['新密碼不得與舊密碼相同'] }],
    [{ new_password: '1990/5/14' }, { new_password: ['密碼不得與出生日期相同'] }],
    [{ new_password: '+886 900 000 000' }, { new_password: ['密碼不得與電話號碼相同'] }],
    [{ new_password: 'iloveyou' }, { new_password: ['此密碼過於常見，請改用其他密碼'] }],
    [{ password: 'wrong' }, { password: ['舊密碼錯誤'] }],
    [
      { password: '', new_password: 'short' },
      { password: ['請輸入舊密碼'], new_password: ['新密碼至少需要 8 個字元'] },
    ],
  ])('%j: %j', async (overrides, errors) => {
    const account = await buildAccount(portal.db);
    const others = await logIn(portal.db, account);
    const { status, refusal } = await send(await logIn(portal.db, account), overrides);
    expect([status, refusal.errors]).toEqual([422, errors]);
    expect((await stored(account)).passwordHash).toBe(account.passwordHash);
    expect(await sessionsOf(account)).toContain(hashToken(others));
    expect(await portal.db.$count(mails, eq(mails.accountId, account.id))).toBe(0);
  });

  test('the account as a password', async () => {
    const account = await buildAccount(portal.db);
    const { refusal } = await send(await logIn(portal.db, account), {
      new_password: account.idNumber?.toLowerCase(),
    });
    expect(refusal.errors).toEqual({ new_password: ['密碼不得與帳號相同'] });
  });

  test('a guest', async () => {
    expect((await portal.call(updatePassword, { body: form() })).status).toBe(401);
  });

  test('a sixth attempt with a wrong old password, counted with the logins', async () => {
    const account = await buildAccount(portal.db);
    const token = await logIn(portal.db, account);
    for (let n = 0; n < 3; n++) expect((await send(token, { password: `wrong ${n}` })).status).toBe(422);
    for (let n = 0; n < 2; n++) expect((await enter(account, `wrong ${n}`)).status).toBe(422);
    const spent = await send(token);
    expect([spent.status, spent.headers['retry-after']]).toEqual([429, '900']);
    const text = '嘗試次數過多，請於 900 秒後再試';
    expect(spent.refusal).toEqual({ message: text, errors: { password: [text] } });
    expect((await enter(account, PASSWORD)).status).toBe(429);
  });

  test('a new password that is too weak at no cost', async () => {
    const account = await buildAccount(portal.db);
    const token = await logIn(portal.db, account);
    for (const new_password of ['iloveyou', account.email ?? '', account.cellPhone ?? '']) {
      const { refusal } = await send(token, { password: 'wrong', new_password });
      expect(Object.keys(refusal.errors ?? {})).toEqual(['new_password']);
    }
    expect(await portal.db.$count(signInAttempts)).toBe(0);
  });
});

describe('a password change that waits for another transaction on the account', () => {
  const meanwhile = async (
    account: Account,
    token: string,
    work: (tx: Tx) => Promise<unknown>,
    given = {},
  ) => {
    const { sending } = await inTransaction(portal.db, async (tx) => {
      await lockAccount(tx, account.id);
      const waiting = send(token, given);
      await untilWaiting(portal.db, waiting);
      await work(tx);
      return { sending: waiting };
    });
    return sending;
  };

  test('is refused where its session has ended', async () => {
    const account = await buildAccount(portal.db);
    const token = await logIn(portal.db, account);
    const { status } = await meanwhile(account, token, (tx) => endSessions(tx, account.id));
    expect([status, (await stored(account)).passwordHash]).toEqual([401, account.passwordHash]);
  });

  test('requires the code if the password was declared the default one meanwhile', async () => {
    const account = await buildAccount(portal.db);
    const declare = (tx: Tx) =>
      tx.update(accounts).set({ passwordIsBirthday: true }).where(eq(accounts.id, account.id));
    const { refusal } = await meanwhile(account, await logIn(portal.db, account), declare);
    expect(refusal.errors).toEqual({ code: ['請輸入寄至您電子郵件的驗證碼'] });
  });

  test('succeeds if a login has hashed the same password again', async () => {
    const account = await buildAccount(portal.db);
    const token = await logIn(portal.db, account);
    const passwordHash = await hash(PASSWORD, { memoryCost: 2048, timeCost: 1 });
    const rehash = (tx: Tx) => tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, account.id));
    expect((await meanwhile(account, token, rehash)).status).toBe(200);
  });
});

test('refuses a login with the old password that waits for the change', async () => {
  const account = await buildAccount(portal.db);
  const kept = hashToken(await logIn(portal.db, account));
  const { entering } = await inTransaction(portal.db, async (tx) => {
    await lockAccount(tx, account.id);
    const waiting = enter(account, PASSWORD);
    await untilWaiting(portal.db, waiting);
    const owner = await findAccount(tx, account.id);
    const passwordHash = await hash(NEW, { memoryCost: 1024, timeCost: 1 });
    const actor = proveTrainee({ accountId: account.id });
    await replacePassword(tx, { owner, passwordHash, keepTokenHash: kept }, { actor, now: NOW });
    return { entering: waiting };
  });
  expect((await entering).status).toBe(422);
  expect(await sessionsOf(account)).toEqual([kept]);
});

/* Each round hashes passwords at their full cost. */
const ROUNDS = 5;

describe('at once', () => {
  test('one of five changes to five passwords is done, the others find another old password', async () => {
    const account = await buildAccount(portal.db);
    const token = await logIn(portal.db, account);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => send(token, { new_password: `Kite-and-tide-${n}` })),
    );
    const done = answers.findIndex(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(4);
    await portal.db.delete(signInAttempts);
    expect((await enter(account, `Kite-and-tide-${done}`)).status).toBe(200);
  });

  test('no login with the old password survives the change', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const account = await buildAccount(portal.db);
      const mine = await logIn(portal.db, account);
      await Promise.all([...Array.from({ length: 3 }, () => enter(account, PASSWORD)), send(mine)]);
      expect(await sessionsOf(account)).toEqual([hashToken(mine)]);
      await portal.db.delete(signInAttempts);
    }
  });

  test('no session that is renewed meanwhile survives it', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const account = await buildAccount(portal.db);
      const mine = await logIn(portal.db, account);
      const theirs = await logIn(portal.db, account);
      let theirToken = theirs;
      let changing = true;
      const change = send(mine).finally(() => {
        changing = false;
      });
      while (changing) {
        const { status, answer } = await portal.call(renewSession, { token: theirToken });
        if (status !== 200) break;
        theirToken = answer.access_token;
      }
      expect((await change).status).toBe(200);
      expect(await sessionsOf(account)).toEqual([hashToken(mine)]);
    }
  });
});
