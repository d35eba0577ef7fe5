import type { SQL } from 'drizzle-orm';
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

/** A select of single columns and expressions, built with the query builder. */
export const preparedSelect = <Rows>(name: string, build: (builder: QueryBuilder) => Select<Rows>) => {
  const select = build(new QueryBuilder(config));
  const query = dialect.sqlToQuery(select.getSQL());
  const fields = Object.entries(select._.selectedFields).map(([key, field]: [string, PgColumn | SQL]) => ({
    path: [key],
    field,
  }));
  return (db: Executor, values: Values): Promise<Rows> =>
    db._.session.prepareQuery<Executed<Rows>>(query, fields, name, true).execute(values);
};
