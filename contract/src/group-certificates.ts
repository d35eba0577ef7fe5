import * as z from 'zod/mini';
import { Class } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { type Rule, withRules } from './fields.ts';
import { Group } from './groups.ts';

/* The certificate kinds that a group needs, and the certificates of its people. Other kinds are never shown. */

/** Kinds that a group may ask for. */
const MAX_NEEDS = 20;
/** People of one kind. */
const MAX_PEOPLE_NEEDED = 1000;

/** Days before the end of a certificate from which its holder is due. */
export const DUE_DAYS = 90;

/** `in_90`: valid, for 61 to 90 more days; `in_30`: for at most 30. */
const heldStates = ['valid', 'in_90', 'in_60', 'in_30', 'expired', 'missing'] as const;
export type HeldState = (typeof heldStates)[number];

/** The names on the page and in the files of a group. */
export const heldStateNames: Readonly<Record<HeldState, string>> = {
  valid: '有效',
  in_90: '90 天內到期',
  in_60: '60 天內到期',
  in_30: '30 天內到期',
  expired: '過期',
  missing: '缺',
};

/** One person's certificate of one kind, as the managers of a group see it. */
const HeldAlone = z.object({
  state: z.enum(heldStates),
  /** The last valid day; null if `missing`. */
  until: z.nullable(z.string()),
  /** The first day of a class that gives the kind and in which the person holds a seat. */
  enrolled_from: z.nullable(z.string()),
  renewal_asked: z.boolean(),
});

export const Held = z.extend(HeldAlone, {
  /** Ends within 90 days, has expired, or is missing and everybody who lacks it is needed. */
  due: z.boolean(),
});
export type Held = z.infer<typeof Held>;

const NamedKind = z.object({ id: z.int(), name: z.string() });

export const NeededKind = z.extend(NamedKind, {
  /** How many people should hold it. */
  count: z.int(),
  /** How many hold a valid one. */
  valid: z.int(),
  /** How many of these end within 90 days. */
  ending: z.int(),
  /** How many hold a seat or have asked for a renewal. */
  under_way: z.int(),
  /** How many valid ones are missing; 0 if there are enough. */
  short: z.int(),
  /** The people who are due and for whom nothing is under way. */
  to_enrol: z.array(z.int()),
});
export type NeededKind = z.infer<typeof NeededKind>;

export const PersonCertificates = z.object({
  id: z.int(),
  name: z.string(),
  manager: z.boolean(),
  /** In the order of `kinds`. */
  held: z.array(Held),
});
export type PersonCertificates = z.infer<typeof PersonCertificates>;

export const GroupCertificates = z.object({
  group: Group,
  /** The version of the needs. */
  version: z.int(),
  kinds: z.array(NeededKind),
  /** Empty without needs. */
  people: z.array(PersonCertificates),
});
export type GroupCertificates = z.infer<typeof GroupCertificates>;

export const OwnGroupCertificates = z.object({
  kinds: z.array(z.extend(NamedKind, { held: HeldAlone })),
});
export type OwnGroupCertificates = z.infer<typeof OwnGroupCertificates>;

const malformed = { error: '所需證照格式不正確' };
const wrongCount = { error: `所需人數請輸入 1 到 ${MAX_PEOPLE_NEEDED} 的整數` };

export const Need = z.object(
  {
    kind: z.int(malformed).check(z.minimum(1, malformed), z.maximum(2_147_483_647, malformed)),
    count: z.int(wrongCount).check(z.minimum(1, wrongCount), z.maximum(MAX_PEOPLE_NEEDED, wrongCount)),
  },
  malformed,
);
export type Need = z.infer<typeof Need>;

const noKindTwice: Rule<{ needs: Need[] }> = {
  needs: ['needs'],
  faults: ({ needs }) =>
    new Set(needs.map(({ kind }) => kind)).size === needs.length
      ? []
      : [{ field: 'needs', text: '同一種證照只能列一次' }],
};

const groupParams = z.object({ GroupCode: z.string() });

export const groupCertificates = endpoint({
  method: 'GET',
  path: '/api/groups/:GroupCode/certificates',
  access: 'trainee',
  summary: '團體所需證照與成員的持有情形，限管理員；未列為所需的證照不在其中',
  params: groupParams,
  answer: GroupCertificates,
  refusals: ['group_not_found', 'group_managers_only'],
});

export const ownGroupCertificates = endpoint({
  method: 'GET',
  path: '/api/groups/:GroupCode/certificates/own',
  access: 'trainee',
  summary: '團體管理員看得到的本人證照',
  params: groupParams,
  answer: OwnGroupCertificates,
  refusals: ['group_not_found'],
});

export const certificateKindsForGroup = endpoint({
  method: 'GET',
  path: '/api/groups/:GroupCode/certificate-kinds',
  access: 'trainee',
  summary: '可列為團體所需的證照種類，限管理員',
  params: groupParams,
  answer: z.array(NamedKind),
  refusals: ['group_not_found', 'group_managers_only'],
});

export const setGroupNeeds = endpoint({
  method: 'POST',
  path: '/api/groups/:GroupCode/certificate-needs',
  access: 'trainee',
  summary: '設定團體所需的證照種類與人數，限管理員；version 為編輯前讀到的版本',
  params: groupParams,
  body: z
    .object({
      version: z.int(malformed).check(z.minimum(0, malformed)),
      needs: z
        .array(Need, malformed)
        .check(z.maxLength(MAX_NEEDS, { error: `所需證照最多 ${MAX_NEEDS} 種` })),
    })
    .check(withRules([noKindTwice])),
  answer: GroupCertificates,
  refusals: ['group_not_found', 'group_managers_only', 'need_kind_unknown', 'changed_meanwhile'],
});

/** A class in which a group can enrol its people now. */
export const ClassForGroup = z.pick(Class, {
  organization: true,
  code: true,
  name: true,
  start_time: true,
  place: true,
  limit_number: true,
  number: true,
  fee: true,
});
export type ClassForGroup = z.infer<typeof ClassForGroup>;

const unknownKind = { error: '查詢條件不正確' };

export const classesForNeed = endpoint({
  method: 'GET',
  path: '/api/groups/:GroupCode/certificates/classes',
  access: 'trainee',
  summary: '現在可由團體報名、結訓可取得此種證照的課程，先開課的在前，限管理員',
  params: groupParams,
  query: z.object({
    kind: z.coerce
      .number(unknownKind)
      .check(z.int(unknownKind), z.minimum(1, unknownKind), z.maximum(2_147_483_647, unknownKind)),
  }),
  answer: z.array(ClassForGroup),
  refusals: ['group_not_found', 'group_managers_only'],
});

const file = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

export const groupCertificateSheet = endpoint({
  method: 'GET',
  path: '/api/groups/:GroupCode/certificates/sheet',
  access: 'trainee',
  summary: '下載團體今日的證照持有情形（XLSX），限管理員',
  params: groupParams,
  answer: file,
  answerType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  refusals: ['group_not_found', 'group_managers_only', 'needs_missing', 'exports_busy'],
});

export const groupCertificatePaper = endpoint({
  method: 'GET',
  path: '/api/groups/:GroupCode/certificates/paper',
  access: 'trainee',
  summary: '下載團體今日的證照持有情形（PDF），供主管機關檢查，限管理員',
  params: groupParams,
  answer: file,
  answerType: 'application/pdf',
  refusals: groupCertificateSheet.refusals,
});
