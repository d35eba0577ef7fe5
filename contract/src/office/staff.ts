import * as z from 'zod/mini';
import { Done } from '../accounts.ts';
import { endpoint } from '../endpoint.ts';
import { refuse, text, withRules } from '../fields.ts';
import { given, givenPassword } from '../login-form.ts';
import { codePoints } from '../primitives.ts';
import { staffRefusals } from '../refusals/staff.ts';
import { associationRoles, type Right, rights, roles } from '../rights.ts';
import { seenVersion } from './audit.ts';

/* Signing in. */

/** Lower case. */
export const staffEmail = text({ label: '電子信箱', max: 254 }).check(
  z.overwrite((value) => value.toLowerCase()),
);

export const StaffRole = z.object({
  role: z.enum(roles),
  /** null: the whole association. */
  organizationId: z.nullable(z.int()),
  organization: z.nullable(z.string()),
});
export type StaffRole = z.infer<typeof StaffRole>;

/** The next step of a sign-in: prove a second factor, set one up, or none. */
export const Stage = z.enum(['secondFactor', 'setUp', 'in']);
export type Stage = z.infer<typeof Stage>;

export const OfficeSession = z.object({
  stage: Stage,
  factors: z.object({ totp: z.boolean(), passkeys: z.int(), recoveryCodes: z.int() }),
  secondFactorOptional: z.boolean(),
  name: z.string(),
  email: z.string(),
  roles: z.array(StaffRole),
  can: z.array(z.enum(rights as [Right, ...Right[]])),
});
export type OfficeSession = z.infer<typeof OfficeSession>;

export const SignInForm = z.object({ email: staffEmail, password: givenPassword('請輸入密碼') });
export type SignInForm = z.infer<typeof SignInForm>;

/** Spaces and hyphens do not matter. */
export const CodeForm = z.object({
  code: text({ label: '驗證碼', max: 40 }).check(
    z.overwrite((value) => value.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()),
  ),
});
export type CodeForm = z.infer<typeof CodeForm>;

export const signIn = endpoint({
  method: 'POST',
  path: '/api/office/login',
  access: 'office.guest',
  summary: '以電子信箱與密碼登入後台',
  body: SignInForm,
  answer: OfficeSession,
  refusals: ['staff_credentials_wrong', 'staff_suspended', 'too_many_attempts'],
});

export const proveCode = endpoint({
  method: 'POST',
  path: '/api/office/login/code',
  access: 'office.pending',
  summary: '以驗證碼或備用碼完成雙重驗證；敏感操作前的再次驗證亦同',
  body: CodeForm,
  answer: OfficeSession,
  refusals: ['second_factor_wrong', 'too_many_attempts'],
});

export const currentSession = endpoint({
  method: 'GET',
  path: '/api/office/session',
  access: 'office.pending',
  summary: '目前登入的人員、角色與可執行的操作',
  answer: OfficeSession,
  refusals: [],
});

export const signOut = endpoint({
  method: 'POST',
  path: '/api/office/logout',
  access: 'office.guest',
  summary: '登出後台；重複登出不是錯誤',
  allowedOnFullDisk: true,
  answer: Done,
  refusals: [],
});

/* One’s own account. */

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

const linkToken = (ended: string) =>
  given('連結', ended).check(refuse((value: string) => (/^[A-Za-z0-9_-]{43}$/.test(value) ? null : ended)));
const token = linkToken(staffRefusals.invitation_ended.text);
const resetToken = linkToken(staffRefusals.staff_reset_ended.text);

const chosen = {
  newPassword: staffPassword('新密碼', '請輸入新密碼'),
  newPasswordConfirmation: givenPassword('請再輸入一次新密碼', '確認新密碼'),
};

interface ChosenRole {
  newPassword: string;
  newPasswordConfirmation: string;
}

const sameTwice = <T extends ChosenRole>() =>
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

const resetFields = z.object({ token: resetToken, ...chosen });
export const StaffResetForm = resetFields.check(sameTwice<z.infer<typeof resetFields>>());
export type StaffResetForm = z.infer<typeof StaffResetForm>;

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

export const ForgottenForm = z.object({ email: staffEmail });
export type ForgottenForm = z.infer<typeof ForgottenForm>;

export const askStaffReset = endpoint({
  method: 'POST',
  path: '/api/office/password-reset',
  access: 'office.guest',
  summary: '忘記密碼：寄出設定新密碼的連結；不論帳號是否存在，回覆皆相同',
  body: ForgottenForm,
  answer: Done,
  refusals: ['too_many_attempts'],
});

export const checkStaffReset = endpoint({
  method: 'POST',
  path: '/api/office/password-reset/check',
  access: 'office.guest',
  summary: '設定新密碼的連結所屬的人員',
  body: z.object({ token: resetToken }),
  answer: z.object({ name: z.string(), email: z.string() }),
  refusals: ['staff_reset_ended'],
});

export const resetStaffPassword = endpoint({
  method: 'POST',
  path: '/api/office/password-reset/accept',
  access: 'office.guest',
  summary: '以信件中的連結設定新密碼並結束所有登入；連結於 1 小時內有效，僅能使用一次，雙重驗證維持不變',
  body: StaffResetForm,
  answer: OfficeSession,
  refusals: ['staff_reset_ended', 'password_common', 'password_says_name'],
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

export const PasswordProofForm = z.object({ password: givenPassword('請輸入密碼') });
export type PasswordProofForm = z.infer<typeof PasswordProofForm>;

export const passwordProof = endpoint({
  method: 'POST',
  path: '/api/office/confirm/password',
  access: 'office',
  summary: '未設定雙重驗證者，敏感操作前以密碼再次驗證',
  body: PasswordProofForm,
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

/* Members of staff. */

const RoleGrants = z
  .array(z.object({ role: z.enum(roles), organizationId: z.nullable(z.int()) }), { error: '請選擇角色' })
  .check(
    z.minLength(1, { error: '請至少選擇一個角色' }),
    z.maxLength(100, { error: '角色過多' }),
    refuse((grants) =>
      grants.some(({ role, organizationId }) => associationRoles.includes(role) && organizationId !== null)
        ? staffRefusals.staff_role_scope.text
        : null,
    ),
  );

export const StaffForm = z.object({
  email: staffEmail.check(
    refuse((value: string) => (/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(value) ? null : '電子信箱格式不正確')),
  ),
  name: text({ label: '姓名', max: 50 }),
  roles: RoleGrants,
});
export type StaffForm = z.infer<typeof StaffForm>;

export const StaffState = z.enum(['invited', 'active', 'suspended']);
export type StaffState = z.infer<typeof StaffState>;

export const StaffMember = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  state: StaffState,
  roles: z.array(StaffRole),
  version: z.int(),
  hasSecondFactor: z.boolean(),
  /** The removal of all second factors that an administrator asked for. */
  factorReset: z.nullable(z.object({ askedBy: z.string(), dueAt: z.string(), canConfirm: z.boolean() })),
  createdAt: z.string(),
  /** Null also if the reader may not see the history. */
  lastSeenAt: z.nullable(z.string()),
  /** Whether the reader may see the history, which needs every organisation in which the account has a role. */
  hasHistory: z.boolean(),
  /** When the budget for complete numbers was used up. It waits for an administrator. Null if it is not used up. */
  identitySpentAt: z.nullable(z.string()),
});
export type StaffMember = z.infer<typeof StaffMember>;

export const Invited = z.object({ staff: StaffMember, link: z.string(), expiresAt: z.string() });
export type Invited = z.infer<typeof Invited>;

/** `link` is null for an account in use: only its owner gets the link, by mail. */
export const InvitedAgain = z.object({ ...Invited.shape, link: z.nullable(z.string()) });
export type InvitedAgain = z.infer<typeof InvitedAgain>;

const change = { method: 'POST', access: 'staff.manage', stepUp: true, params: ById } as const;

export const staffList = endpoint({
  method: 'GET',
  path: '/api/office/staff',
  access: 'staff.read',
  summary: '後台人員與角色；僅可查看部分會別者，只列出在該會別有角色的人員與其角色',
  answer: z.array(StaffMember),
  refusals: [],
});

export const inviteStaff = endpoint({
  method: 'POST',
  path: '/api/office/staff',
  access: 'staff.manage',
  stepUp: true,
  summary: '邀請後台人員；連結於 72 小時內有效，僅能使用一次',
  body: StaffForm,
  answer: Invited,
  refusals: ['staff_email_taken', 'staff_role_scope', 'organization_unknown'],
});

export const inviteStaffAgain = endpoint({
  ...change,
  path: '/api/office/staff/:id/invitation',
  summary: '重新產生邀請連結；先前的連結隨即失效。使用中的帳號僅以信件寄給本人，接受後重設密碼，雙重驗證不變',
  answer: InvitedAgain,
  refusals: ['not_found', 'staff_suspended'],
});

export const changeRoles = endpoint({
  ...change,
  path: '/api/office/staff/:id/roles',
  summary: '變更角色；隨即生效',
  body: z.object({ roles: RoleGrants, version: seenVersion }),
  answer: StaffMember,
  refusals: [
    'not_found',
    'changed_meanwhile',
    'last_administrator',
    'staff_role_scope',
    'organization_unknown',
  ],
});

export const suspendStaff = endpoint({
  ...change,
  path: '/api/office/staff/:id/suspend',
  summary: '停用；所有登入隨即失效',
  answer: StaffMember,
  refusals: ['not_found', 'last_administrator'],
});

export const resumeStaff = endpoint({
  ...change,
  path: '/api/office/staff/:id/resume',
  summary: '恢復使用',
  answer: StaffMember,
  refusals: ['not_found'],
});

export const resetSecondFactor = endpoint({
  ...change,
  path: '/api/office/staff/:id/reset-second-factor',
  summary: '要求清除雙重驗證與所有登入：一小時後生效，或由另一位系統管理員再次要求後立即生效',
  answer: StaffMember,
  refusals: ['not_found'],
});

export const keepSecondFactor = endpoint({
  ...change,
  path: '/api/office/staff/:id/keep-second-factor',
  summary: '取消清除雙重驗證的要求',
  answer: StaffMember,
  refusals: ['not_found'],
});

export const renewIdentityBudget = endpoint({
  ...change,
  path: '/api/office/staff/:id/renew-identity-budget',
  summary: '覆核一位人員調閱完整證號的紀錄，並恢復其額度；不得覆核自己',
  answer: StaffMember,
  refusals: ['not_found', 'own_identity_budget'],
});

/* Scope. */

const Organization = z.object({ id: z.int(), name: z.string() });
export type Organization = z.infer<typeof Organization>;

export const ownScope = endpoint({
  method: 'GET',
  path: '/api/office/scope',
  access: 'office',
  summary: '自己可查看的會別',
  answer: z.array(Organization),
  refusals: [],
});

/* Preferences. */

const name = z
  .string({ error: '欄位設定不正確' })
  .check(z.regex(/^[a-z][A-Za-z]{0,39}$/, { error: '欄位設定不正確' }));

export const VIEWS_MAX = 12;

const chosenColumns = z
  .array(name, { error: '請選擇欄位' })
  .check(z.minLength(1, { error: '請至少選擇一個欄位' }), z.maxLength(40, { error: '欄位過多' }));

/** A view keeps the filters and the sort of a list as they stand in the address. */
const ListView = z.object({
  name: text({ label: '名稱', max: 20 }),
  query: z
    .string({ error: '條件不正確' })
    .check(z.regex(/^[A-Za-z0-9_.%+&=*-]{1,500}$/, { error: '條件不正確' })),
  /** The columns that the view shows; by default those that the person chose for the list. */
  columns: z.optional(chosenColumns),
});
export type ListView = z.infer<typeof ListView>;

const StoredView = z.object({
  name: z.string(),
  query: z.string(),
  columns: z.optional(z.array(z.string())),
});

const Preferences = z.object({
  columns: z.record(z.string(), z.array(z.string())),
  views: z.record(z.string(), z.array(StoredView)),
});

export type Preferences = z.infer<typeof Preferences>;

export const preferences = endpoint({
  method: 'GET',
  path: '/api/office/preferences',
  access: 'office',
  summary: '自己的介面設定',
  answer: Preferences,
  refusals: [],
});

export const keepViews = endpoint({
  method: 'POST',
  path: '/api/office/preferences/views/:list',
  access: 'office',
  summary: '設定自己在一個列表常用的篩選條件',
  params: z.object({ list: name }),
  body: z.object({
    views: z
      .array(ListView, { error: '條件不正確' })
      .check(z.maxLength(VIEWS_MAX, { error: `以 ${VIEWS_MAX} 個為限` })),
  }),
  answer: Done,
  refusals: [],
});

export const chooseColumns = endpoint({
  method: 'POST',
  path: '/api/office/preferences/columns/:list',
  access: 'office',
  summary: '設定自己在一個列表顯示的欄位',
  params: z.object({ list: name }),
  body: z.object({
    columns: chosenColumns,
  }),
  answer: Done,
  refusals: [],
});
