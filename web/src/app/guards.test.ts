import '../../../kit/test/browser.ts';
import { expect, test } from 'vitest';
import { type Access, paths } from '../platform/paths.ts';
import { storedReturnAddress } from '../platform/return-address.ts';
import { addressToReturnTo, guard } from './guards.tsx';

const guest = null;
const complete = { state: true };
const incomplete = { state: false };
const routeAt = (pattern: string, access: Access) => ({ pattern, access });
const records = routeAt('/Auth/PayRecord', 'login');
const profile = routeAt('/Auth/Profile', 'login');
const login = routeAt('/login', 'guest');
const home = routeAt('/', 'all');

test.each([
  ['a guest', 'home', null, guest, home],
  ['a guest', 'a page for trainees', '/login', guest, records],
  ['a guest', 'the profile', '/login', guest, profile],
  ['a guest', 'the login', null, guest, login],
  ['a trainee', 'home', null, complete, home],
  ['a trainee', 'a page for trainees', null, complete, records],
  ['a trainee', 'the profile', null, complete, profile],
  ['a trainee', 'the login', '/', complete, login],
  ['a person with an incomplete profile', 'home', null, incomplete, home],
  ['a person with an incomplete profile', 'a page for trainees', '/Auth/Profile', incomplete, records],
  ['a person with an incomplete profile', 'the profile', null, incomplete, profile],
  ['a person with an incomplete profile', 'the login', '/', incomplete, login],
])('%s who opens %s: redirected to %j', (_who, _page, target, visitor, route) => {
  expect(guard(route, visitor)).toBe(target);
});

test('after the login, the page that required it opens', () => {
  expect(guard(login, complete, '/Class/Personal/TPE-FA1-001')).toBe('/Class/Personal/TPE-FA1-001');
});

test.each([
  [{ from: '/Auth/PayRecord?tab=2' }, '/Auth/PayRecord?tab=2'],
  [{ from: 'https://evil.example/' }, null],
  [{ from: '//evil.example/' }, null],
  [{ from: '/\\evil.example/' }, null],
  [{ from: 7 }, null],
  [{}, null],
  [null, null],
])('a navigation state of %j leads back to %j', (state, from) => {
  expect(storedReturnAddress(state)).toBe(from);
});

test.each([
  ['/Auth/PayRecord', '?tab=finished', '', '/Auth/PayRecord?tab=finished'],
  ['/ClassInfo/A1', '', '#main', '/ClassInfo/A1#main'],
  ['/Group/MemberProfile', '', '', '/Group'],
])('a login required by %s%s%s returns to %s', (pathname, search, hash, back) => {
  expect(addressToReturnTo({ pathname, search, hash })).toBe(back);
});

test('every page below /Auth, /Group and /Class requires a login', () => {
  const below = Object.values(paths).filter(({ pattern }) => /^\/(Auth|Group|Class)\//.test(pattern));
  expect(below.length).toBeGreaterThan(0);
  expect(below.filter(({ access }) => access !== 'login')).toEqual([]);
});
