import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  codeFilter,
  dayFilter,
  ExportedFile,
  exportFields,
  idFilter,
  listAnswer,
  listQuery,
  searchFilter,
  wordFilter,
} from './list.ts';
import { RegistrationState } from './reviews.ts';
import { InOrganization } from './scope.ts';

export const RegistrationRow = z.object({
  id: z.int(),
  version: z.int(),
  createdAt: z.string(),
  state: RegistrationState,
  person: z.object({
    id: z.int(),
    name: z.nullable(z.string()),
    identity: z.string(),
  }),
  class: z.object({ code: z.string(), course: z.string(), startTime: z.string(), organization: z.string() }),
  group: z.nullable(z.object({ code: z.string(), name: z.string() })),
  paymentDue: z.nullable(z.string()),
  result: z.nullable(z.int()),
});
export type RegistrationRow = z.infer<typeof RegistrationRow>;

const input = {
  filters: {
    class: codeFilter,
    state: wordFilter(RegistrationState.options as ['pending', ...RegistrationState[]]),
    group: codeFilter,
    person: searchFilter,
    account: idFilter,
    from: dayFilter,
    until: dayFilter,
    ...InOrganization,
  },
  sorts: ['createdAt', 'name'],
  sort: '-createdAt',
} as const;

export const registrationList = endpoint({
  method: 'GET',
  path: '/api/office/registrations',
  access: 'registration.read',
  summary: '報名名單；依課程篩選即為該課程的名單，方可依姓名排序。證號遮蔽顯示',
  query: listQuery(input),
  answer: listAnswer(RegistrationRow),
  refusals: [],
});

export const exportRegistrations = endpoint({
  method: 'POST',
  path: '/api/office/registrations/export',
  access: 'export.list',
  summary: '依篩選條件與排序匯出報名名單；每次匯出皆留下紀錄。含完整證號者，尚不得查看完整證號的報名仍遮蔽',
  body: z.extend(listQuery(input), { ...exportFields, identity: z._default(z.boolean(), false) }),
  answer: ExportedFile,
  answerType: 'application/octet-stream',
  refusals: ['exports_busy', 'step_up_required', 'identity_budget_spent'],
});
