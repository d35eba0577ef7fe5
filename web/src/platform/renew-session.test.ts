import '../../../kit/test/browser.ts';
import { classes } from '@portal/contract/catalogue';
import { CallRefused } from '@portal/kit/browser/call.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Reply, type SeenRequest, startApiServer } from '../../../kit/test/api-server.ts';
import { buildUser } from '../../test/person.ts';
import { call } from './api.ts';
import { createSession, renewOldSession } from './renew-session.ts';
import { currentUser, dismissSessionEnd, hasSessionEnded, logIn, logOut, tokenSettled } from './session.ts';

const MINUTE = 60_000;
const NOW = Date.now();

let renewal: Reply;
/** An event in this browser during the renewal. */
let meanwhile: () => void;
let server: Awaited<ReturnType<typeof startApiServer>>;
const answer = ({ url }: SeenRequest): Reply => {
  if (url !== '/api/session/create') return { json: [] };
  meanwhile();
  return renewal;
};

beforeEach(async () => {
  logOut();
  dismissSessionEnd();
  meanwhile = () => undefined;
  renewal = { json: { user: buildUser(), access_token: 'fresh', expires_at: '2026-12-05T11:00:00+08:00' } };
  server = await startApiServer(answer);
});
afterEach(() => server.stop());

const seenUrls = () => server.seen.map(({ url }) => url);

test('a session older than an hour is renewed, and other calls wait for the new token', async () => {
  logIn({ user: buildUser(), access_token: 'old' }, NOW - 61 * MINUTE);
  renewOldSession();
  await call(classes, {});
  expect(seenUrls()).toEqual(['/api/session/create', '/api/classes']);
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer fresh']);
  expect(currentUser()?.token).toBe('fresh');
  expect(Date.now() - (currentUser()?.issued_at ?? 0)).toBeLessThan(MINUTE);
});

test.each([
  ['an incomplete profile', { state: false }, { state: true }],
  ['an unconfirmed mailbox', { email_confirmed: false }, { email_confirmed: true }],
])('a session with %s is renewed at any age: it may have changed elsewhere', async (_, before, after) => {
  logIn({ user: buildUser(before), access_token: 'old' });
  renewOldSession();
  await call(classes, {});
  expect(seenUrls()).toEqual(['/api/session/create', '/api/classes']);
  expect(currentUser()).toMatchObject({ token: 'fresh', ...after });
});

test.each([
  [
    'a session younger than an hour',
    () => logIn({ user: buildUser(), access_token: 'old' }, NOW - 59 * MINUTE),
  ],
  ['nobody', () => undefined],
])('%s is left alone', async (_, prepare) => {
  prepare();
  renewOldSession();
  await call(classes, {});
  expect(seenUrls()).toEqual(['/api/classes']);
});

test.each([
  ['a log-out', () => logOut(), undefined],
  ['a log-out in another tab', () => localStorage.removeItem('user'), undefined],
  ['another login', () => logIn({ user: buildUser(), access_token: 'anew' }), 'anew'],
])('%s during a renewal stands, and the fresh token is ended', async (_, happens, left) => {
  logIn({ user: buildUser(), access_token: 'old' }, NOW - 61 * MINUTE);
  meanwhile = happens;
  renewOldSession();
  await tokenSettled();
  expect(currentUser()?.token).toBe(left);
  await expect.poll(seenUrls).toEqual(['/api/session/create', '/api/logout']);
  expect(server.seen[1]?.headers.authorization).toBe('Bearer fresh');
  expect(currentUser()?.token).toBe(left);
  expect(hasSessionEnded()).toBe(false);
});

test('a renewal refused with 401 ends the session as any 401', async () => {
  logIn({ user: buildUser(), access_token: 'old' }, NOW - 61 * MINUTE);
  renewal = { status: 401, json: { message: '時效過期，請重新登入' } };
  renewOldSession();
  await tokenSettled();
  expect(currentUser()).toBeNull();
  expect(hasSessionEnded()).toBe(true);
});

/** The server does what it is asked, but its next answers are lost on the way. */
const loseAnswers = (count: number) => {
  const connected = globalThis.fetch;
  let lost = 0;
  globalThis.fetch = async (...request) => {
    const reply = await connected(...request);
    lost += 1;
    if (lost > count) return reply;
    throw new TypeError('the connection was cut');
  };
};

const keysSent = () => server.seen.map(({ headers }) => headers['idempotency-key']);

test('a renewal with a lost answer is repeated with its key, and the session stays', async () => {
  logIn({ user: buildUser(), access_token: 'old' }, NOW - 61 * MINUTE);
  loseAnswers(1);
  renewOldSession();
  await call(classes, {});
  expect(seenUrls()).toEqual(['/api/session/create', '/api/session/create', '/api/classes']);
  const [first, second] = keysSent();
  expect(first).toMatch(/^[\w-]{36}$/);
  expect(second).toBe(first);
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer old',
    'Bearer old',
    'Bearer fresh',
  ]);
  expect(currentUser()?.token).toBe('fresh');
});

test('each renewal has a key of its own', async () => {
  logIn({ user: buildUser(), access_token: 'old' }, NOW);
  await createSession();
  await createSession();
  expect(new Set(keysSent()).size).toBe(2);
});

test('a renewal with lost answers is repeated with its key after a reload, and the next one has another key', async () => {
  logIn({ user: buildUser(), access_token: 'old' }, NOW);
  loseAnswers(2);
  await expect(createSession()).rejects.toThrow('something wrong');
  // After a reload nothing is left but what the browser stores.
  vi.resetModules();
  const reloaded = await import('./renew-session.ts');
  await reloaded.createSession();
  await reloaded.createSession();
  const [first, second, third, fourth] = keysSent();
  expect([second, third]).toEqual([first, first]);
  expect(fourth).not.toBe(first);
});

test('the key of a renewal is not used for another token', async () => {
  logIn({ user: buildUser(), access_token: 'old' }, NOW);
  loseAnswers(2);
  await expect(createSession()).rejects.toThrow('something wrong');
  logIn({ user: buildUser(), access_token: 'anew' }, NOW + 1);
  await createSession();
  expect(keysSent()[2]).not.toBe(keysSent()[0]);
});

test('a renewal that was refused is not repeated with its key', async () => {
  logIn({ user: buildUser(), access_token: 'old' }, NOW);
  const fine = renewal;
  renewal = { status: 503, json: { message: '系統維護中，請稍後再試' } };
  await expect(createSession()).rejects.toThrow('something wrong');
  renewal = fine;
  await createSession();
  expect(new Set(keysSent()).size).toBe(2);
});

test('a renewal is repeated once, not for ever', async () => {
  logIn({ user: buildUser(), access_token: 'old' }, NOW);
  loseAnswers(2);
  await expect(createSession()).rejects.toThrow('something wrong');
  expect(seenUrls()).toEqual(['/api/session/create', '/api/session/create']);
});

test.each([
  ['a log-out', () => logOut()],
  ['another login', () => logIn({ user: buildUser(), access_token: 'anew' })],
])('after %s a lost renewal is not repeated', async (_, happens) => {
  logIn({ user: buildUser(), access_token: 'old' }, NOW);
  meanwhile = happens;
  loseAnswers(1);
  await expect(createSession()).rejects.toThrow('something wrong');
  expect(seenUrls()).toEqual(['/api/session/create']);
});

test('a renewal that fails otherwise keeps the old token', async () => {
  logIn({ user: buildUser(), access_token: 'old' }, NOW - 61 * MINUTE);
  renewal = { status: 503, json: { message: '系統維護中，請稍後再試' } };
  renewOldSession();
  await call(classes, {}).catch((error: unknown) => expect(error).toBeInstanceOf(CallRefused));
  expect(currentUser()?.token).toBe('old');
  expect(hasSessionEnded()).toBe(false);
});

test.each([401, 500, 503])('the answer %i is reported in the words of the specification', async (status) => {
  logIn({ user: buildUser(), access_token: 'old' }, NOW);
  renewal = { status, json: { message: '系統維護中，請稍後再試' } };
  const error = await createSession().catch((caught: unknown) => caught);
  expect(error).toMatchObject({ message: 'something wrong', cause: { status } });
});
