import { beforeEach, expect, test, vi } from 'vitest';
import { changedInOtherTab } from '../../../kit/test/browser.ts';
import { buildUser } from '../../test/person.ts';
import {
  currentUser,
  dismissSessionEnd,
  endSession,
  hasSessionEnded,
  keepUpdate,
  logIn,
  logOut,
  onSessionChange,
  refreshFromStorage,
} from './session.ts';

const HOUR = 3_600_000;
/** A trainee who logs in by passport number may correct it. */
const foreign = { id_number: null, passport_no: 'X1' };

beforeEach(() => {
  logOut();
  dismissSessionEnd();
});

test('a login stores the person and the token under the key `user`', () => {
  logIn({ user: buildUser(), access_token: 'secret' }, HOUR);
  const stored = { ...buildUser(), token: 'secret', issued_at: HOUR };
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(stored);
  expect(currentUser()).toEqual(stored);
});

test('a log-out and a log-in in another tab are followed', () => {
  logIn({ user: buildUser(), access_token: 'secret' });
  const seen = vi.fn();
  const stop = onSessionChange(seen);
  changedInOtherTab('user', null);
  expect(currentUser()).toBeNull();
  changedInOtherTab('user', JSON.stringify({ ...buildUser(), token: 'other', issued_at: 1 }));
  expect(currentUser()?.token).toBe('other');
  expect(seen).toHaveBeenCalledTimes(2);
  stop();
});

const asStored = (overrides: Parameters<typeof buildUser>[0], token: string) =>
  JSON.stringify({ ...buildUser(overrides), token, issued_at: 1 });

test.each([
  ['nothing else happens', null, { school: '新', id_number: null, token: 'mine' }],
  ['the token is renewed', asStored(foreign, 'renewed'), { school: '新', token: 'renewed' }],
  [
    'another tab corrects the passport number',
    asStored({ ...foreign, passport_no: 'X2' }, 'mine'),
    { school: '新', token: 'mine' },
  ],
  [
    'another tab logs somebody else in',
    asStored({ passport_no: null }, 'other'),
    { school: null, id_number: 'A123456789', token: 'other' },
  ],
])('an update that is under way while %s', async (_, stored, kept) => {
  logIn({ user: buildUser(foreign), access_token: 'mine' });
  const update = keepUpdate(Promise.resolve(buildUser({ ...foreign, passport_no: 'X3', school: '新' })));
  if (stored) localStorage.setItem('user', stored);
  expect(await update).toMatchObject({ school: '新' });
  expect(currentUser()).toMatchObject(kept);
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(currentUser());
});

test('an update that is answered after a log-out stores nothing', async () => {
  logIn({ user: buildUser(), access_token: 'mine' });
  const update = keepUpdate(Promise.resolve(buildUser()));
  logOut();
  await update;
  expect(currentUser()).toBeNull();
  expect(localStorage.getItem('user')).toBeNull();
});

test('an ended session is announced until the person logs in again or has read it', () => {
  logIn({ user: buildUser(), access_token: 'secret' });
  expect(hasSessionEnded()).toBe(false);
  endSession();
  expect(currentUser()).toBeNull();
  expect(hasSessionEnded()).toBe(true);
  logIn({ user: buildUser(), access_token: 'next' });
  expect(hasSessionEnded()).toBe(false);
  endSession();
  dismissSessionEnd();
  expect(hasSessionEnded()).toBe(false);
});

test.each([
  ['tells this one', (stored: string) => changedInOtherTab('user', stored)],
  [
    'is found in the storage',
    (stored: string) => {
      localStorage.setItem('user', stored);
      refreshFromStorage();
    },
  ],
])('an ended session is told no more once a login in another tab %s', (_, happens) => {
  logIn({ user: buildUser(), access_token: 'secret' });
  endSession();
  changedInOtherTab('user', null);
  expect(hasSessionEnded()).toBe(true);
  happens(asStored({}, 'next'));
  expect(currentUser()?.token).toBe('next');
  expect(hasSessionEnded()).toBe(false);
});

test.each([['not JSON'], ['{"token":"only"}'], ['null']])(
  'a stored session of %s is ignored and removed',
  async (text) => {
    localStorage.setItem('user', text);
    vi.resetModules();
    const fresh = await import('./session.ts');
    expect(fresh.currentUser()).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
  },
);
