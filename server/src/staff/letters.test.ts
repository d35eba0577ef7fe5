import { expect, test } from 'vitest';
import { compose } from '../mail/layout.ts';
import { staffAccountLetter, staffGuessingLetter, staffInvitationLetter } from './letters.ts';

test('invites staff by a link with the token in its fragment', () => {
  const invitation = staffInvitationLetter({
    name: '陳承辦',
    minutes: 4320,
    secret: { token: 'secret-token' },
  });
  const { subject, text } = compose(invitation, 'https://p');
  expect(subject).toBe('【學員訓練報名網】後台帳號邀請');
  expect(text).toContain('請於 72 小時內點選下列連結設定密碼');
  expect(text).toContain('https://p/office/staff/invitation#secret-token');
});

test('names who renewed the link of an account in use, and what stays', () => {
  const data = { name: '陳承辦', minutes: 4320, secret: { token: 'secret-token' }, renewedBy: '周世昌' };
  const { subject, text } = compose(staffInvitationLetter(data), 'https://p');
  expect(subject).toBe('【學員訓練報名網】後台密碼重設');
  expect(text).toContain('周世昌為您的後台帳號產生了設定新密碼的連結');
  expect(text).toContain('雙重驗證維持不變');
  expect(text).toContain('https://p/office/staff/invitation#secret-token');
});

const change = {
  name: '周世昌',
  owner: '陳承辦',
  email: 'chen@example.org.tw',
  by: '李主任',
  time: '2026/12/01 10:00',
};

test('tells of a change of an account, by whom and when', () => {
  const { text } = compose(staffAccountLetter({ ...change, act: 'change_roles' }), 'https://p');
  for (const told of ['陳承辦（chen@example.org.tw）', '變更角色', '李主任', '2026/12/01 10:00']) {
    expect(text).toContain(told);
  }
  expect(text).not.toContain('生效時間');
});

test('tells until when an asked removal of second factors can be cancelled', () => {
  const due = '2026/12/01 11:00';
  const { text } = compose(staffAccountLetter({ ...change, act: 'ask_factor_reset', due }), 'https://p');
  expect(text).toContain(due);
  expect(text).toContain('系統管理員在生效前取消');
});

test.each([
  ['password', '有人連續以錯誤的密碼嘗試登入您的後台帳號，一小時內已達 20 次。'],
  ['code', '有人以您的密碼登入後台，並連續輸入錯誤的驗證碼，一小時內已達 20 次。'],
] as const)('tells of guesses of the %s', (guessed, sentence) => {
  const { text } = compose(staffGuessingLetter({ name: '陳承辦', guessed, failures: 20 }), 'https://p');
  expect(text).toContain(sentence);
  expect(text).toContain('https://p/office/staff/account');
});
