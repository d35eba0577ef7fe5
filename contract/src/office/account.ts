import * as z from 'zod/mini';
import { Done } from '../accounts.ts';
import { endpoint } from '../endpoint.ts';
import { refuse, text, withRules } from '../fields.ts';
import { given, givenPassword } from '../login-form.ts';
import { codePoints } from '../primitives.ts';
import { staffRefusals } from '../refusals/staff.ts';
import { CodeForm, OfficeSession } from './session.ts';

export const STAFF_PASSWORD_MIN = 12;
const STAFF_PASSWORD_MAX = 128;

const staffPassword = (label: string, required: string) =>
  givenPassword(required, label).check(
    refuse((value: string) => {
      if (codePoints(value) < STAFF_PASSWORD_MIN) return `${label}至少需要 ${STAFF_PASSWORD_MIN} 個字元`;
      if (codePoints(value) > STAFF_PASSWORD_MAX) return `${label}不得超過 ${STAFF_PASSWORD_MAX} 個字元`;
      return /[\p{Cs}\0]/u.test(value) ? `${label}格式不正確` : null;
    }),
  );

const token = given('連結', staffRefusals.invitation_ended.text).check(
  refuse((value: string) => (/^[A-Za-z0-9_-]{43}$/.test(value) ? null : staffRefusals.invitation_ended.text)),
);

const chosen = {
  newPassword: staffPassword('新密碼', '請輸入新密碼'),
  newPasswordConfirmation: givenPassword('請再輸入一次新密碼', '確認新密碼'),
};

interface Chosen {
  newPassword: string;
  newPasswordConfirmation: string;
}

const sameTwice = <T extends Chosen>() =>
  withRules<T>([
    {
      needs: ['newPassword', 'newPasswordConfirmation'],
      faults: ({ newPassword, newPasswordConfirmation }) =>
        newPassword === newPasswordConfirmation
          ? []
          : [{ field: 'newPasswordConfirmation', text: '兩次輸入的新密碼不一致' }],
    },
  ]);

const acceptFields = z.object({ token, ...chosen });
export const AcceptForm = acceptFields.check(sameTwice<z.infer<typeof acceptFields>>());
export type AcceptForm = z.infer<typeof AcceptForm>;

const passwordFields = z.object({ password: givenPassword('請輸入目前的密碼', '目前的密碼'), ...chosen });
export const StaffPasswordForm = passwordFields.check(sameTwice<z.infer<typeof passwordFields>>());
export type StaffPasswordForm = z.infer<typeof StaffPasswordForm>;

const Credential = z.looseObject({
  id: z.string().check(z.maxLength(2000)),
  rawId: z.string().check(z.maxLength(2000)),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().check(z.maxLength(20_000)) }),
});
export type Credential = z.infer<typeof Credential>;

const Options = z.looseObject({ challenge: z.string() });

/** The recovery codes come with the first second factor, and are shown once. */
export const FactorAdded = z.object({
  session: OfficeSession,
  recoveryCodes: z.nullable(z.array(z.string())),
});
export type FactorAdded = z.infer<typeof FactorAdded>;

export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});

const OwnSession = z.object({
  id: z.int(),
  current: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  userAgent: z.nullable(z.string()),
  address: z.string(),
});

const ById = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

const passkeyName = text({ label: '名稱', max: 60 });
export const PasskeyNameForm = z.object({ name: passkeyName });
export type PasskeyNameForm = z.infer<typeof PasskeyNameForm>;

export const checkInvitation = endpoint({
  method: 'POST',
  path: '/api/office/invitation',
  access: 'office.guest',
  summary: '邀請連結所屬的人員',
  body: z.object({ token }),
  answer: z.object({ name: z.string(), email: z.string() }),
  refusals: ['invitation_ended'],
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/office/invitation/accept',
  access: 'office.guest',
  summary: '以邀請連結設定密碼；連結於 72 小時內有效，僅能使用一次',
  body: AcceptForm,
  answer: OfficeSession,
  refusals: ['invitation_ended', 'password_common', 'password_says_name'],
});

export const askPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/office/login/passkey/options',
  access: 'office.guest',
  summary: '開始以通行金鑰登入',
  answer: Options,
  refusals: ['too_many_attempts'],
});

export const passkeySignIn = endpoint({
  method: 'POST',
  path: '/api/office/login/passkey',
  access: 'office.guest',
  summary: '以通行金鑰登入，不需密碼',
  body: z.object({ credential: Credential }),
  answer: OfficeSession,
  refusals: ['passkey_refused', 'staff_suspended', 'too_many_attempts'],
});

export const askPasskeyProof = endpoint({
  method: 'POST',
  path: '/api/office/confirm/passkey/options',
  access: 'office.pending',
  summary: '開始以通行金鑰驗證身分',
  answer: Options,
  refusals: [],
});

export const passkeyProof = endpoint({
  method: 'POST',
  path: '/api/office/confirm/passkey',
  access: 'office.pending',
  summary: '以通行金鑰完成雙重驗證或再次驗證',
  body: z.object({ credential: Credential }),
  answer: OfficeSession,
  refusals: ['passkey_refused'],
});

export const passwordProof = endpoint({
  method: 'POST',
  path: '/api/office/confirm/password',
  access: 'office',
  summary: '未設定雙重驗證者，敏感操作前以密碼再次驗證',
  body: z.object({ password: givenPassword('請輸入密碼') }),
  answer: OfficeSession,
  refusals: ['old_password_wrong', 'second_factor_due', 'too_many_attempts'],
});

export const factors = endpoint({
  method: 'GET',
  path: '/api/office/factors',
  access: 'office',
  summary: '自己的雙重驗證方式',
  answer: z.object({ totp: z.boolean(), passkeys: z.array(Passkey), recoveryCodes: z.int() }),
  refusals: [],
});

export const beginTotp = endpoint({
  method: 'POST',
  path: '/api/office/totp/begin',
  access: 'office.pending',
  summary: '開始設定驗證器 App；確認前原有的設定仍有效',
  answer: z.object({ secret: z.string(), address: z.string() }),
  refusals: ['second_factor_due', 'step_up_required'],
});

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/api/office/totp',
  access: 'office.pending',
  summary: '以驗證碼確認驗證器 App',
  body: CodeForm,
  answer: FactorAdded,
  refusals: ['second_factor_due', 'step_up_required', 'second_factor_wrong', 'too_many_attempts'],
});

export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/api/office/totp',
  access: 'office',
  stepUp: true,
  summary: '移除驗證器 App',
  answer: Done,
  refusals: ['second_factor_last'],
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/office/passkeys/options',
  access: 'office.pending',
  summary: '開始新增通行金鑰',
  answer: Options,
  refusals: ['second_factor_due', 'step_up_required'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/office/passkeys',
  access: 'office.pending',
  summary: '新增通行金鑰',
  body: z.object({ name: passkeyName, credential: Credential }),
  answer: FactorAdded,
  refusals: ['second_factor_due', 'step_up_required', 'passkey_refused'],
});

export const renamePasskey = endpoint({
  method: 'POST',
  path: '/api/office/passkeys/:id',
  access: 'office',
  summary: '變更通行金鑰的名稱',
  params: ById,
  body: PasskeyNameForm,
  answer: Done,
  refusals: ['not_found'],
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/office/passkeys/:id',
  access: 'office',
  stepUp: true,
  summary: '移除通行金鑰',
  params: ById,
  answer: Done,
  refusals: ['second_factor_last', 'not_found'],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/office/recovery-codes',
  access: 'office',
  stepUp: true,
  summary: '重新產生 10 組備用碼；舊的隨即失效',
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
  refusals: [],
});

export const changeStaffPassword = endpoint({
  method: 'POST',
  path: '/api/office/password',
  access: 'office',
  stepUp: true,
  summary: '變更自己的密碼；其他裝置的登入隨即失效',
  body: StaffPasswordForm,
  answer: Done,
  refusals: ['old_password_wrong', 'password_common', 'password_says_name', 'too_many_attempts'],
});

export const ownSessions = endpoint({
  method: 'GET',
  path: '/api/office/sessions',
  access: 'office',
  summary: '自己的登入',
  answer: z.array(OwnSession),
  refusals: [],
});

export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/api/office/sessions/:id',
  access: 'office',
  summary: '結束自己的一個登入',
  params: ById,
  answer: Done,
  refusals: ['not_found'],
});

export const endOwnSessions = endpoint({
  method: 'DELETE',
  path: '/api/office/sessions',
  access: 'office',
  summary: '結束自己的所有登入，包含目前這一個',
  answer: Done,
  refusals: [],
});
