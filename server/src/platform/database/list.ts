import { createHash } from 'node:crypto';
import { COUNTED_MAX, PAGE_SIZE } from '@portal/contract/office/list';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { Refusal } from '../errors.ts';
import type { Executor } from './database.ts';
import type { ReadAside } from './replica.ts';
import { statement } from './statement.ts';

/* Keyset pages. A list of several organisations reads the newest rows of each by index and merges them. */

/** All sources of a list have the same filters and sorts. */
interface Source<F extends string, S extends string> {
  readonly from: SQL;
  readonly where?: SQL;
  readonly key: SQLWrapper;
  readonly organization: SQLWrapper;
  readonly filters: Readonly<Record<F, (value: SQLWrapper) => SQL>>;
  /** The columns to sort by; together they are unique. */
  readonly sorts: Readonly<Record<S, readonly SQLWrapper[]>>;
}

interface Definition<F extends string, S extends string> {
  readonly name: string;
  readonly sources: readonly [Source<F, S>, ...Source<F, S>[]];
  readonly types: Readonly<Record<S, readonly ('timestamptz' | 'date' | 'bigint' | 'text')[]>>;
  /** Sorts without an index are offered only together with a filter that leaves few rows. */
  readonly needs?: { readonly [sort in S]?: F };
  /** Filters that leave few rows. With one of them the list is read as a whole instead of by organisation. */
  readonly selective: readonly F[];
  /** A selective filter that leaves very many rows for some values, with a condition that does not use its index. */
  readonly common?: { readonly filter: F; readonly withoutIndex: (value: SQLWrapper) => SQL };
  /** The columns of a row, from `page` (`key` and the sort columns) and `joins`. */
  readonly columns: SQL;
  readonly joins: SQL;
}

export type ListScope = 'everywhere' | readonly number[];

type ListQuery<F extends string, S extends string> = {
  readonly [name in F]?: string | number | undefined;
} & { readonly sort: S | `-${S}`; readonly after?: string | undefined; readonly before?: string | undefined };

interface Shape<F extends string, S extends string> {
  readonly filters: readonly F[];
  readonly sort: S;
  readonly isDescending: boolean;
  /** Whether the page starts at the beginning, after a row, or ends before a row. */
  readonly begin: 'start' | 'after' | 'before';
  readonly isScoped: boolean;
  /** Part of the statement: PostgreSQL plans a limit in a parameter as a tenth of the table. */
  readonly limit: number | null;
}

interface Row {
  readonly cursor: readonly string[];
}

interface ListPage<R> {
  readonly rows: readonly R[];
  readonly next: string | null;
  readonly previous: string | null;
  readonly total: { readonly count: number; readonly isMore: boolean };
}

/** Up to so many rows that the index of a common filter finds are sorted; more are met soon in the order of the list. */
const FEW = 300;

/** How many statements each connection keeps planned. */
const PLANNED_MAX = 200;

const encode = (cursor: readonly string[]): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** The values of a cursor; wrong ones of the right number are refused by the database. */
const decode = (cursor: string, length: number): readonly string[] => {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(values) && values.length === length && values.every((each) => typeof each === 'string'))
      return values;
  } catch {}
  throw new Refusal('invalid');
};

const commas = (parts: readonly SQLWrapper[]): SQL => sql.join([...parts], sql`, `);
const every = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);

const organizations = sql`${sql.placeholder('organizations')}::int[]`;

const union = <T>(parts: readonly T[], rows: (part: T) => SQL): SQL =>
  sql.join(parts.map(rows), sql` union all `);

const builder = <F extends string, S extends string>(list: Definition<F, S>, shape: Shape<F, S>) => {
  const types = list.types[shape.sort];
  const names = types.map((_, at) => sql.raw(`sort${at}`));
  const isDown = shape.isDescending !== (shape.begin === 'before');
  const direction = sql.raw(isDown ? 'desc' : 'asc');
  const isSelective = shape.filters.some((filter) => list.selective.includes(filter));
  const isMerged = shape.isScoped && !isSelective;

  const beyond = (source: Source<F, S>): SQL[] => {
    if (shape.begin === 'start') return [];
    const start = types.map((type, at) => sql`${sql.placeholder(`start${at}`)}::${sql.raw(type)}`);
    return [sql`(${commas(source.sorts[shape.sort])}) ${sql.raw(isDown ? '<' : '>')} (${commas(start)})`];
  };

  const { common } = list;
  const isCommon = common !== undefined && shape.filters.includes(common.filter);
  const withoutIndex = ({ filters }: Source<F, S>): Source<F, S>['filters'] =>
    common ? { ...filters, [common.filter]: common.withoutIndex } : filters;

  const conditions = (source: Source<F, S>, filters = source.filters): SQL[] => [
    ...(source.where ? [source.where] : []),
    ...shape.filters.map((filter) => filters[filter](sql.placeholder(filter))),
  ];

  const limit = shape.limit === null ? sql`` : sql.raw(`limit ${shape.limit}`);

  const ordered = (by: readonly SQLWrapper[]): SQL =>
    sql`order by ${commas(by.map((column) => sql`${column} ${direction}`))}`;

  const select = (source: Source<F, S>, where: readonly SQL[], tail: SQL): SQL => {
    const columns = source.sorts[shape.sort].map((column, at) => sql`${column} as ${names[at]}`);
    return sql`(select ${source.key} as key, ${commas(columns)} from ${source.from} where ${every(where)} ${tail})`;
  };

  /** Reads at most a page of each source. */
  const rowsOf = (
    source: Source<F, S>,
    more: readonly SQL[],
    tail: SQL,
    filters: Source<F, S>['filters'] = source.filters,
  ): SQL => {
    const where = [...conditions(source, filters), ...more];
    if (!shape.isScoped) return select(source, where, tail);
    if (!isMerged)
      return select(source, [...where, sql`${source.organization} = any(${organizations})`], tail);
    const own = select(source, [...where, sql`${source.organization} = scope.id`], tail);
    return sql`(select own.* from unnest(${organizations}) as scope (id) cross join lateral ${own} as own)`;
  };

  /** Returns SQL for the rows of a page, not yet sorted nor limited, and the `with` queries that it needs. */
  const pageRows = (): { readonly before: SQL; readonly rows: SQL } => {
    const inOrder = (source: Source<F, S>) => sql`${ordered(source.sorts[shape.sort])} ${limit}`;
    if (!isCommon)
      return {
        before: sql``,
        rows: union(list.sources, (source) => rowsOf(source, beyond(source), inOrder(source))),
      };
    const few = union(list.sources, (source) => rowsOf(source, beyond(source), sql.raw(`limit ${FEW + 1}`)));
    const areFew = sql.raw(`(select count(*) from few) <= ${FEW}`);
    const met = union(list.sources, (source) =>
      rowsOf(source, [sql`not (${areFew})`, ...beyond(source)], inOrder(source), withoutIndex(source)),
    );
    return {
      before: sql`few as materialized (${few}), `,
      rows: sql`select * from few where ${areFew} union all ${met}`,
    };
  };

  return {
    page: () => {
      const { before, rows } = pageRows();
      const cursor = sql`array[${commas(names.map((name) => sql`page.${name}::text`))}]`;
      const shown = names.map((name) => sql`page.${name}`);
      return sql`
        with ${before}page as (select * from (${rows}) as merged ${ordered(names)} ${limit})
        select ${cursor} as cursor, ${list.columns} from page ${list.joins} ${ordered(shown)}`;
    },
    count: () => {
      // Sorted, so that an index finds the rows up to the limit without reading the table; the index of a selective
      // filter finds them in its own order.
      const found = union(list.sources, (source) => {
        const order = shape.limit === null || isSelective ? sql`` : ordered(source.sorts[shape.sort]);
        return rowsOf(source, [], sql`${order} ${limit}`);
      });
      return sql`select count(*)::int as count from (select * from (${found}) as found ${limit}) as counted`;
    },
  };
};

/** The scope, or the one organisation that the list is filtered by if the scope contains it. */
export const narrowScope = (scope: ListScope, organizationId: number | undefined): ListScope => {
  if (organizationId === undefined) return scope;
  return scope === 'everywhere' || scope.includes(organizationId) ? [organizationId] : [];
};

export const scopeWithin = (one: ListScope, other: ListScope): ListScope => {
  if (one === 'everywhere') return other;
  return other === 'everywhere' ? one : one.filter((id) => other.includes(id));
};

const shapeOf = <F extends string, S extends string>(
  list: Definition<F, S>,
  query: ListQuery<F, S>,
  scope: ListScope,
  limit: number | null,
): Shape<F, S> => {
  const names = Object.keys(list.sources[0].filters) as F[];
  const isDescending = query.sort.startsWith('-');
  const sort = (isDescending ? query.sort.slice(1) : query.sort) as S;
  const needed = list.needs?.[sort];
  if (needed !== undefined && query[needed] === undefined) throw new Refusal('invalid', { field: 'sort' });
  const begin = query.after !== undefined ? 'after' : query.before !== undefined ? 'before' : 'start';
  return {
    filters: names.filter((name) => query[name] !== undefined),
    sort,
    isDescending,
    begin,
    isScoped: scope !== 'everywhere',
    limit,
  };
};

const valuesOf = <F extends string, S extends string>(
  list: Definition<F, S>,
  query: ListQuery<F, S>,
  shape: Shape<F, S>,
  scope: ListScope,
) => {
  const start = query.after ?? query.before;
  const starts = start === undefined ? [] : decode(start, list.types[shape.sort].length);
  return {
    ...Object.fromEntries(shape.filters.map((name) => [name, query[name]])),
    ...Object.fromEntries(starts.map((value, at) => [`start${at}`, value])),
    ...(shape.isScoped && { organizations: scope }),
  };
};

/** Returns the statement for a shape. PostgreSQL plans each of the first `PLANNED_MAX` once. */
const createPlanner = <F extends string, S extends string>(list: Definition<F, S>) => {
  const statements = new Map<string, ReturnType<typeof statement>>();
  return <T>(kind: 'page' | 'count', shape: Shape<F, S>) => {
    const key = `${kind} ${JSON.stringify(shape)}`;
    const kept = statements.get(key);
    if (kept) return kept as ReturnType<typeof statement<T>>;
    const name = `list_${list.name}_${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;
    const made = statement<T>(statements.size < PLANNED_MAX ? name : undefined, builder(list, shape)[kind]());
    if (statements.size < PLANNED_MAX) statements.set(key, made);
    return made;
  };
};

export const defineList = <F extends string, S extends string, R extends Row>(list: Definition<F, S>) => {
  const planned = createPlanner(list);

  /** How many rows there are, counted up to `limit` where there is one. */
  const count = async (
    db: Executor,
    query: ListQuery<F, S>,
    scope: ListScope,
    limit: number | null = null,
  ) => {
    const all = { ...query, after: undefined, before: undefined };
    const shape = shapeOf(list, all, scope, limit);
    const [counted] = await planned<{ count: number }>('count', shape)(db, valuesOf(list, all, shape, scope));
    return counted?.count ?? 0;
  };

  /** The first rows, after the cursor of `query` where it has one. */
  const read = (db: Executor, query: ListQuery<F, S>, scope: ListScope, limit: number) => {
    const shape = shapeOf(list, query, scope, limit);
    return planned<R>('page', shape)(db, valuesOf(list, query, shape, scope));
  };

  /** One page with the cursors of its neighbours. */
  const page = async (db: Executor, query: ListQuery<F, S>, scope: ListScope): Promise<ListPage<R>> => {
    const [found, counted] = await Promise.all([
      read(db, query, scope, PAGE_SIZE + 1),
      count(db, query, scope, COUNTED_MAX + 1),
    ]);
    const isBack = query.after === undefined && query.before !== undefined;
    const [isMore, kept] = [found.length > PAGE_SIZE, found.slice(0, PAGE_SIZE)];
    const rows = isBack ? kept.toReversed() : kept;
    const [hasPrevious, hasNext] = isBack ? [isMore, true] : [query.after !== undefined, isMore];
    const edge = (row: R | undefined, isThere: boolean) => (row && isThere ? encode(row.cursor) : null);
    return {
      rows,
      next: edge(rows.at(-1), hasNext),
      previous: edge(rows[0], hasPrevious),
      total: { count: Math.min(counted, COUNTED_MAX), isMore: counted > COUNTED_MAX },
    };
  };

  /** All rows, `size` at a time: each part is a short statement, however slowly they are taken. */
  async function* parts(from: ReadAside, query: ListQuery<F, S>, scope: ListScope, size = 1000) {
    let after: string | undefined;
    for (;;) {
      const next = { ...query, before: undefined, after };
      const rows = await from((db) => read(db, next, scope, size));
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (rows.length < size || !last) return;
      after = encode(last.cursor);
    }
  }

  return { page, read, parts, count };
};
