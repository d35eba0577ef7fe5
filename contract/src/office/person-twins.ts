import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../fields.ts';
import { InOrganization, listAnswer, listQuery, wordFilter } from './list.ts';
import { PERSON_REASON_MAX } from './people.ts';

/* People who may have two accounts. */

const twinSigns = ['name_birthday', 'phone', 'email', 'number'] as const;
export type TwinSign = (typeof twinSigns)[number];

export const twinStates = ['open', 'dismissed'] as const;
export type TwinState = (typeof twinStates)[number];

const TwinSide = z.object({
  id: z.int(),
  name: z.string(),
  /** Masked. */
  identity: z.string(),
  organization: z.nullable(z.string()),
});
export type TwinSide = z.infer<typeof TwinSide>;

export const TwinRow = z.object({
  id: z.int(),
  first: TwinSide,
  second: TwinSide,
  signs: z.array(z.enum(twinSigns)),
  foundAt: z.string(),
  /** Somebody said that they are two people. */
  dismissed: z.nullable(z.object({ at: z.string(), by: z.string(), reason: z.string() })),
});
export type TwinRow = z.infer<typeof TwinRow>;

export const twinList = endpoint({
  method: 'GET',
  path: '/api/office/people/twins',
  access: 'person.merge',
  summary: '疑似同一人的兩筆學員資料：兩筆都屬於同一會別；跨會別者僅全會可見。新發現者在前',
  query: listQuery({
    filters: { state: wordFilter(twinStates), ...InOrganization },
    sorts: ['foundAt'],
    sort: '-foundAt',
  }),
  answer: listAnswer(TwinRow),
  refusals: [],
});

const ById = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });
const act = { method: 'POST', access: 'person.merge', params: ById, answer: TwinRow } as const;

export const dismissTwin = endpoint({
  ...act,
  path: '/api/office/people/twins/:id/dismiss',
  summary: '兩筆資料不是同一人，附原因；不再列為待確認。重複送出不是錯誤',
  body: z.object({ reason: text({ label: '原因', max: PERSON_REASON_MAX, lines: true }) }),
  refusals: ['not_found'],
});

export const reopenTwin = endpoint({
  ...act,
  path: '/api/office/people/twins/:id/reopen',
  summary: '將已排除的兩筆資料重新列為待確認。重複送出不是錯誤',
  refusals: ['not_found'],
});
