import { refusals } from '@portal/contract/errors';
import { askPasskeySignIn, currentSession, ownScope, signIn, staffList } from '@portal/contract/office/staff';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../test/app.ts';
import { PASSWORD } from '../../test/factories/account.ts';
import { buildStaff, buildTotp, enterOffice, grant } from '../../test/factories/staff.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
});
afterAll(() => portal.close());

const own = { 'sec-fetch-site': 'same-origin' };

const enter = (email: string, headers: Record<string, string> = own, at = portal) =>
  at.call(signIn, { body: { email, password: PASSWORD }, headers });

const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['set-cookie']).split(';')[0] ?? '';

const refusalOf = async (call: typeof ownScope | typeof staffList, cookie: string, at = portal) => {
  const { status, refusal } = await at.call(call, { headers: { cookie } });
  return [status, refusal.message];
};

test.each([{}, { cookie: 'office=' }, { cookie: 'office=no token' }, { cookie: '__Host-office=x' }])(
  'no session is found with the headers %j',
  async (headers: Record<string, string>) => {
    expect((await portal.call(currentSession, { headers })).status).toBe(401);
  },
);

test('a call that needs a right is refused without it', async () => {
  const staff = await buildStaff(portal.db, { grants: [grant('officer')] });
  const cookie = await enterOffice(portal.db, staff);
  expect(await refusalOf(staffList, cookie)).toEqual([403, refusals.forbidden.text]);
  expect((await portal.call(ownScope, { headers: { cookie } })).status).toBe(200);
});

test('the office is closed while the second factor is due', async () => {
  const staff = await buildStaff(portal.db, { grants: [grant('admin')] });
  await buildTotp(portal.db, staff);
  const cookie = cookieOf(await enter(staff.email));
  for (const call of [ownScope, staffList]) {
    expect(await refusalOf(call, cookie)).toEqual([403, refusals.second_factor_due.text]);
  }
});

test('the office is closed until a required second factor is set up', async () => {
  const strict = await openTestPortal();
  const { email } = await buildStaff(strict.db, { grants: [grant('admin')] });
  const cookie = cookieOf(await enter(email, own, strict));
  for (const call of [ownScope, staffList]) {
    expect(await refusalOf(call, cookie, strict)).toEqual([403, refusals.second_factor_missing.text]);
  }
  await strict.close();
});

describe('a call that changes something', () => {
  test.each([
    ['from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['from a sibling', { 'sec-fetch-site': 'same-site' }],
    ['from no page', { 'sec-fetch-site': 'none' }],
    ['from a sibling that names our host', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:80' }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['from an opaque origin', { origin: 'null' }],
    ['that says nothing', {}],
  ])('%s is refused', async (_, headers: Record<string, string>) => {
    const { email } = await buildStaff(portal.db);
    const { status, refusal } = await enter(email, headers);
    expect([status, refusal.message]).toEqual([403, refusals.cross_site.text]);
  });

  test.each([
    ['says that it is ours', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:80' }],
    ['names our host', { origin: 'http://localhost:80' }],
  ])('is taken from a page that %s', async (_, headers: Record<string, string>) => {
    const { email } = await buildStaff(portal.db);
    expect((await enter(email, headers)).status).toBe(200);
  });
});

test('over HTTPS the cookie is `__Host-` and `Secure`', async () => {
  const secure = await openTestPortal({
    PUBLIC_URL: 'https://portal.example.org.tw',
    STAFF_SECOND_FACTOR: 'optional',
  });
  const { email } = await buildStaff(secure.db);
  const headers = { origin: 'https://portal.example.org.tw', 'sec-fetch-site': 'same-origin' };
  const entered = await secure.call(signIn, { body: { email, password: PASSWORD }, headers });
  expect(entered.headers['set-cookie']).toMatch(
    /^__Host-office=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  expect((await secure.call(currentSession, { headers: { cookie: cookieOf(entered) } })).status).toBe(200);
  await secure.close();
});

test('behind a proxy that names HTTPS the cookie is `__Host-` and `Secure`, too', async () => {
  const proxied = await openTestPortal({ TRUST_PROXY: '127.0.0.1', STAFF_SECOND_FACTOR: 'optional' });
  const { email } = await buildStaff(proxied.db);
  const named = async (proto: string) => {
    const headers = { ...own, 'x-forwarded-proto': proto };
    const entered = await proxied.call(signIn, { body: { email, password: PASSWORD }, headers });
    return cookieOf(entered).split('=')[0];
  };
  expect([await named('https'), await named('http')]).toEqual(['__Host-office', 'office']);
  await proxied.close();
});

test('passkeys belong to the host of the public URL, or to the host of the call if there is none', async () => {
  const named = await openTestPortal({ PUBLIC_URL: 'https://portal.example.org.tw' });
  const hostOf = async (at: TestPortal) => (await at.call(askPasskeySignIn, { headers: own })).answer.rpId;
  expect([await hostOf(named), await hostOf(portal)]).toEqual(['portal.example.org.tw', 'localhost']);
  await named.close();
});
