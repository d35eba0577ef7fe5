import { login, logout, renewSession } from '@portal/contract/accounts';
import { cities } from '@portal/contract/lookups';
import { endOtherSessions, endOwnSession, ownSessions } from '@portal/contract/sessions';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn, PASSWORD } from '../../../test/factories/account.ts';
import { untilWaiting } from '../../../test/locks.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { lockAccount } from '../queries.ts';
import { sessions } from '../tables.ts';
import { hashToken, IDLE_LIMIT } from './sessions.ts';

const HOUR = 3_600_000;
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36';

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

const list = async (as = token) => (await portal.call(ownSessions, { token: as })).answer;
const visit = async (as: string) => (await portal.call(cities, { token: as })).status;
const enter = async () => {
  const answer = await portal.call(login, {
    body: { account: account.idNumber, password: PASSWORD },
    headers: { 'user-agent': CHROME },
  });
  return answer.answer.access_token;
};

describe('the list of one’s own sessions', () => {
  test('names this one first, and of each the device, the network and when it was used', async () => {
    portal.clock.now = new Date(NOW.getTime() + HOUR);
    const other = await enter();
    expect(await list(other)).toEqual([
      {
        id: expect.any(String),
        device: 'Chrome · Windows',
        network: '127.0.0.1',
        created_at: '2026-12-01T11:00:00+08:00',
        last_used_at: '2026-12-01T11:00:00+08:00',
        current: true,
      },
      expect.objectContaining({ device: null, current: false, created_at: '2026-12-01T10:00:00+08:00' }),
    ]);
  });

  test('has neither sessions of others nor ended ones', async () => {
    await logIn(portal.db, await buildAccount(portal.db));
    await logIn(portal.db, account, new Date(NOW.getTime() - 3 * HOUR));
    await portal.call(logout, { token: await logIn(portal.db, account) });
    expect(await list()).toHaveLength(1);
  });

  test('ends with the age of a session and with its idle time, to the instant', async () => {
    const other = await logIn(portal.db, account);
    const change = (values: Partial<typeof sessions.$inferInsert>) =>
      portal.db
        .update(sessions)
        .set(values)
        .where(eq(sessions.tokenHash, hashToken(other)));
    const later = new Date(NOW.getTime() + HOUR);
    await change({ createdAt: new Date(NOW.getTime() - IDLE_LIMIT - HOUR), expiresAt: NOW });
    expect(await list()).toHaveLength(1);
    await change({ expiresAt: later, lastUsedAt: new Date(NOW.getTime() - IDLE_LIMIT) });
    expect(await list()).toHaveLength(1);
    await change({ lastUsedAt: new Date(NOW.getTime() - IDLE_LIMIT + 1) });
    expect(await list()).toHaveLength(2);
  });

  test('keeps name and beginning of a session whose token is renewed', async () => {
    const [before] = await list();
    portal.clock.now = new Date(NOW.getTime() + HOUR);
    const { answer } = await portal.call(renewSession, { token });
    expect(await list(answer.access_token)).toEqual([
      { ...before, network: '127.0.0.1', last_used_at: '2026-12-01T11:00:00+08:00' },
    ]);
  });

  test('shows neither a token nor its hash', async () => {
    const [{ id = '' } = {}] = await list();
    expect(id).toMatch(/^[a-p]{32}$/);
    expect([token, hashToken(token)]).not.toContain(id);
  });
});

describe('ending sessions', () => {
  test('ends the one that is named, also when its token was renewed meanwhile', async () => {
    const other = await logIn(portal.db, account);
    const id = (await list()).find(({ current }) => !current)?.id ?? '';
    const { answer } = await portal.call(renewSession, { token: other });
    const { status } = await portal.call(endOwnSession, { token, params: { id } });
    expect([status, await visit(answer.access_token), await visit(token)]).toEqual([200, 401, 200]);
  });

  test('does nothing to a session of another person, with the same answer as for an ended one', async () => {
    const stranger = await logIn(portal.db, await buildAccount(portal.db));
    const [theirs] = await list(stranger);
    const answers = [];
    for (const id of [theirs?.id ?? '', 'a'.repeat(32)]) {
      answers.push(await portal.call(endOwnSession, { token, params: { id } }));
    }
    expect(answers.map(({ status, answer }) => [status, answer])).toEqual(
      Array(2).fill([200, { message: '已結束該裝置的登入' }]),
    );
    expect(await visit(stranger)).toBe(200);
  });

  test('answers an invalid session name as not found', async () => {
    for (const id of ['x', '%00', `${'a'.repeat(31)}z`]) {
      expect((await portal.call(endOwnSession, { token, params: { id } })).status).toBe(404);
    }
  });

  test('waits for a concurrent login before it ends all others', async () => {
    let waiting: Promise<unknown> | undefined;
    await inTransaction(portal.db, async (tx) => {
      await lockAccount(tx, account.id);
      waiting = portal.call(endOtherSessions, { token });
      await untilWaiting(portal.db, waiting);
    });
    expect(await waiting).toMatchObject({ status: 200 });
  });

  test('ends all others and keeps this one', async () => {
    const others = [await logIn(portal.db, account), await logIn(portal.db, account)];
    const stranger = await logIn(portal.db, await buildAccount(portal.db));
    expect((await portal.call(endOtherSessions, { token })).status).toBe(200);
    expect(await Promise.all([...others, token, stranger].map(visit))).toEqual([401, 401, 200, 200]);
  });
});
