import { login } from '@portal/contract/accounts';
import type { Endpoint } from '@portal/contract/endpoint';
import { admitMember } from '@portal/contract/groups';
import { forget, updatePassword } from '@portal/contract/passwords';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { connectPatiently } from '../../../test/database.ts';
import { buildAccount, logIn, PASSWORD } from '../../../test/factories/account.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { buildApp } from '../../app.ts';
import type { Database } from '../../platform/database/database.ts';
import { signInAttempts } from '../tables.ts';
import { rememberAddress } from './known-addresses.ts';

/* Guessing one account's password by every call that takes one, through two servers and from changing addresses. */

let portal: TestPortal;
let second: { app: FastifyInstance; db: Database };
let account: Awaited<ReturnType<typeof buildAccount>>;
let token: string;
/** The session of a group manager. */
let managerToken: string;

beforeAll(async () => {
  portal = await openTestPortal();
  const db = connectPatiently(portal.services.config.databaseUrl ?? '');
  second = { db, app: await buildApp({ ...portal.services, db }) };
  account = await buildAccount(portal.db);
  token = await logIn(portal.db, account);
  const [group, manager] = [await buildGroup(portal.db, { code: 'TEAM' }), await buildAccount(portal.db)];
  await buildMembership(portal.db, { group, account: manager, role: 'manager' });
  managerToken = await logIn(portal.db, manager);
  await portal.db.transaction((tx) => rememberAddress(tx, account.id, '192.0.2.1', NOW));
});
afterAll(async () => {
  await second.app.close();
  await second.db.$client.end();
  await portal.close();
});

const send = async (
  app: FastifyInstance,
  endpoint: Endpoint,
  address: string,
  payload: object,
  bearer = '',
) => {
  const response = await app.inject({
    method: endpoint.method,
    url: endpoint.path.replace(':GroupCode', 'TEAM'),
    remoteAddress: address,
    headers: bearer ? { authorization: `Bearer ${bearer}` } : {},
    payload,
  });
  return response.statusCode;
};

type Guess = (app: FastifyInstance, address: string, n: number) => Promise<number>;

/** The calls that take a password. */
const passwords: readonly Guess[] = [
  (app, address, n) => send(app, login, address, { account: account.account, password: `Guess-number-${n}` }),
  (app, address, n) => {
    const new_password = `Kite-and-tide-${n}`;
    const body = { password: `Guess-number-${n}`, new_password, new_password_confirmation: new_password };
    return send(app, updatePassword, address, body, token);
  },
  (app, address, n) => {
    const body = { account: account.account, password: `Guess-number-${n}` };
    return send(app, admitMember, address, body, managerToken);
  },
];

const birthDate: Guess = (app, address, n) =>
  send(app, forget, address, {
    account: account.account,
    date: `19${10 + (n % 80)}-01-${String((n % 28) + 1).padStart(2, '0')}`,
  });

const PASSWORDS = 400;
/** One birth date is tried after every fourth password. */
const TRIES = PASSWORDS + PASSWORDS / 4;
const ADDRESSES = 300;
/** Fewer than there are connections to the database. */
const AT_ONCE = 8;
const HOUR = 3_600_000;

/** Every try of an hour, by whichever servers and addresses; how it was answered. */
const guessForAnHour = async (apps: readonly FastifyInstance[]) => {
  const [passwordAnswers, dateAnswers]: [number[], number[]] = [[], []];
  let next = 0;
  const guesser = async () => {
    while (next < TRIES) {
      const n = next++;
      const app = apps[Math.floor(n / 5) % apps.length];
      const guess = passwords[n % passwords.length];
      if (!app || !guess) throw new Error('unreachable');
      const address = `198.51.${100 + Math.floor((n % ADDRESSES) / 250)}.${n % 250}`;
      portal.clock.now = new Date(NOW.getTime() + (n / TRIES) * HOUR);
      if (n % 5 === 4) dateAnswers.push(await birthDate(app, address, n));
      else passwordAnswers.push(await guess(app, address, n));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, guesser));
  return { passwordAnswers, dateAnswers };
};

const isLookedAt = (status: number) => status === 422;

// The budget is 50 in any hour: 100 holds within two hours, so whoever needs 1,000 needs twenty: 400 show it.
test('of 400 wrong passwords in an hour at most 100 are checked, and as many birth dates; the owner can still log in', async () => {
  const apps = [portal.app, second.app];
  const { passwordAnswers, dateAnswers } = await guessForAnHour(apps);
  const evaluated = passwordAnswers.filter(isLookedAt).length;
  expect(passwordAnswers).toHaveLength(PASSWORDS);
  expect(passwordAnswers.filter((status) => status === 429)).toHaveLength(PASSWORDS - evaluated);
  expect(evaluated).toBeGreaterThan(10);
  expect(evaluated).toBeLessThanOrEqual(100);
  expect(await portal.db.$count(signInAttempts, eq(signInAttempts.secret, 'password'))).toBe(evaluated);
  const told = dateAnswers.filter(isLookedAt).length;
  expect(dateAnswers.filter((status) => status === 429)).toHaveLength(PASSWORDS / 4 - told);
  expect(told).toBeGreaterThan(10);
  expect(told).toBeLessThanOrEqual(100);

  const owner = { account: account.account, password: PASSWORD };
  expect(await send(portal.app, login, '198.51.100.7', owner)).toBe(429);
  expect(await send(portal.app, admitMember, '198.51.100.7', owner, managerToken)).toBe(429);
  for (const app of apps) expect(await send(app, login, '192.0.2.1', owner)).toBe(200);
  const found = { account: account.account, date: account.birthday };
  expect(await send(second.app, forget, '192.0.2.1', found)).toBe(200);
});
