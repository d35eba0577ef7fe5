import * as z from 'zod/mini';
import { Done } from '../accounts.ts';
import { endpoint } from '../endpoint.ts';
import { text } from '../fields.ts';
import { givenPassword } from '../login-form.ts';
import { type Right, rights, roles } from '../rights.ts';

/** Lower case. */
export const staffEmail = text({ label: '電子郵件', max: 254 }).check(
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
  summary: '以電子郵件與密碼登入後台',
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
