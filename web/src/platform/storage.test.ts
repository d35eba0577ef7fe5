import '../../../kit/test/browser.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildUser } from '../../test/person.ts';

const wang = { user: buildUser(), access_token: 'w' };
const smith = { user: buildUser({ id_number: null, passport_no: 'X1234567' }), access_token: 's' };

const names = ['localStorage', 'sessionStorage'] as const;
const storages = names.map((name) => [name, globalThis[name]] as const);

const forbid = () => {
  const get = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  for (const name of names) Object.defineProperty(globalThis, name, { get, configurable: true });
};

const fill = () => {
  vi.spyOn(Object.getPrototypeOf(localStorage), 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
};

/** Imports the module anew, as at the start of the portal. */
const start = async () => {
  vi.resetModules();
  const [session, draft] = await Promise.all([import('./session.ts'), import('./draft.ts')]);
  return { ...session, ...draft };
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const [name, value] of storages)
    Object.defineProperty(globalThis, name, { value, configurable: true });
});

test.each([
  ['forbidden', forbid],
  ['full', fill],
])('if the storage is %s, a login lasts as long as the page', async (_, happens) => {
  happens();
  const { currentUser, keepUpdate, logIn, logOut, refreshFromStorage } = await start();
  expect(currentUser()).toBeNull();
  logIn(wang);
  expect(refreshFromStorage()?.token).toBe('w');
  await keepUpdate(Promise.resolve(buildUser({ school: '新' })));
  expect(refreshFromStorage()).toMatchObject({ token: 'w', school: '新' });
  logOut();
  expect(refreshFromStorage()).toBeNull();
});

test('the former person is not logged in again when the storage is full', async () => {
  const { logIn, refreshFromStorage } = await start();
  logIn(wang);
  fill();
  logIn(smith);
  expect(refreshFromStorage()?.token).toBe('s');
  expect(localStorage.getItem('user')).toBeNull();
});

test('values of another tab count again once there is space', async () => {
  const { logIn, refreshFromStorage } = await start();
  fill();
  logIn(wang);
  vi.restoreAllMocks();
  localStorage.setItem('user', JSON.stringify({ ...smith.user, token: 's', issued_at: 1 }));
  expect(refreshFromStorage()?.token).toBe('s');
});

test.each([
  ['forbidden', forbid],
  ['full', fill],
])('if the storage is %s, a draft lasts as long as the page, for its owner only', async (_, happens) => {
  happens();
  const { clearDraft, clearDraftsOfOthers, keepDraft, logIn, readDraft } = await start();
  logIn(wang);
  keepDraft('payment', { paid_name: '王小明' });
  keepDraft('profile', { school: '新' });
  expect(readDraft('payment')).toEqual({ paid_name: '王小明' });
  clearDraft('payment');
  expect(readDraft('payment')).toBeNull();

  logIn(smith);
  clearDraftsOfOthers();
  logIn(wang);
  expect(readDraft('profile')).toBeNull();
});
