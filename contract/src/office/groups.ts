import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { refuse, text } from '../fields.ts';
import { isUsableCode } from '../primitives.ts';
import { HistoryEntry, seenVersion } from './audit.ts';
import { ExportedFile, exportFields, InOrganization, listAnswer, listQuery, searchFilter } from './list.ts';

/* Groups belong to the branch that looks after them. */

const roles = ['manager', 'member'] as const;
export type GroupRole = (typeof roles)[number];

export const GroupRow = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  /** Null: the whole association looks after it. */
  organization: z.nullable(z.string()),
  managers: z.array(z.string()),
  /** Counts the members but not the managers. */
  members: z.int(),
  createdAt: z.string(),
});
export type GroupRow = z.infer<typeof GroupRow>;

const input = {
  filters: { search: searchFilter, ...InOrganization },
  sorts: ['name', 'createdAt'],
  sort: 'name',
} as const;

export const groupList = endpoint({
  method: 'GET',
  path: '/api/office/groups',
  access: 'group.read',
  summary: '團體列表，依主管會別',
  query: listQuery(input),
  answer: listAnswer(GroupRow),
  refusals: [],
});

export const exportGroups = endpoint({
  method: 'POST',
  path: '/api/office/groups/export',
  access: 'group.read',
  summary: '依篩選條件匯出團體列表；另須具備匯出權限，每次匯出皆留下紀錄',
  body: z.extend(listQuery(input), exportFields),
  answer: ExportedFile,
  answerType: 'application/octet-stream',
  refusals: ['exports_busy'],
});

export const OfficeGroup = z.object({
  id: z.int(),
  version: z.int(),
  code: z.string(),
  name: z.string(),
  organization: z.nullable(z.object({ id: z.int(), name: z.string() })),
  createdAt: z.string(),
  managers: z.int(),
  /** Counts the members but not the managers. */
  members: z.int(),
  /** The reader's branch looks after it. Others see less. */
  isLookedAfter: z.boolean(),
  can: z.object({ manage: z.boolean() }),
});
export type OfficeGroup = z.infer<typeof OfficeGroup>;

const ById = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

export const officeGroup = endpoint({
  method: 'GET',
  path: '/api/office/groups/:id',
  access: 'group.read',
  summary: '一個團體；非主管會別但有其學員或報名者也可查看',
  params: ById,
  answer: OfficeGroup,
  refusals: ['not_found'],
});

export const OfficeGroupPerson = z.object({
  id: z.int(),
  name: z.string(),
  role: z.enum(roles),
  joinedAt: z.string(),
  /** Masked; null for people whom the reader's branch does not know. */
  identity: z.nullable(z.string()),
  organization: z.nullable(z.string()),
});
export type OfficeGroupPerson = z.infer<typeof OfficeGroupPerson>;

export const officeGroupPeople = endpoint({
  method: 'GET',
  path: '/api/office/groups/:id/people',
  access: 'group.read',
  summary: '團體目前的管理員與成員，管理員在前；非主管會別只看得到管理員與自己認識的成員',
  params: ById,
  answer: z.array(OfficeGroupPerson),
  refusals: ['not_found'],
});

export const groupHistory = endpoint({
  method: 'GET',
  path: '/api/office/groups/:id/history',
  access: 'group.read',
  summary: '一個團體的歷程，限主管會別',
  params: ById,
  answer: z.array(HistoryEntry),
  refusals: ['not_found'],
});

/* Writes. */

const groupCode = text({ label: '團體代碼', max: 40 }).check(
  z.overwrite((value: string) => value.normalize('NFKC').toUpperCase()),
  refuse((value: string) => (isUsableCode(value) ? null : '團體代碼只能有英文字母、數字與「-」')),
);

const groupName = text({ label: '團體名稱', max: 60 });

const organizationId = z.nullable(
  z.int({ error: '請選擇主管會別' }).check(z.positive({ error: '請選擇主管會別' })),
);

const GROUP_REASON_MAX = 200;

/** How it was agreed, or why it is done: part of the history. */
const reason = text({ label: '依據', max: GROUP_REASON_MAX });

const accountId = z.int({ error: '請選擇學員' }).check(z.positive({ error: '請選擇學員' }));

export const NewGroupForm = z.object({
  code: groupCode,
  name: groupName,
  /** Null: the whole association. */
  organizationId,
  /** The first manager. */
  accountId,
  reason,
});
export type NewGroupForm = z.infer<typeof NewGroupForm>;

const write = { method: 'POST', access: 'group.manage' } as const;

export const createGroup = endpoint({
  ...write,
  path: '/api/office/groups',
  summary: '新增團體及其第一位管理員；管理員須為認識的或已確認身分的學員，並寄信通知',
  body: NewGroupForm,
  idempotencyField: 'form',
  answer: OfficeGroup,
  refusals: [
    'group_code_taken',
    'class_organization_unknown',
    'person_unknown',
    'person_suspended',
    'member_incomplete',
  ],
});

export const GroupForm = z.object({ name: groupName, organizationId });
export type GroupForm = z.infer<typeof GroupForm>;

export const editGroup = endpoint({
  ...write,
  path: '/api/office/groups/:id',
  summary: '修改團體名稱與主管會別；version 為編輯前讀到的版本',
  params: ById,
  body: z.extend(GroupForm, { version: seenVersion }),
  answer: OfficeGroup,
  refusals: ['not_found', 'class_organization_unknown', 'changed_meanwhile'],
});

export const GroupPersonForm = z.object({
  accountId,
  role: z.enum(roles, { error: '請選擇身分' }),
  reason,
});
export type GroupPersonForm = z.infer<typeof GroupPersonForm>;

const Changed = z.object({ id: z.int() });

export const addGroupPerson = endpoint({
  ...write,
  path: '/api/office/groups/:id/people',
  summary: '加入成員或管理員：限認識的或已確認身分的學員，並寄信通知；依據記錄於歷程',
  params: ById,
  body: GroupPersonForm,
  answer: Changed,
  refusals: [
    'not_found',
    'person_unknown',
    'person_suspended',
    'member_incomplete',
    'member_already',
    'member_is_manager',
    'group_full',
  ],
});

const OnePerson = z.extend(ById, { account: z.coerce.number().check(z.int(), z.positive()) });
const Reason = z.object({ reason });

export const removeGroupPerson = endpoint({
  ...write,
  path: '/api/office/groups/:id/people/:account/remove',
  summary: '將成員或管理員移出團體並寄信通知；名額不受影響；最後一位管理員不能移出',
  params: OnePerson,
  body: Reason,
  answer: Changed,
  refusals: ['not_found', 'member_unknown', 'group_last_manager'],
});

export const setGroupRole = endpoint({
  ...write,
  path: '/api/office/groups/:id/people/:account/role',
  summary: '設為管理員或改為成員並寄信通知；最後一位管理員不能改為成員；已是該身分不是錯誤',
  params: OnePerson,
  body: z.extend(Reason, { role: GroupPersonForm.shape.role }),
  answer: Changed,
  refusals: ['not_found', 'member_unknown', 'group_last_manager'],
});
