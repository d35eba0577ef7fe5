import * as z from 'zod/mini';
import { Done, Person } from './accounts.ts';
import { Class } from './catalogue.ts';
import { classCode, GroupQuery, saysUnknownClass } from './class-code.ts';
import { endpoint } from './endpoint.ts';
import { Tristate } from './enrolment.ts';
import { type Rule, refuse, withRules } from './fields.ts';
import { identity, LoginForm } from './login-form.ts';
import { CODE } from './primitives.ts';
import { Situation } from './situation.ts';

/** A group (團體) of people who enrol together. */
export const Group = z.object({ code: z.string(), name: z.string() });
export type Group = z.infer<typeof Group>;

/** `enable` and `paid` of the registration through this group; null and 0 without one. `state` is the tick. */
export const RosterEntry = z.object({
  id: z.int(),
  name: z.string(),
  id_number: z.nullable(z.string()),
  passport_no: z.nullable(z.string()),
  enable: Tristate,
  paid: Tristate,
  /** Null without a registration through this group. */
  situation: z.nullable(Situation),
  state: z.boolean(),
  /** Why the row is locked, was rejected, or its payment was not found. */
  reason: z.nullable(z.string()),
  locked: z.boolean(),
  /** Whether the person holds a seat through this group in another class at the same hours. */
  same_hours: z.boolean(),
});
export type RosterEntry = z.infer<typeof RosterEntry>;

export const Roster = z.object({
  class: z.pick(Class, {
    organization: true,
    code: true,
    name: true,
    start_time: true,
    place: true,
    group_name: true,
    limit_number: true,
    number: true,
    fee: true,
  }),
  group: Group,
  groups: z.array(Group),
  admins: z.array(RosterEntry),
  members: z.array(RosterEntry),
  had_removed: z.array(RosterEntry),
});
export type Roster = z.infer<typeof Roster>;

/** People of a group, and entries of each list of the roster. */
export const MAX_GROUP_PEOPLE = 1000;

const malformed = { error: '報名名單格式不正確' };

const Tick = z.object(
  { id: z.int(malformed).check(z.minimum(1, malformed)), state: z.boolean(malformed) },
  malformed,
);
export type Tick = z.infer<typeof Tick>;

const ticks = z.array(Tick, malformed).check(z.maxLength(MAX_GROUP_PEOPLE, malformed));

const lists = ['admins', 'members', 'had_removed'] as const;
type Lists = Record<(typeof lists)[number], Tick[]>;

/** A person listed twice could be ticked and unticked at once. */
const nobodyTwice: Rule<Lists> = {
  needs: lists,
  faults: (form) => {
    const seen = new Set<number>();
    const isAgain = ({ id }: Tick) => seen.size === seen.add(id).size;
    return lists
      .filter((list) => form[list].filter(isAgain).length > 0)
      .map((field) => ({ field, text: malformed.error }));
  },
};

/** A text that cannot be a code is answered like an unknown group. */
const groupCode = z.string({ error: '查無此團體' }).check(z.regex(CODE, { error: '查無此團體' }));

export const roster = endpoint({
  method: 'GET',
  path: '/api/class/group/:code',
  access: 'trainee',
  summary:
    '團體報名資料；group 指定管理的團體，未指定時為課程專屬的團體，否則為已報名此課程的團體，再否則依代碼排序的第一個',
  params: z.object({ code: z.string() }),
  query: GroupQuery,
  answer: Roster,
  refusals: [
    'class_not_found',
    'group_not_managed',
    'group_not_allowed',
    'class_not_open_yet',
    'class_closed',
    'class_started',
    'class_full',
  ],
});

export const submitRoster = endpoint({
  method: 'POST',
  path: '/api/class/group/create',
  access: 'trainee',
  summary: '更新團體報名名單：新勾選者報名，取消勾選且未繳費者取消報名，全部成功或全部不變；未列出者不變',
  body: z
    .object({
      code: classCode,
      /** Required only if several groups are possible. */
      group: z.optional(groupCode),
      admins: ticks,
      members: ticks,
      had_removed: ticks,
    })
    .check(saysUnknownClass, withRules([nobodyTwice])),
  idempotencyField: 'Class',
  answer: Roster,
  refusals: [
    'class_unknown',
    'group_not_managed',
    'group_unnamed',
    'group_not_allowed',
    'class_not_open_yet',
    'class_closed',
    'class_started',
    'seats_left',
    'member_applied',
    'member_not_eligible',
    'member_not_in_group',
    'member_under_review',
    'member_paid',
    'roster_stranger',
    'cancel_after_start',
  ],
});

const groupParams = z.object({ GroupCode: z.string() });

export const ListedGroup = z.extend(Group, { id: z.int() });
export type ListedGroup = z.infer<typeof ListedGroup>;

export const GroupName = z.object({ id: z.int(), name: z.string() });
export type GroupName = z.infer<typeof GroupName>;

export const GroupPerson = z.extend(GroupName, {
  id_number: z.nullable(z.string()),
  passport_no: z.nullable(z.string()),
});
export type GroupPerson = z.infer<typeof GroupPerson>;

export const GroupClass = z.object({
  id: z.int(),
  organization: z.string(),
  name: z.string(),
  start_time: z.string(),
  code: z.string(),
});
export type GroupClass = z.infer<typeof GroupClass>;

export const ManagedGroupDetail = z.object({
  group: Group,
  admins: z.array(GroupPerson),
  members: z.array(GroupPerson),
  classInfos: z.array(GroupClass),
});
export type ManagedGroupDetail = z.infer<typeof ManagedGroupDetail>;

export const GroupDetail = z.object({
  admins: z.array(GroupName),
  members: z.array(GroupName),
  classInfos: z.array(GroupClass),
});
export type GroupDetail = z.infer<typeof GroupDetail>;

export const groups = endpoint({
  method: 'POST',
  path: '/api/class/groups',
  access: 'trainee',
  summary: '我管理的團體與我所屬的團體',
  allowedOnFullDisk: true,
  answer: z.object({ MangGroups: z.array(ListedGroup), BelongGroups: z.array(ListedGroup) }),
  refusals: [],
});

export const groupDetail = endpoint({
  method: 'POST',
  path: '/api/class/groups/:GroupCode',
  access: 'trainee',
  summary: '團體的成員與課程：type=admin 限管理員，含身分證字號；type=belong 僅姓名',
  params: groupParams,
  body: z.object({ type: z.enum(['belong', 'admin'], { error: '資料有誤，請檢查後再送出' }) }),
  allowedOnFullDisk: true,
  // The union must try the richer one first: the other drops its fields.
  answer: z.union([ManagedGroupDetail, GroupDetail]),
  refusals: ['group_not_found', 'group_managers_only'],
});

const givenNumber = (label: string) =>
  identity(label).check(
    refuse((value) => (value === null || /^[A-Z0-9]{1,40}$/.test(value) ? null : `${label}格式不正確`)),
  );

const memberNumbers = {
  id_number: givenNumber('身分證字號'),
  passport_no: givenNumber('護照號碼或居留證號'),
};

export const groupMember = endpoint({
  method: 'POST',
  path: '/api/class/groups/member',
  access: 'trainee',
  summary: '團體成員的個人資料，限管理員',
  body: z.object({ GroupCode: groupCode, ...memberNumbers }),
  allowedOnFullDisk: true,
  answer: Person,
  refusals: ['group_not_found', 'group_managers_only', 'not_found'],
});

export const admitMember = endpoint({
  method: 'POST',
  path: '/api/class/store/groups/:GroupCode',
  access: 'trainee',
  summary: '新增團體成員：以該學員自己的帳號與密碼表示同意，限管理員',
  params: groupParams,
  // Repeats the address; anything else is refused.
  body: z.extend(LoginForm, { GroupCode: z.optional(groupCode) }),
  answer: Done,
  refusals: [
    'group_not_found',
    'group_managers_only',
    'member_credentials_wrong',
    'account_suspended',
    'account_merged',
    'member_already',
    'member_is_manager',
    'member_incomplete',
    'too_many_attempts',
  ],
});

export const dismissMember = endpoint({
  method: 'DELETE',
  path: '/api/class/store/groups/:GroupCode',
  access: 'trainee',
  summary: '移除團體成員，限管理員',
  params: groupParams,
  body: z.object(memberNumbers),
  answer: Done,
  refusals: ['group_not_found', 'group_managers_only', 'member_unknown', 'manager_stays'],
});
