import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { halfWidth, refuse, text } from '../fields.ts';
import { codePoints } from '../primitives.ts';
import {
  codeFilter,
  ExportedFile,
  exportFields,
  InOrganization,
  listAnswer,
  listQuery,
  wordFilter,
} from './list.ts';

export const personStates = ['suspended', 'incomplete'] as const;

export const PersonRow = z.object({
  id: z.int(),
  name: z.string(),
  /** Masked. */
  identity: z.string(),
  /** Null for a person of the old system without a branch. */
  organization: z.nullable(z.string()),
  /** The names of the person's groups. */
  groups: z.array(z.string()),
  /** Certificates that are neither replaced nor revoked. They may have expired. */
  certificates: z.int(),
  isSuspended: z.boolean(),
  isComplete: z.boolean(),
  createdAt: z.string(),
});
export type PersonRow = z.infer<typeof PersonRow>;

const input = {
  filters: {
    state: wordFilter(personStates),
    group: codeFilter,
    /** People with a registration in the class. */
    class: codeFilter,
    ...InOrganization,
  },
  sorts: ['createdAt', 'name'],
  sort: '-createdAt',
} as const;

export const personList = endpoint({
  method: 'GET',
  path: '/api/office/people',
  access: 'person.read',
  summary: '學員名單：所屬會別在權限範圍內的學員，新加入者在前。證號遮蔽顯示',
  query: listQuery(input),
  answer: listAnswer(PersonRow),
  refusals: [],
});

export const exportPeople = endpoint({
  method: 'POST',
  path: '/api/office/people/export',
  access: 'export.list',
  summary: '依篩選條件匯出學員名單；每次匯出皆留下紀錄。完整證號另須具備權限並再次驗證',
  body: z.extend(listQuery(input), { ...exportFields, identity: z._default(z.boolean(), false) }),
  answer: ExportedFile,
  answerType: 'application/octet-stream',
  refusals: ['exports_busy', 'step_up_required', 'identity_budget_spent'],
});

/** The most people that a search answers. */
export const PEOPLE_FOUND = 20;
const SEARCH_MIN = 2;

/** A POST keeps names and numbers out of addresses and logs. */
export const findPeople = endpoint({
  method: 'POST',
  path: '/api/office/people/search',
  access: 'person.read',
  summary:
    '以姓名、完整證號、電話或電子郵件尋找學員。elsewhere 一併尋找與本會無往來的學員：須完全相同，只回覆姓名，每次皆留下紀錄',
  body: z.object({
    q: text({ label: '關鍵字', max: 60 }).check(
      halfWidth,
      refuse((value: string) => (codePoints(value) < SEARCH_MIN ? `請輸入至少 ${SEARCH_MIN} 個字` : null)),
    ),
    elsewhere: z._default(z.boolean(), false),
    ...InOrganization,
  }),
  answer: z.object({
    people: z.array(PersonRow),
    isMore: z.boolean(),
    /** People who never had to do with the organisations of the caller. */
    strangers: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  refusals: ['too_many_attempts'],
});
