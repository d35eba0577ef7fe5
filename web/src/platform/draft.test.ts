import '../../../kit/test/browser.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildUser } from '../../test/person.ts';
import { clearDraft, clearDraftsOfOthers, keepDraft, readDraft } from './draft.ts';
import { endSession, logIn, logOut } from './session.ts';

const wang = { user: buildUser(), access_token: 'w' };
const smith = { user: buildUser({ id_number: null, passport_no: 'X1234567' }), access_token: 's' };

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  logOut();
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a draft survives an ended session for the same person', () => {
  logIn(wang);
  keepDraft('payment', { paid_name: '王小明' });
  endSession();
  expect(readDraft('payment')).toBeNull();
  logIn(wang);
  clearDraftsOfOthers();
  expect(readDraft('payment')).toEqual({ paid_name: '王小明' });
});

test('another person who logs in finds no draft, and none is left for a third', () => {
  logIn(wang);
  keepDraft('payment', { paid_name: '王小明' });
  logIn(smith);
  expect(readDraft('payment')).toBeNull();
  clearDraftsOfOthers();
  expect(sessionStorage.length).toBe(0);
});

test("a guest's draft is there after a reload, and gone once it was sent", () => {
  keepDraft('register', { chinese_name: '王小明' });
  expect(readDraft('register')).toEqual({ chinese_name: '王小明' });
  clearDraft('register');
  expect(readDraft('register')).toBeNull();
});

test('a guest’s draft is kept for half an hour after the last change, and not for the next guest', () => {
  keepDraft('register', { chinese_name: '王' });
  vi.advanceTimersByTime(20 * MINUTE);
  keepDraft('register', { chinese_name: '王小明' });
  vi.advanceTimersByTime(30 * MINUTE);
  expect(readDraft('register')).toEqual({ chinese_name: '王小明' });
  vi.advanceTimersByTime(1);
  expect(readDraft('another form')).toBeNull();
  expect(sessionStorage.length).toBe(0);
});

test('a person’s draft is kept until they return', () => {
  logIn(wang);
  keepDraft('payment', { paid_name: '王小明' });
  vi.advanceTimersByTime(120 * MINUTE);
  endSession();
  logIn(wang);
  clearDraftsOfOthers();
  expect(readDraft('payment')).toEqual({ paid_name: '王小明' });
});

test('passwords, photos and other values that are no text are never stored', () => {
  keepDraft('register', {
    chinese_name: '王小明',
    password: 'secret',
    password_confirmation: 'secret',
    new_password: 'secret',
    photo: 'data:',
    file: 'x',
    size: 3,
  });
  expect(readDraft('register')).toEqual({ chinese_name: '王小明' });
  expect(sessionStorage.getItem('draft:register')).not.toContain('secret');
});

test.each(['{', '7', '{"owner":null,"values":{"chinese_name":"王小明"}}'])(
  'a draft that is unreadable or without a time is ignored: %s',
  (text) => {
    sessionStorage.setItem('draft:register', text);
    expect(readDraft('register')).toBeNull();
    expect(sessionStorage.length).toBe(0);
  },
);

test('other things in the storage stay', () => {
  sessionStorage.setItem('scroll-positions', '[]');
  keepDraft('register', { chinese_name: '王小明' });
  logIn(wang);
  clearDraftsOfOthers();
  expect(sessionStorage.getItem('scroll-positions')).toBe('[]');
  expect(sessionStorage.length).toBe(1);
});
