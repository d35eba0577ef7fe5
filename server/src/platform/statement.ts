import { Column, is, SQL, sql } from 'drizzle-orm';
import { type PgColumn, PgDialect, QueryBuilder } from 'drizzle-orm/pg-core';
import type { Executor } from './database.ts';

/*
 * Statements for paths where building and planning cost more than doing: the text is put together once, PostgreSQL
 * plans it once per connection, and any handle runs it, inside a transaction or outside. Values come by
 * `sql.placeholder`; what is not a value of the call must stand in the text, else no partial index is found.
 */

const config = { casing: 'snake_case' } as const;
const dialect = new PgDialect(config);

type Values = Record<string, unknown>;
interface Executed<Answer> {
  execute: Answer;
  all: never;
  values: never;
}

/** A statement written by hand. Rows come as the driver gives them: big integers and numerics as texts, times too. */
export const statement = <Row>(name: string, text: SQL) => {
  const query = dialect.sqlToQuery(text);
  return async (db: Executor, values: Values): Promise<Row[]> => {
    const prepared = db._.session.prepareQuery<Executed<{ rows: Row[] }>>(query, undefined, name, false);
    return (await prepared.execute(values)).rows;
  };
};

interface Select<Rows> {
  getSQL(): SQL;
  readonly _: { readonly selectedFields: object; readonly result: Rows };
}

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}

type Field = PgColumn | SQL | SQL.Aliased;

const decoderOf = (field: Field): Decoder => {
  if (is(field, Column)) return field;
  const { decoder } = (is(field, SQL) ? field : field.sql) as unknown as { decoder: Decoder };
  return decoder;
};

/** How the driver's value becomes the column's; null where it is the column's already, as it mostly is. */
const decodeOf = (field: Field) => {
  const decoder = decoderOf(field);
  if (decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue) return null;
  return (value: unknown) => decoder.mapFromDriverValue(value);
};

/** Makes rows out of the driver's arrays; which value means what is found out once, not for every row. */
const rowsOf = (fields: object) => {
  const columns = Object.entries(fields).map(([name, field]: [string, Field]) => ({
    name,
    decode: decodeOf(field),
  }));
  return (rows: readonly unknown[][]) =>
    rows.map((values) => {
      const row: Record<string, unknown> = {};
      for (const [at, { name, decode }] of columns.entries()) {
        const value = values[at];
        row[name] = decode === null || value === null ? value : decode(value);
      }
      return row;
    });
};

/** A select of single columns and expressions, built with the query builder. */
export const preparedSelect = <Rows>(name: string, build: (builder: QueryBuilder) => Select<Rows>) => {
  const select = build(new QueryBuilder(config));
  const query = dialect.sqlToQuery(select.getSQL());
  // The builder's types say what the fields make of the values.
  const toRows = rowsOf(select._.selectedFields) as unknown as (rows: unknown[][]) => Rows;
  return (db: Executor, values: Values): Promise<Rows> =>
    db._.session.prepareQuery<Executed<Rows>>(query, undefined, name, true, toRows).execute(values);
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
 * Many fields as one value: PostgreSQL writes the object, V8 reads it at once, and nothing takes a row apart column by
 * column. Times are texts in ISO 8601. Of a table joined from outside say `sql<T | null>`.
 */
export const jsonObject = <F extends Fields>(fields: F) => {
  const pairs = Object.entries(fields).flatMap(([name, field]) => [sql.raw(`'${name}'`), sql`${field}`]);
  return sql<JsonOf<F>>`json_build_object(${sql.join(pairs, sql`, `)})`;
};
