import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { refuse, text } from '../fields.ts';
import { staffRefusals } from '../refusals/staff.ts';
import { associationRoles, roles } from '../rights.ts';
import { StaffRole, staffEmail } from './session.ts';
import { seenVersion } from './version.ts';

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
    refuse((value: string) => (/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(value) ? null : '電子郵件格式不正確')),
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
  /** Since when the budget for complete numbers is used up and waits for an administrator; null if it is not. */
  identitySpentAt: z.nullable(z.string()),
});
export type StaffMember = z.infer<typeof StaffMember>;

export const Invited = z.object({ staff: StaffMember, link: z.string(), expiresAt: z.string() });
export type Invited = z.infer<typeof Invited>;

/** `link` is null for an account in use: only its owner gets the link, by mail. */
export const InvitedAgain = z.object({ ...Invited.shape, link: z.nullable(z.string()) });
export type InvitedAgain = z.infer<typeof InvitedAgain>;

const ById = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });
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
