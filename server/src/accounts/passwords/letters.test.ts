import { expect, test } from 'vitest';
import { compose } from '../../mail/layout.ts';
import { defaultPasswordLoginLetter } from '../sign-in/letters.ts';
import {
  firstPasswordSetLetter,
  passwordChangedLetter,
  passwordCodeLetter,
  passwordResetLetter,
} from './letters.ts';

test('leads to the page for a new password by a link with the token', () => {
  const data = { name: '林怡君 <x>', minutes: 60, secret: { token: 'abc-DEF_123' } };
  const mail = compose(passwordResetLetter(data), 'https://portal.example');
  expect(mail.subject).toBe('【學員訓練報名網】密碼重設通知');
  for (const text of [
    '林怡君 <x> 您好：',
    '我們收到您重設密碼的申請，請於 60 分鐘內點選下列連結設定新密碼：',
    '\nhttps://portal.example/ForgetPassword?token=abc-DEF_123\n',
    '若您未提出此申請，請忽略本信。',
  ]) {
    expect(mail.text).toContain(text);
  }
  expect(mail.html).toContain('href="https://portal.example/ForgetPassword?token=abc-DEF_123"');
  expect(mail.html).toContain('林怡君 &lt;x&gt; 您好：');
});

test('contains the code for a first password, and no link', () => {
  const data = { name: '王大同', minutes: 15, secret: { code: '1234 5678' } };
  const { text } = compose(passwordCodeLetter(data), 'https://p');
  for (const part of ['請於 15 分鐘內', '驗證碼：1234 5678']) expect(text).toContain(part);
  expect(text).not.toContain('https://');
});

test.each([
  [passwordChangedLetter, '密碼變更通知', '您的密碼已於 2026-12-01（二）10:00 變更'],
  [firstPasswordSetLetter, '密碼設定通知', '已於 2026-12-01（二）10:00 設定新密碼'],
  [defaultPasswordLoginLetter, '登入通知', '舊系統的預設密碼（出生年月日）登入'],
])('names the change, its time, and what to do if it was a stranger: %#', (letter, subject, sentence) => {
  const mail = compose(letter({ name: '王大同', time: '2026-12-01（二）10:00' }), 'https://p');
  expect(mail.subject).toBe(`【學員訓練報名網】${subject}`);
  for (const text of [sentence, '2026-12-01（二）10:00', 'https://p/ForgetPassword'])
    expect(mail.text).toContain(text);
});
