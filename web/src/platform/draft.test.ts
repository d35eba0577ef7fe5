import '../../test/browser.ts';
import { beforeEach, expect, test } from 'vitest';
import { buildUser } from '../../test/person.ts';
import { clearDraft, clearDraftsOfOthers, keepDraft, readDraft } from './draft.ts';
import { endSession, logIn, logOut } from './session.ts';

const wang = { user: buildUser(), access_token: 'w' };
const smith = { user: buildUser({ id_number: null, passport_no: 'X1234567' }), access_token: 's' };

beforeEach(() => {
  logOut();
  sessionStorage.clear();
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

test('another person who logs in finds nothing, and nothing is left for a third', () => {
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

test('passwords, photos and anything that is no text are never written down', () => {
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

test('a draft that cannot be read is none', () => {
  sessionStorage.setItem('draft:register', '{');
  expect(readDraft('register')).toBeNull();
});

test('other things in the storage stay', () => {
  sessionStorage.setItem('scroll-positions', '[]');
  keepDraft('register', { chinese_name: '王小明' });
  logIn(wang);
  clearDraftsOfOthers();
  expect(sessionStorage.getItem('scroll-positions')).toBe('[]');
  expect(sessionStorage.length).toBe(1);
});
