import * as z from 'zod/mini';
import { isDate } from '../dates.ts';
import { searchText } from '../fields.ts';
import { CODE } from '../primitives.ts';

/* Filters, one sort, and keyset pages. */

const wrong = '查詢條件不正確';

/** `createdAt` ascending, `-createdAt` descending. */
type Sorted<S extends string> = S | `-${S}`;

const sortedBothWays = <const S extends string>(sorts: readonly [S, ...S[]]) =>
  sorts.flatMap((sort): Sorted<S>[] => [sort, `-${sort}`]) as [Sorted<S>, ...Sorted<S>[]];

export const PAGE_SIZE = 50;
/** A longer list shows that there are more. */
export const COUNTED_MAX = 1000;

const cursor = z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,600}$/, { error: '分頁參數不正確' })));

interface ListInput<F, S extends string> {
  readonly filters: F;
  readonly sorts: readonly [S, ...S[]];
  readonly sort: Sorted<NoInfer<S>>;
}

/** `after` and `before` are cursors of an answer. */
export const listQuery = <F extends z.core.$ZodShape, const S extends string>({
  filters,
  sorts,
  sort,
}: ListInput<F, S>) =>
  z.object({
    ...filters,
    sort: z.pipe(
      z.optional(z.enum(sortedBothWays(sorts), { error: wrong })),
      z.transform((given): Sorted<S> => given ?? sort),
    ),
    after: cursor,
    before: cursor,
  });

/** `next` and `previous` are cursors; null at the ends. */
export const listAnswer = <S extends z.ZodMiniType>(row: S) =>
  z.object({
    rows: z.array(row),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    total: z.object({ count: z.int(), isMore: z.boolean() }),
  });

export const codeFilter = z.optional(z.string({ error: wrong }).check(z.regex(CODE, { error: wrong })));
export const idFilter = z.optional(
  z.pipe(
    z.string({ error: wrong }).check(z.regex(/^[1-9][0-9]{0,14}$/, { error: wrong })),
    z.transform(Number),
  ),
);
export const dayFilter = z.optional(
  z.string({ error: wrong }).check(z.refine(isDate, { error: '日期不正確' })),
);
export const wordFilter = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.optional(z.enum(words, { error: wrong }));
export const searchFilter = z.optional(searchText(60));

export const exportFormats = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportFields = { format: z.enum(exportFormats, { error: '檔案格式不正確' }) };

/** Chosen columns of an export, in their order. */
export const exportedColumns = <const K extends readonly [string, ...string[]]>(keys: K) =>
  z.optional(
    z
      .array(z.enum(keys, { error: '欄位不正確' }), { error: '欄位不正確' })
      .check(
        z.minLength(1, { error: '請至少選擇一個欄位' }),
        z.maxLength(keys.length, { error: '欄位過多' }),
      ),
  );

export const ExportedFile = z.unknown();

/** Limits a list to an organisation; by default it has everything within the scope. Outside of it nothing is found. */
export const InOrganization = {
  organization: z.optional(z.coerce.number({ error: '會別不正確' }).check(z.int(), z.positive())),
};
