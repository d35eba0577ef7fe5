import '../../../kit/test/browser.ts';
import { pages } from '@portal/contract/pages';
import { expect, test } from 'vitest';
import { type Access, paths, routes } from '../platform/paths.ts';
import { returnAddressIn } from '../platform/return-address.ts';
import { guard, returnAddressOf } from './guards.tsx';

const guest = null;
const complete = { state: true };
const incomplete = { state: false };
const at = (pattern: string, access: Access) => ({ pattern, access });
const records = at('/Auth/PayRecord', 'login');
const profile = at('/Auth/Profile', 'login');
const login = at('/login', 'guest');
const home = at('/', 'all');

test.each([
  ['a guest', 'home', guest, home, null],
  ['a guest', 'a page for trainees', guest, records, '/login'],
  ['a guest', 'the profile', guest, profile, '/login'],
  ['a guest', 'the login', guest, login, null],
  ['a trainee', 'home', complete, home, null],
  ['a trainee', 'a page for trainees', complete, records, null],
  ['a trainee', 'the profile', complete, profile, null],
  ['a trainee', 'the login', complete, login, '/'],
  ['a person with an incomplete profile', 'home', incomplete, home, null],
  ['a person with an incomplete profile', 'a page for trainees', incomplete, records, '/Auth/Profile'],
  ['a person with an incomplete profile', 'the profile', incomplete, profile, null],
  ['a person with an incomplete profile', 'the login', incomplete, login, '/'],
])('%s opens %s', (_who, _what, visitor, route, target) => {
  expect(guard(route, visitor)).toBe(target);
});

test('after the login the page that required it opens', () => {
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
  expect(returnAddressIn(state)).toBe(from);
});

test.each([
  ['/Auth/PayRecord', '?tab=finished', '', '/Auth/PayRecord?tab=finished'],
  ['/ClassInfo/A1', '', '#main', '/ClassInfo/A1#main'],
  ['/Group/MemberProfile', '', '', '/Group'],
])('a login required by %s%s%s returns to %s', (pathname, search, hash, back) => {
  expect(returnAddressOf({ pathname, search, hash })).toBe(back);
});

test('every page below /Auth, /Group and /Class requires a login', () => {
  const open = Object.values(routes).filter(({ pattern }) => /^\/(Auth|Group|Class)\//.test(pattern));
  expect(open.length).toBeGreaterThan(0);
  expect(open.filter(({ access }) => access !== 'login')).toEqual([]);
});

test('the addresses are those that the server serves pages at', () => {
  const addresses = (patterns: string[]) => patterns.map((pattern) => pattern.replace(/:\w+/g, ':')).sort();
  expect(addresses(Object.values(paths).map(({ pattern }) => pattern))).toEqual(
    addresses(Object.values(pages).map(({ path }) => path)),
  );
});

test('an address escapes its values', () => {
  expect(paths.classDetail.to({ code: 'A/1 é' })).toBe('/ClassInfo/A%2F1%20%C3%A9');
  expect(paths.classList.to({}, { opened: 3 })).toBe('/ClassInfo?opened=3');
  expect(paths.groupClassRoster.to({ GroupCode: 'G1', code: 'C1' })).toBe('/Group/G1/C1');
});
