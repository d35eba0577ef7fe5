import '../../../kit/test/browser.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Reply, type SeenRequest, startApiServer } from '../../../kit/test/api-server.ts';
import { buildUser } from '../../test/person.ts';
import { privateFileQuery } from './private-file.ts';
import {
  currentUser,
  dismissSessionEnd,
  hasSessionEnded,
  logIn,
  logOut,
  pauseRequestsUntil,
} from './session.ts';

const SRC = '/api/photos/abc';
const photo = { text: 'picture' };
const refused = { status: 401, json: { message: '時效過期，請重新登入' } };

let reply: (request: SeenRequest) => Reply;
let server: Awaited<ReturnType<typeof startApiServer>>;

beforeEach(async () => {
  logOut();
  dismissSessionEnd();
  logIn({ user: buildUser(), access_token: 'old' });
  reply = ({ headers }) => (headers.authorization === 'Bearer new' ? photo : refused);
  server = await startApiServer((request) => reply(request));
});
afterEach(() => server.stop());

const fetchFile = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false } } }).fetchQuery(privateFileQuery(SRC));
const seenTokens = () => server.seen.map(({ headers }) => headers.authorization);

test('a file is requested with the token of the session', async () => {
  reply = () => photo;
  expect(await (await fetchFile()).text()).toBe('picture');
  expect(server.seen.map(({ url }) => url)).toEqual([SRC]);
  expect(seenTokens()).toEqual(['Bearer old']);
});

test('a file requested during a renewal waits for the new token', async () => {
  let renewed: () => void = () => undefined;
  pauseRequestsUntil(
    new Promise<void>((resolve) => {
      renewed = resolve;
    }),
  );
  const asked = fetchFile();
  logIn({ user: buildUser(), access_token: 'new' });
  renewed();
  expect(await (await asked).text()).toBe('picture');
  expect(seenTokens()).toEqual(['Bearer new']);
});

test('a file refused to a token that another tab has just renewed is requested with the new one', async () => {
  localStorage.setItem('user', JSON.stringify({ ...buildUser(), token: 'new', issued_at: Date.now() }));
  expect(await (await fetchFile()).text()).toBe('picture');
  expect(seenTokens()).toEqual(['Bearer old', 'Bearer new']);
  expect(hasSessionEnded()).toBe(false);
});

test('a file refused to an ended token ends the session here', async () => {
  await expect(fetchFile()).rejects.toMatchObject({ status: 401 });
  expect(currentUser()).toBeNull();
  expect(hasSessionEnded()).toBe(true);
});

test.each([404, 503])('a file that is answered %i is refused by that', async (status) => {
  reply = () => ({ status });
  await expect(fetchFile()).rejects.toMatchObject({ name: 'CallRefused', status });
  expect(hasSessionEnded()).toBe(false);
});
