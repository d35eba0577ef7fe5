import * as z from 'zod/mini';

const badPage = '分頁參數不正確';

const wholeNumber = (from: number, to: number) =>
  z.pipe(
    z.string({ error: badPage }).check(
      z.regex(/^[0-9]{1,9}$/, { error: badPage, abort: true }),
      z.refine((value) => Number(value) >= from && Number(value) <= to, { error: badPage }),
    ),
    z.transform(Number),
  );

/** `num` 1 to 100 (default 10), `page` from 1, `type` Normal or Pagination. */
export const pageQuery = {
  num: z._default(wholeNumber(1, 100), 10),
  page: z._default(wholeNumber(1, 999_999_999), 1),
  type: z._default(z.enum(['Normal', 'Pagination'], { error: badPage }), 'Pagination'),
};

const PageLink = z.object({
  url: z.nullable(z.string()),
  label: z.string(),
  active: z.boolean(),
});

const place = {
  current_page: z.int(),
  last_page: z.int(),
  per_page: z.int(),
  total: z.int(),
  from: z.nullable(z.int()),
  to: z.nullable(z.int()),
  path: z.string(),
  first_page_url: z.string(),
  last_page_url: z.string(),
  prev_page_url: z.nullable(z.string()),
  next_page_url: z.nullable(z.string()),
  links: z.array(PageLink),
};

/** The length-aware page form. */
export const pageOf = <S extends z.ZodMiniType>(row: S) => z.object({ data: z.array(row), ...place });

export type Page<T> = z.infer<z.ZodMiniObject<typeof place>> & { data: T[] };
