import { hash } from '@node-rs/argon2';
import { login } from '@portal/contract/accounts';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, PASSWORD } from '../../../test/factories/account.ts';
import { one } from '../../../test/factories/one.ts';
import { untilWaiting } from '../../../test/locks.ts';
import { expectHashesAlike, measured } from '../../../test/processor-time.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { maskIdentity } from '../people/mask.ts';
import { lockAccount } from '../queries.ts';
import { accounts, knownAddresses, sessions, signInAttempts } from '../tables.ts';
import { hashToken } from './sessions.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

beforeEach(async () => {
  portal.clock.now = NOW;
  await portal.db.delete(signInAttempts);
});

const send = (body: Record<string, unknown>) => portal.call(login, { body });
const WRONG = { message: '帳號密碼有誤', errors: { account: ['帳號密碼有誤'] } };

describe('login', () => {
  test('answers the user and a token, of which only the SHA-256 is kept', async () => {
    const account = await buildAccount(portal.db, { photoKey: 'photos/key' });
    const { status, answer, headers } = await send({ account: account.idNumber, password: PASSWORD });
    expect(status).toBe(200);
    expect(answer.user).toMatchObject({
      id_number: account.idNumber,
      organization: '臺北市分會',
      city: '臺北市',
      area: '中正區',
      career_type: '軍人',
      src: '/api/photos/key',
      state: true,
    });
    const kept = one(await portal.db.select().from(sessions).where(eq(sessions.accountId, account.id)));
    expect(kept.tokenHash).toBe(hashToken(answer.access_token));
    expect(headers['cache-control']).toBe('no-store');
  });

  test('takes the account in any case and width, with spaces and hyphens; local where no country is named', async () => {
    const local = await buildAccount(portal.db);
    const id = local.idNumber ?? '';
    const fullWidth = [...id].map((c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0)).join('');
    for (const account of [id.toLowerCase(), fullWidth, ` ${id.slice(0, 3)}-${id.slice(3)} `]) {
      expect((await send({ account, password: PASSWORD })).status).toBe(200);
    }
    const foreign = await buildAccount(portal.db, { country: 'foreign' });
    const account = foreign.passportNo?.toLowerCase();
    expect((await send({ account, password: PASSWORD, country: 'foreign' })).answer.user.passport_no).toBe(
      foreign.passportNo,
    );
  });

  test('logs in people of the old system with an incomplete profile', async () => {
    const account = await buildAccount(portal.db, {
      passwordIsBirthday: true,
      passwordHash: await hash('19900101', { memoryCost: 1024, timeCost: 1 }),
      email: null,
      cityId: null,
      areaId: null,
      sex: null,
    });
    const { answer } = await send({ account: account.idNumber, password: '19900101' });
    expect(answer.user).toMatchObject({ state: false, email: null, city: null, area: null, sex: null });
  });

  test('is mailed only to people with the default password', async () => {
    const isMailed = async (passwordIsBirthday: boolean) => {
      const { id, idNumber } = await buildAccount(portal.db, { passwordIsBirthday });
      await send({ account: idNumber, password: PASSWORD });
      const isMine = and(eq(mails.accountId, id), eq(mails.template, 'default_password_login'));
      return (await portal.db.$count(mails, isMine)) > 0;
    };
    expect([await isMailed(true), await isMailed(false)]).toEqual([true, false]);
  });

  test('remembers the address', async () => {
    const { id, idNumber } = await buildAccount(portal.db);
    await send({ account: idNumber, password: PASSWORD });
    portal.clock.now = new Date(NOW.getTime() + 60_000);
    await send({ account: idNumber, password: PASSWORD });
    const known = await portal.db.select().from(knownAddresses).where(eq(knownAddresses.accountId, id));
    expect(known).toEqual([{ accountId: id, address: '127.0.0.1', lastUsedAt: portal.clock.now }]);
  });

  test('hashes the password again once if the cost has changed', async () => {
    const other = await buildAccount(portal.db);
    const { id, idNumber, passwordHash } = await buildAccount(portal.db);
    expect(passwordHash).toContain('m=1024');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => send({ account: idNumber, password: PASSWORD })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const renewed = one(await portal.db.select().from(accounts).where(eq(accounts.id, id)));
    expect(renewed.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await send({ account: idNumber, password: PASSWORD });
    const kept = one(await portal.db.select().from(accounts).where(eq(accounts.id, id)));
    expect(kept.passwordHash).toBe(renewed.passwordHash);
    const bystander = one(await portal.db.select().from(accounts).where(eq(accounts.id, other.id)));
    expect(bystander.passwordHash).toBe(other.passwordHash);
  });

  test('accepts a password in another Unicode composition, and no other similar one', async () => {
    const { idNumber } = await buildAccount(portal.db, {
      passwordHash: await hashPassword('Caf\u00e9-2026'),
    });
    expect((await send({ account: idNumber, password: 'Cafe\u0301-2026' })).status).toBe(200);
    expect((await send({ account: idNumber, password: 'Cafe-2026' })).status).toBe(422);
    expect((await send({ account: idNumber, password: ' Café-2026' })).status).toBe(422);
  });
});

describe('a login whose password hash changes while it waits', () => {
  const sendMeanwhile = async (password: string) => {
    const account = await buildAccount(portal.db);
    const passwordHash = await hash(password, { memoryCost: 2048, timeCost: 1 });
    const { sending } = await inTransaction(portal.db, async (tx) => {
      await lockAccount(tx, account.id);
      const sending = send({ account: account.idNumber, password: PASSWORD });
      await untilWaiting(portal.db, sending);
      await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, account.id));
      return { sending };
    });
    return (await sending).status;
  };

  test('succeeds if it is the same password, hashed again', async () => {
    expect(await sendMeanwhile(PASSWORD)).toBe(200);
  });

  test('is refused if it is another password', async () => {
    expect(await sendMeanwhile('another one 77')).toBe(422);
  });
});

describe('login refuses', () => {
  test('a wrong account, a wrong password and the wrong country alike, and starts no session', async () => {
    const account = await buildAccount(portal.db);
    const before = await portal.db.$count(sessions);
    const tries = [
      { account: account.idNumber, password: 'wrong' },
      { account: 'A199999999', password: PASSWORD },
      { account: account.idNumber, password: PASSWORD, country: 'foreign' },
      { account: `${account.idNumber}\u0000`, password: PASSWORD },
      { account: '帳號', password: PASSWORD },
      { account: 'A'.repeat(10_000), password: PASSWORD },
      { account: account.idNumber, password: 'x'.repeat(100_000) },
      { account: account.idNumber, password: '\u0000\ud800' },
    ];
    for (const body of tries) {
      const { status, refusal } = await send(body);
      expect([status, refusal]).toEqual([422, WRONG]);
    }
    expect(await portal.db.$count(sessions)).toBe(before);
  });

  test.each([
    [{}, { account: ['請輸入帳號'], password: ['請輸入密碼'] }],
    [
      { account: ' - ', password: '' },
      { account: ['請輸入帳號'], password: ['請輸入密碼'] },
    ],
    [
      { account: null, password: null },
      { account: ['請輸入帳號'], password: ['請輸入密碼'] },
    ],
    [
      { account: 199999999, password: ['x'] },
      { account: ['帳號資料型態不正確'], password: ['密碼資料型態不正確'] },
    ],
    [{ account: 'A', password: 'x', country: 'alien' }, { country: ['請選擇本國人或外國人'] }],
  ])('%j', async (body, errors) => {
    const { status, refusal } = await send(body);
    expect([status, refusal]).toEqual([422, { message: '資料有誤，請檢查後再送出', errors }]);
    expect(await portal.db.$count(signInAttempts)).toBe(0);
  });

  const sendText = (payload: string) =>
    portal.app.inject({
      method: 'POST',
      url: login.path,
      headers: { 'content-type': 'application/json' },
      payload,
    });

  test.each(['', '"account"', '5', 'true', '[]', '[1]', 'null'])('%s as missing', async (payload) => {
    const response = await sendText(payload);
    expect([response.statusCode, response.json()]).toEqual([
      422,
      {
        code: 'invalid',
        message: '資料有誤，請檢查後再送出',
        errors: { account: ['請輸入帳號'], password: ['請輸入密碼'] },
      },
    ]);
  });

  test.each(['{"account": "A1', '{"__proto__": {"account": "A199999999"}}'])(
    '%s as broken',
    async (payload) => {
      expect((await sendText(payload)).statusCode).toBe(400);
    },
  );

  test('a suspended account, and says so only for the correct password', async () => {
    const { idNumber } = await buildAccount(portal.db, { suspendedAt: NOW });
    const right = await send({ account: idNumber, password: PASSWORD });
    expect([right.status, right.refusal.errors]).toEqual([
      422,
      { account: ['此帳號已停用，請洽所屬分會管理人員'] },
    ]);
    expect(await portal.db.$count(signInAttempts)).toBe(0);
    expect((await send({ account: idNumber, password: 'wrong' })).refusal).toEqual(WRONG);
  });

  test('an account that is part of another one, and names the number of that one', async () => {
    const survivor = await buildAccount(portal.db);
    const merged = { suspendedAt: NOW, mergedIntoId: survivor.id };
    const { idNumber } = await buildAccount(portal.db, merged);
    const refused = await send({ account: idNumber, password: PASSWORD });
    expect([refused.status, refused.code]).toEqual([422, 'account_merged']);
    expect(JSON.stringify(refused.refusal)).toContain(maskIdentity(survivor.account));
    await portal.db
      .update(accounts)
      .set({ mergedIntoId: null })
      .where(eq(accounts.mergedIntoId, survivor.id));
  });

  test('an unknown account after as long a time as a wrong password', async () => {
    const { idNumber } = await buildAccount(portal.db, { passwordHash: await hashPassword(PASSWORD) });
    const login = (account: string | null) =>
      measured(async () => {
        await portal.db.delete(signInAttempts);
        await send({ account, password: 'wrong' });
      });
    await expectHashesAlike(login(idNumber), login('A199999999'));
  });
});
