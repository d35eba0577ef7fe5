import { type SQL, sql } from 'drizzle-orm';
import { type PgColumn, PgDialect, QueryBuilder } from 'drizzle-orm/pg-core';
import type { Executor } from './database.ts';
import { decodeOf, runQuery, runSelect, type Select, selectedFields } from './drizzle-internals.ts';

/*
 * Statements for hot paths, planned once per connection. Write constants into the text: a plan for parameters cannot use
 * a partial index.
 */

const config = { casing: 'snake_case' } as const;
const dialect = new PgDialect(config);

type Values = Record<string, unknown>;

/** Beyond it PostgreSQL and its driver do not agree on the name, and a second call of the statement fails. */
const MAX_NAME_LENGTH = 63;

const checkName = (name: string | undefined) => {
  if (name !== undefined && name.length > MAX_NAME_LENGTH)
    throw new Error(`the name of the statement ${name} has more than ${MAX_NAME_LENGTH} characters`);
};

/** A statement without a name is planned at each call. In its rows, bigint, numeric and timestamps are text. */
export const statement = <Row>(name: string | undefined, text: SQL) => {
  checkName(name);
  const query = dialect.sqlToQuery(text);
  return (db: Executor, values: Values): Promise<Row[]> => runQuery<Row>(db, query, name, values);
};

const rowsOf = (select: Select<unknown>) => {
  const columns = selectedFields(select).map(([name, field]) => ({ name, decode: decodeOf(field) }));
  return (rows: readonly unknown[][]) =>
    rows.map((values) => {
      const row: Record<string, unknown> = {};
      for (const [index, { name, decode }] of columns.entries()) {
        const value = values[index];
        row[name] = decode === null || value === null ? value : decode(value);
      }
      return row;
    });
};

export const preparedSelect = <Rows>(name: string, build: (builder: QueryBuilder) => Select<Rows>) => {
  checkName(name);
  const select = build(new QueryBuilder(config));
  const query = dialect.sqlToQuery(select.getSQL());
  // The builder's types describe the decoded rows.
  const toRows = rowsOf(select) as unknown as (rows: unknown[][]) => Rows;
  return (db: Executor, values: Values): Promise<Rows> => runSelect(db, query, { name, toRows }, values);
};

type Fields = Record<string, PgColumn | SQL>;
type InJson<T> = T extends Date ? string : T;
type JsonOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends SQL<infer T>
    ? InJson<T>
    : F[K] extends PgColumn<infer C>
      ? InJson<C['data']> | (C['notNull'] extends true ? never : null)
      : never;
};

/**
 * Selects the fields as one JSON object, which is parsed faster than columns. Timestamps are ISO 8601. Type the fields of
 * a left join as `sql<T | null>`.
 */
export const jsonObject = <F extends Fields>(fields: F) => {
  const pairs = Object.entries(fields).flatMap(([name, field]) => [sql.raw(`'${name}'`), sql`${field}`]);
  return sql<JsonOf<F>>`json_build_object(${sql.join(pairs, sql`, `)})`;
};
