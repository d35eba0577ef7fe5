import * as z from 'zod/mini';
import { Done, User } from './accounts.ts';
import { isDate, looksMinguo } from './dates.ts';
import { endpoint } from './endpoint.ts';
import { halfWidth, optionalText, refuse, text, withRules } from './fields.ts';
import { normaliseIdentity } from './identity.ts';
import { account, given, givenPassword } from './login-form.ts';
import { codePoints } from './primitives.ts';
import { accountRefusals } from './refusals/accounts.ts';

export const CODE_MINUTES = 15;

export const PASSWORD_MIN = 8;
const PASSWORD_MAX = 128;

/** 8 to 128 characters of any kind. */
export const newPassword = (label: string, required: string) =>
  givenPassword(required, label).check(
    refuse((value: string) => {
      if (codePoints(value) < PASSWORD_MIN) return `${label}至少需要 ${PASSWORD_MIN} 個字元`;
      if (codePoints(value) > PASSWORD_MAX) return `${label}不得超過 ${PASSWORD_MAX} 個字元`;
      return /[\p{Cs}\0]/u.test(value) ? `${label}格式不正確` : null;
    }),
  );

const numbers = (parts: readonly string[]) => parts.map(Number).toSorted((a, b) => a - b);

const saysBirthday = (password: string, birthday: string): boolean => {
  const typed = password.normalize('NFKC').replace(/^(民國|西元)/, '');
  if (!/^[0-9年月日/. -]+$/.test(typed)) return false;
  const [year = '', month = '', day = ''] = birthday.split('-');
  const minguo = String(Number(year) - 1911);
  const years = [year, year.slice(2), minguo, minguo.padStart(3, '0')];
  const parts = typed.match(/[0-9]+/g) ?? [];
  if (parts.length !== 3) {
    const digits = parts.join('');
    return years.some((y) => [y + month + day, day + month + y, month + day + y].includes(digits));
  }
  return years.some((y) => numbers([y, month, day]).join() === numbers(parts).join());
};

/** Case, width and what stands between letters and digits make no other text. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** `+886 912 345 678` becomes `0912345678`. */
const dialled = (text: string): string => bare(text).replace(/^(00)?886(?=[1-9])/, '0');

const isOneOf = (typed: string, values: readonly (string | null | undefined)[], form: typeof bare): boolean =>
  typed !== '' && values.some((value) => value != null && form(value) === typed);

/** Whether the password is the whole address, or its part before the @. */
const saysEmail = (password: string, email: string | null | undefined): boolean =>
  isOneOf(bare(password), [email, email?.split('@')[0]], bare);

/** Whether the password is the name, whichever of its words comes first: `Lin Yi-Chun`, `yichunlin`. */
const saysName = (password: string, name: string | null | undefined): boolean => {
  const words = (name ?? '').split(/[\s,]+/);
  const turned = words.map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(''));
  return isOneOf(bare(password), turned, bare);
};

export interface PasswordOwner {
  readonly id_number: string | null;
  readonly passport_no: string | null;
  readonly birthday: string | null;
  readonly cell_phone?: string | null;
  readonly home_phone?: string | null;
  readonly company_phone?: string | null;
  readonly email?: string | null;
  readonly chinese_name?: string | null;
  readonly english_name?: string | null;
}

const ownerFault = (password: string, person: PasswordOwner): keyof typeof accountRefusals | null => {
  const identity = normaliseIdentity(password);
  if (identity === person.id_number || identity === person.passport_no) return 'password_is_account';
  if (person.birthday !== null && saysBirthday(password, person.birthday)) return 'password_is_birthday';
  const phones = [person.cell_phone, person.home_phone, person.company_phone];
  if (isOneOf(dialled(password), phones, dialled)) return 'password_is_phone';
  if (saysEmail(password, person.email)) return 'password_is_email';
  const names = [person.chinese_name, person.english_name];
  return names.some((name) => saysName(password, name)) ? 'password_is_name' : null;
};

/** The server also refuses common passwords. */
export const passwordFaults = (password: string, person: PasswordOwner): string[] => {
  const fault = ownerFault(password, person);
  return fault ? [accountRefusals[fault].text] : [];
};

export const birthDateFault = (value: string): string | null => {
  if (looksMinguo(value)) return '出生日期請輸入西元年';
  return isDate(value) ? null : '出生日期不是有效的日期';
};

export const givenBirthDate = text({ label: '出生日期', max: 40 }).check(halfWidth);

const samePassword = (one: string, other: string) => one.normalize('NFC') === other.normalize('NFC');

/** Null if none was typed. */
export const mailedCode = z.pipe(
  optionalText({ label: '驗證碼', max: 40 }),
  z.transform((value) => value?.normalize('NFKC').replace(/[\s-]/g, '') || null),
);

const passwordFields = z.object({
  password: givenPassword('請輸入舊密碼', '舊密碼'),
  new_password: newPassword('新密碼', '請輸入新密碼'),
  new_password_confirmation: givenPassword('請再輸入一次新密碼', '確認新密碼'),
  /** Only checked for people with the default password and a stored mailbox. */
  code: mailedCode,
});

export const PasswordForm = passwordFields.check(
  withRules<z.infer<typeof passwordFields>>([
    {
      needs: ['new_password', 'new_password_confirmation'],
      faults: (form) =>
        form.new_password === form.new_password_confirmation
          ? []
          : [{ field: 'new_password', text: '兩次輸入的新密碼不一致' }],
    },
    {
      needs: ['password', 'new_password'],
      faults: (form) =>
        samePassword(form.password, form.new_password)
          ? [{ field: 'new_password', text: '新密碼不得與舊密碼相同' }]
          : [],
    },
  ]),
);
export type PasswordForm = z.infer<typeof PasswordForm>;

export const ForgetForm = z.object({
  account,
  date: givenBirthDate.check(refuse(birthDateFault)),
});
export type ForgetForm = z.infer<typeof ForgetForm>;

const ResetLink = z.object({
  token: given('連結', accountRefusals.reset_link_ended.text).check(
    refuse((value: string) =>
      /^[A-Za-z0-9_-]{1,100}$/.test(value) ? null : accountRefusals.reset_link_ended.text,
    ),
  ),
});

const resetFields = z.extend(ResetLink, {
  password: newPassword('新密碼', '請輸入新密碼'),
  password_confirmation: givenPassword('請再輸入一次新密碼', '確認新密碼'),
});

export const ResetForm = resetFields.check(
  withRules<z.infer<typeof resetFields>>([
    {
      needs: ['password', 'password_confirmation'],
      faults: (form) =>
        form.password === form.password_confirmation
          ? []
          : [{ field: 'password_confirmation', text: '兩次輸入的新密碼不一致' }],
    },
  ]),
);
export type ResetForm = z.infer<typeof ResetForm>;

export const updatePassword = endpoint({
  method: 'POST',
  path: '/api/update/password',
  access: 'session',
  allowsDefaultPassword: 'with_mailbox',
  summary: '變更密碼；其他裝置的登入隨即失效。使用預設密碼且已登錄電子郵件者，須附上驗證碼 code',
  body: PasswordForm,
  answer: User,
  refusals: [
    'old_password_wrong',
    'code_missing',
    'code_wrong',
    'code_ended',
    'password_is_account',
    'password_is_birthday',
    'password_is_phone',
    'password_is_email',
    'password_is_name',
    'password_common',
    'too_many_attempts',
  ],
});

export const sendPasswordCode = endpoint({
  method: 'POST',
  path: '/api/password/code',
  access: 'session',
  allowsDefaultPassword: 'with_mailbox',
  summary: '寄送驗證碼至已登錄的電子郵件；使用預設密碼者設定密碼時須輸入，先前的驗證碼隨即失效',
  answer: Done,
  refusals: ['code_not_needed', 'too_many_codes'],
});

export const forget = endpoint({
  method: 'POST',
  path: '/api/forget',
  access: 'public',
  summary: '忘記密碼；寄出 60 分鐘內有效、僅能使用一次的連結，先前的連結隨即失效',
  body: ForgetForm,
  answer: Done,
  refusals: ['reset_mismatch', 'reset_without_email', 'reset_maybe_sent', 'too_many_attempts'],
});

export const checkResetLink = endpoint({
  method: 'POST',
  path: '/api/password/reset/check',
  access: 'public',
  allowsExpiredSession: true,
  allowedOnFullDisk: true,
  summary: '查詢信件中的連結是否仍可設定新密碼；不變更任何資料',
  body: ResetLink,
  answer: Done,
  refusals: ['reset_link_ended'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/password/reset',
  access: 'public',
  summary: '以信件中的連結設定新密碼；所有裝置的登入隨即失效',
  body: ResetForm,
  answer: Done,
  refusals: [
    'reset_link_ended',
    'password_is_account',
    'password_is_birthday',
    'password_is_phone',
    'password_is_email',
    'password_is_name',
    'password_common',
  ],
});
