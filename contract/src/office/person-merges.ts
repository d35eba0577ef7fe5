import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../fields.ts';
import { PERSON_REASON_MAX, PersonDetail, PersonFacts } from './people.ts';

/* Two accounts of one person become one. */

/** A merge can be undone for so many days. */
export const MERGE_UNDO_DAYS = 7;

const ById = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });
const reason = text({ label: '原因', max: PERSON_REASON_MAX, lines: true });

const mergeObstacles = [
  'closed',
  'suspended',
  'same_class',
  'same_kind',
  'open_request',
  'job_running',
] as const;

const treatments = ['moved', 'followed', 'joined', 'ended', 'kept'] as const;
export type Treatment = (typeof treatments)[number];

const MergeSide = z.object({
  id: z.int(),
  name: z.string(),
  facts: PersonFacts,
  registrations: z.int(),
  certificates: z.int(),
});
export type MergeSide = z.infer<typeof MergeSide>;

const comparisons = ['same', 'different', 'missing'] as const;

export type Comparison = (typeof comparisons)[number];

export const MergePreview = z.object({
  survivor: MergeSide,
  removed: MergeSide,
  /** Missing: one of the two has none. */
  birthday: z.enum(comparisons),
  obstacles: z.array(
    z.object({
      code: z.enum(mergeObstacles),
      /** The classes, kinds or names that it is about. */
      details: z.array(z.string()),
    }),
  ),
  parts: z.array(z.object({ table: z.string(), how: z.enum(treatments), rows: z.int() })),
  /** The empty fields of the survivor that the other fills. */
  filled: z.array(z.string()),
  /** Where the mail goes; null without a confirmed mailbox. */
  mailTo: z.nullable(z.string()),
});
export type MergePreview = z.infer<typeof MergePreview>;
export type MergeObstacle = MergePreview['obstacles'][number];

export const previewMerge = endpoint({
  method: 'GET',
  path: '/api/office/people/:id/merges/:removed/preview',
  access: 'person.merge',
  summary:
    '試算合併：保留 id，併入 removed；逐表列出將移轉、合併、終止與保留的資料，以及不能合併的原因；不變更任何資料',
  params: z.extend(ById, { removed: z.coerce.number().check(z.int(), z.positive()) }),
  answer: MergePreview,
  refusals: ['not_found', 'merge_unknown'],
});

export const MergeForm = z.object({
  removedId: z.int({ error: '請選擇要併入的學員' }).check(z.positive({ error: '請選擇要併入的學員' })),
  reason,
});
export type MergeForm = z.infer<typeof MergeForm>;

export const mergePeople = endpoint({
  method: 'POST',
  path: '/api/office/people/:id/merges',
  access: 'person.merge',
  stepUp: true,
  summary: `將另一筆學員資料併入這一筆：報名、帳目、成績與證照隨之移轉，被併入的帳號不能再登入；${MERGE_UNDO_DAYS} 天內可復原`,
  params: ById,
  body: MergeForm,
  idempotencyField: 'form',
  answer: PersonDetail,
  refusals: ['not_found', 'merge_unknown', 'merge_obstacle'],
});

const PersonMerge = z.object({
  id: z.int(),
  removed: z.object({ id: z.int(), name: z.string(), identity: z.string() }),
  at: z.string(),
  by: z.string(),
  reason: z.string(),
  undone: z.nullable(z.object({ at: z.string(), by: z.string(), reason: z.string() })),
  /** Null if it can no longer be undone. */
  undoUntil: z.nullable(z.string()),
});
export type PersonMerge = z.infer<typeof PersonMerge>;

export const personMerges = endpoint({
  method: 'GET',
  path: '/api/office/people/:id/merges',
  access: 'person.merge',
  summary: '併入這位學員的紀錄，新的在前',
  params: ById,
  answer: z.array(PersonMerge),
  refusals: ['not_found'],
});

const keptKinds = ['registration', 'certificate', 'membership', 'profile'] as const;

export const UndoneMerge = z.object({
  removed: PersonDetail,
  /** Things that somebody changed since the merge stay with the survivor. */
  kept: z.array(z.object({ kind: z.enum(keptKinds), name: z.string() })),
});
export type UndoneMerge = z.infer<typeof UndoneMerge>;

export const undoMerge = endpoint({
  method: 'POST',
  path: '/api/office/people/merges/:id/undo',
  access: 'person.merge',
  stepUp: true,
  summary: '復原合併：之後無人異動的資料回到原學員，異動過的留在原處並逐項列出；被併入的帳號可再登入',
  params: ById,
  body: z.object({ reason }),
  idempotencyField: 'form',
  answer: UndoneMerge,
  refusals: ['not_found', 'merge_undo_late', 'merge_undo_order'],
});
