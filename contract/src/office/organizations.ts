import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { refuse, text } from '../fields.ts';
import { seenVersion } from './audit.ts';
import { orderOf } from './order.ts';

/** The whole association, which an organisation of that name would be mistaken for. */
const ASSOCIATION_NAME = '全會';

export const OrganizationRow = z.object({
  id: z.int(),
  version: z.int(),
  code: z.string(),
  name: z.string(),
  isClosed: z.boolean(),
  /** Published and not over, or with a time for their publication: the organisation cannot be closed. */
  classes: z.int(),
  drafts: z.int(),
  /** Bank accounts in use. */
  bankAccounts: z.int(),
  /** Staff with a role for this organisation. */
  staff: z.int(),
  people: z.int(),
});
export type OrganizationRow = z.infer<typeof OrganizationRow>;

const nameFault = (name: string): string | null => {
  if (name === ASSOCIATION_NAME) return '「全會」是整個協會的意思，請使用其他名稱，例如「總會」';
  return /^[0-9]+$/.test(name) ? '名稱不得全為數字' : null;
};

export const OrganizationForm = z.object({
  name: text({ label: '名稱', max: 30 }).check(refuse(nameFault)),
  code: text({ label: '代碼', max: 10 }).check(
    refuse((code: string) => (/^[A-Z0-9]+$/.test(code) ? null : '代碼僅接受大寫英文字母與數字')),
  ),
});
export type OrganizationForm = z.infer<typeof OrganizationForm>;

const ById = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });
const All = z.array(OrganizationRow);
const change = { method: 'POST', access: 'settings.edit', stepUp: true, answer: All } as const;

export const organizationList = endpoint({
  method: 'GET',
  path: '/api/office/organizations',
  access: 'settings.read',
  summary: '會別，依顯示順序，附各會別尚有的班、帳戶、人員與學員',
  answer: All,
  refusals: [],
});

export const createOrganization = endpoint({
  ...change,
  path: '/api/office/organizations',
  summary: '新增會別',
  body: OrganizationForm,
  idempotencyField: 'form',
  refusals: ['organization_name_taken', 'organization_code_taken'],
});

export const editOrganization = endpoint({
  ...change,
  path: '/api/office/organizations/:id',
  summary: '修改會別的名稱與代碼；已有的班別代碼與證號不變',
  params: ById,
  body: z.extend(OrganizationForm, { version: seenVersion }),
  refusals: ['not_found', 'changed_meanwhile', 'organization_name_taken', 'organization_code_taken'],
});

export const orderOrganizations = endpoint({
  ...change,
  path: '/api/office/organizations/order',
  summary: '調整會別的順序',
  body: orderOf('會別'),
  refusals: ['order_changed'],
});

export const closeOrganization = endpoint({
  ...change,
  path: '/api/office/organizations/:id/close',
  summary: '停用會別；尚有已發布且未結束的班時不能停用',
  params: ById,
  refusals: ['not_found', 'organization_used'],
});

export const reopenOrganization = endpoint({
  ...change,
  path: '/api/office/organizations/:id/reopen',
  summary: '恢復使用會別',
  params: ById,
  refusals: ['not_found'],
});
