import { expect, test } from 'vitest';
import { buildUser } from '../../test/person.ts';
import { NO_PASSWORDS, passwordInput } from './password-values.ts';

const user = buildUser({ id_number: 'A123456789', birthday: '1990-01-31' });
const faults = (form: object) =>
  passwordInput(user)
    .safeParse({ ...NO_PASSWORDS, ...form })
    .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];
const chosen = (password: string) => ({
  password: 'old-Portal-2026',
  new_password: password,
  new_password_confirmation: password,
});

test('a form that nobody touched is refused under every field', () => {
  expect(faults({})).toEqual([
    'password 請輸入舊密碼',
    'new_password 請輸入新密碼',
    'new_password_confirmation 請再輸入一次新密碼',
  ]);
});

test.each([
  ['Kite-and-tide-26', []],
  ['short', ['new_password 新密碼至少需要 8 個字元']],
  ['old-Portal-2026', ['new_password 新密碼不得與舊密碼相同']],
  ['a123456789', ['new_password 密碼不得與帳號相同']],
  ['1990/01/31', ['new_password 密碼不得與出生日期相同']],
])('%s as a new password: %j', (password, texts) => {
  expect(faults(chosen(password))).toEqual(texts);
});

test('a different repetition is reported under the new password', () => {
  expect(faults({ ...chosen('Kite-and-tide-26'), new_password_confirmation: 'Kite' })).toEqual([
    'new_password 兩次輸入的新密碼不一致',
  ]);
});

test.each([
  [true, '', ['code 請輸入寄至您電子郵件的驗證碼']],
  [true, '1234 5678', []],
  [false, '', []],
])('a code that is required (%s) and entered as %j: %j', (needs_code, code, texts) => {
  const user = buildUser({ needs_code });
  const result = passwordInput(user).safeParse({ ...chosen('Kite-and-tide-26'), code });
  expect(result.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []).toEqual(
    texts,
  );
});
