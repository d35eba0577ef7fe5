import { login, logout, renewSession } from '@portal/contract/accounts';
import { cities } from '@portal/contract/lookups';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn, PASSWORD } from '../../../test/factories/account.ts';
import { one } from '../../../test/factories/one.ts';
import { untilWaiting } from '../../../test/locks.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { lockAccount } from '../queries.ts';
import { accounts, renewedSessions, sessions } from '../tables.ts';
import { endSessions, hashToken, identifier } from './sessions.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ENDED = '時效過期，請重新登入';

let portal: TestPortal;
let account: Awaited<ReturnType<typeof buildAccount>>;
let token: string;

beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

beforeEach(async () => {
  portal.clock.now = NOW;
  account = await buildAccount(portal.db);
  token = await logIn(portal.db, account);
});

const at = (span: number) => {
  portal.clock.now = new Date(NOW.getTime() + span);
};
/** Any public call: it tells a live token from an ended one. */
const visit = async (as = token) => (await portal.call(cities, { token: as })).status;
const lastUsed = async (as = token) =>
  one(
    await portal.db
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, hashToken(as))),
  ).lastUsedAt;

describe('a session', () => {
  test('ends after two hours without use', async () => {
    at(2 * HOUR - 1);
    expect(await visit()).toBe(200);
    at(2 * HOUR - 1 + 2 * HOUR);
    expect(await visit()).toBe(401);
  });

  test('lives as long as it is used, but 24 hours at most', async () => {
    for (let hour = 1; hour < 24; hour++) {
      at(hour * HOUR);
      expect(await visit()).toBe(200);
    }
    at(24 * HOUR);
    expect(await visit()).toBe(401);
  });

  test('writes its use at most once a minute', async () => {
    at(MINUTE - 1);
    await visit();
    expect(await lastUsed()).toEqual(NOW);
    at(MINUTE + 1);
    await Promise.all([visit(), visit(), visit()]);
    expect(await lastUsed()).toEqual(portal.clock.now);
  });

  test('is not used by the use of another one', async () => {
    const other = await logIn(portal.db, account);
    at(HOUR);
    await visit();
    expect(await lastUsed(other)).toEqual(NOW);
  });

  test('ends when its owner is suspended', async () => {
    await portal.db.update(accounts).set({ suspendedAt: NOW }).where(eq(accounts.id, account.id));
    expect(await visit()).toBe(401);
  });

  test('says whether the profile is complete as it is now', async () => {
    const identify = identifier(portal.db);
    expect(await identify(token, NOW)).toMatchObject({ accountId: account.id, state: true });
    await portal.db.update(accounts).set({ email: null }).where(eq(accounts.id, account.id));
    expect(await identify(token, NOW)).toMatchObject({ state: false });
  });

  test('is not identified by its hash, or by a cut or longer token', async () => {
    expect(await visit(hashToken(token))).toBe(401);
    expect(await visit(token.slice(0, -1))).toBe(401);
    expect(await visit(`${token}A`)).toBe(401);
  });

  test('still allows reading when its use cannot be recorded', async () => {
    await portal.db.execute('alter table sessions add constraint full_disk check (false) not valid');
    try {
      at(HOUR);
      expect(await visit()).toBe(200);
    } finally {
      await portal.db.execute('alter table sessions drop constraint full_disk');
    }
  });

  test('ends with all others of its owner but the one that is kept', async () => {
    const kept = await logIn(portal.db, account);
    const stranger = await logIn(portal.db, await buildAccount(portal.db));
    await endSessions(portal.db, account.id, hashToken(kept));
    expect([await visit(), await visit(kept), await visit(stranger)]).toEqual([401, 200, 200]);
  });
});

describe('logout', () => {
  test('ends this session and no other', async () => {
    const other = await logIn(portal.db, account);
    expect((await portal.call(logout, { token })).answer).toEqual({ message: '已登出' });
    expect([await visit(), await visit(other)]).toEqual([401, 200]);
  });

  test('succeeds a second time, as a guest, and with an unknown token', async () => {
    await portal.call(logout, { token });
    for (const as of [token, undefined, 'never-was']) {
      expect((await portal.call(logout, { token: as })).status).toBe(200);
    }
  });
});

describe('session/create', () => {
  const renew = (as: string | undefined, body?: unknown) => portal.call(renewSession, { token: as, body });

  test('gives a fresh token for the old one, which ends', async () => {
    at(90 * MINUTE);
    const { status, answer } = await renew(token);
    expect(status).toBe(200);
    expect(answer.user.id_number).toBe(account.idNumber);
    expect([await visit(), await visit(answer.access_token)]).toEqual([401, 200]);
  });

  test.each([
    [-1, 200],
    [0, 401],
  ])('ends the fresh token at the time that it names: %i ms later it answers %i', async (span, status) => {
    const { answer } = await renew(token);
    expect(answer.expires_at).toBe('2026-12-01T12:00:00+08:00');
    portal.clock.now = new Date(new Date(answer.expires_at).getTime() + span);
    expect(await visit(answer.access_token)).toBe(status);
  });

  test('does not make a login older than 24 hours', async () => {
    let held = token;
    for (let hour = 1; hour < 24; hour++) {
      at(hour * HOUR);
      held = (await renew(held)).answer.access_token;
    }
    at(23.5 * HOUR);
    const last = (await renew(held)).answer;
    expect(new Date(last.expires_at)).toEqual(new Date(NOW.getTime() + 24 * HOUR));
    at(24 * HOUR - 1);
    expect(await visit(last.access_token)).toBe(200);
    at(24 * HOUR);
    expect(await visit(last.access_token)).toBe(401);
  });

  test('takes any body, or none', async () => {
    const { answer } = await renew(token, { anything: ['passed', 'through'] });
    const again = await renew(answer.access_token);
    expect(again.status).toBe(200);
    const named = await portal.app.inject({
      method: 'POST',
      url: renewSession.path,
      // The scheme's name may be written in any case (RFC 9110).
      headers: { authorization: `bearer ${again.answer.access_token}`, 'content-type': 'application/json' },
    });
    expect(named.statusCode).toBe(200);
  });

  test('is allowed with an incomplete profile', async () => {
    await portal.db.update(accounts).set({ email: null }).where(eq(accounts.id, account.id));
    expect((await renew(token)).answer.user.state).toBe(false);
  });

  test('refuses guests and ended tokens', async () => {
    await portal.call(logout, { token });
    for (const as of [undefined, token]) {
      const { status, refusal } = await renew(as);
      expect([status, refusal]).toEqual([401, { message: ENDED }]);
    }
  });

  test('gives one of many simultaneous calls the fresh token and the others 401', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => renew(token)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(9).fill(401)]);
    expect(await portal.db.$count(sessions, eq(sessions.accountId, account.id))).toBe(1);
  });
});

describe('session/create after a lost answer', () => {
  const SECOND = 1000;
  const renew = (as: string, key = 'the-key-of-this-exchange') =>
    portal.call(renewSession, { token: as, headers: { 'idempotency-key': key } });

  test('answers the same token again to the former one with the same key, for a minute', async () => {
    const first = await renew(token);
    at(59 * SECOND);
    const again = await renew(token);
    expect([again.status, again.answer.access_token]).toEqual([200, first.answer.access_token]);
    expect(await portal.db.$count(sessions, eq(sessions.accountId, account.id))).toBe(1);
    at(60 * SECOND);
    expect((await renew(token)).status).toBe(401);
  });

  test('answers simultaneous calls with one key with the same token', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => renew(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ answer }) => answer.access_token)).size).toBe(1);
  });

  test('gives nothing to a former token without the key of the exchange', async () => {
    const { answer } = await renew(token);
    for (const { status } of [await renew(token, 'guessed'), await portal.call(renewSession, { token })]) {
      expect(status).toBe(401);
    }
    expect(await visit(answer.access_token)).toBe(200);
  });

  test('allows a former token nothing else', async () => {
    await renew(token);
    expect(await visit()).toBe(401);
  });

  test('cannot be repeated without a key, nor is anything kept for it', async () => {
    await portal.call(renewSession, { token });
    expect((await renew(token)).status).toBe(401);
    expect(await portal.db.$count(renewedSessions, eq(renewedSessions.tokenHash, hashToken(token)))).toBe(0);
  });

  test('is not repeated to a caller without the key', async () => {
    await renew(token, 'null');
    expect((await portal.call(renewSession, { token })).status).toBe(401);
  });

  test('does not wait for changes of other accounts', async () => {
    const other = await buildAccount(portal.db);
    await inTransaction(portal.db, async (tx) => {
      await lockAccount(tx, other.id);
      expect((await renew(token)).status).toBe(200);
    });
  });

  test('is refused if the session ends while the call waits', async () => {
    const { renewing } = await inTransaction(portal.db, async (tx) => {
      await lockAccount(tx, account.id);
      const renewing = renew(token);
      await untilWaiting(portal.db, renewing);
      await endSessions(tx, account.id);
      return { renewing };
    });
    expect((await renewing).status).toBe(401);
  });

  test.each([
    ['the fresh token is exchanged', (fresh: string) => renew(fresh, 'the-next-exchange')],
    ['the person logs out', (fresh: string) => portal.call(logout, { token: fresh })],
    [
      'the session reaches its age',
      () =>
        portal.db
          .update(sessions)
          .set({ createdAt: new Date(NOW.getTime() - 24 * HOUR), expiresAt: NOW })
          .where(eq(sessions.accountId, account.id)),
    ],
    ['all sessions are ended', () => endSessions(portal.db, account.id)],
    [
      'the person is suspended',
      () => portal.db.update(accounts).set({ suspendedAt: NOW }).where(eq(accounts.id, account.id)),
    ],
  ])('is over when %s', async (_, happens) => {
    const { answer } = await renew(token);
    await happens(answer.access_token);
    expect((await renew(token)).status).toBe(401);
  });
});

test('an ended token is told so on public calls too, login among them', async () => {
  await portal.call(logout, { token });
  const { status, refusal } = await portal.call(login, {
    token,
    body: { account: account.idNumber, password: PASSWORD },
  });
  expect([status, refusal]).toEqual([401, { message: ENDED }]);
});
