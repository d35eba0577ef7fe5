import { beforeEach, expect, test, vi } from 'vitest';
import { changedInOtherTab } from '../../test/browser.ts';
import { buildUser } from '../../test/person.ts';
import {
  currentUser,
  dismissSessionEnd,
  endSession,
  hasSessionEnded,
  logIn,
  logOut,
  onSessionChange,
} from './session.ts';

const HOUR = 3_600_000;

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

test('an ended session is told until the person logs in again or has read it', () => {
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

test.each([['not JSON'], ['{"token":"only"}'], ['null']])(
  'what is stored as %s is nobody, and thrown away',
  async (text) => {
    localStorage.setItem('user', text);
    vi.resetModules();
    const fresh = await import('./session.ts');
    expect(fresh.currentUser()).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
  },
);
