import '../../../kit/test/browser.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Reply, startApiServer } from '../../../kit/test/api-server.ts';
import { buildUser } from '../../test/person.ts';
import { currentUser, logIn, logOut } from '../platform/session.ts';
import { confirmOpenedMail } from './opened-mail.ts';

const MAIL = '0f9619ff-8b86-4d01-b42d-00cf4fc964ff';
let server: Awaited<ReturnType<typeof startApiServer>>;
let reply: Reply;
let address = '';

const openAt = (href: string) => {
  address = href;
  const replaceState = (_: unknown, __: string, next: URL) => {
    address = next.href;
  };
  Object.assign(globalThis, { location: { href }, history: { state: null, replaceState } });
};

beforeEach(async () => {
  reply = { json: { message: '電子信箱已確認', own: true } };
  server = await startApiServer(() => reply);
  logIn({ user: buildUser({ email_confirmed: false }), access_token: 'mine' });
});
afterEach(async () => {
  logOut();
  await server.stop();
});

test('the id of an opened mail is sent to the server and removed from the address', async () => {
  openAt(`https://portal.example/ClassInfo?num=10&mail=${MAIL}`);
  await confirmOpenedMail();
  expect(address).toBe('https://portal.example/ClassInfo?num=10');
  expect(server.seen.map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
    ['/api/email/confirm', { token: MAIL }],
  ]);
  expect(currentUser()?.email_confirmed).toBe(true);
});

test.each([
  ['the link of somebody else', { json: { message: '電子信箱已確認', own: false } }],
  [
    'a link that has ended',
    { status: 422, json: { message: '連結已失效', errors: { token: ['連結已失效'] } } },
  ],
])('%s does not mark the mailbox of the session as confirmed', async (_, answer) => {
  reply = answer;
  openAt(`https://portal.example/ClassInfo?mail=${MAIL}`);
  await confirmOpenedMail();
  expect(address).toBe('https://portal.example/ClassInfo');
  expect(currentUser()?.email_confirmed).toBe(false);
});

test('a page without an id sends no call', async () => {
  openAt('https://portal.example/ClassInfo');
  await confirmOpenedMail();
  expect(server.seen).toEqual([]);
});
