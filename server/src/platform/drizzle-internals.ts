import { Column, is, type Query, SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from './database.ts';

/*
 * All that the server uses of Drizzle beyond its documentation: a documented prepared statement belongs to one handle,
 * while ours run in any transaction. drizzle-internals.test.ts fails when a release changes one of these.
 */

interface Executed<Answer> {
  execute: Answer;
  all: never;
  values: never;
}

/** Runs a query on the connection of the handle; with a name, PostgreSQL plans it once per connection. */
export const runQuery = async <Row>(
  db: Executor,
  query: Query,
  name: string | undefined,
  values: Record<string, unknown>,
): Promise<Row[]> => {
  const prepared = db._.session.prepareQuery<Executed<{ rows: Row[] }>>(query, undefined, name, false);
  return (await prepared.execute(values)).rows;
};

/** The same for rows that come as arrays, in the order of the selected fields, and are built by `toRows`. */
export const runSelect = <Rows>(
  db: Executor,
  query: Query,
  { name, toRows }: { name: string; toRows: (rows: unknown[][]) => Rows },
  values: Record<string, unknown>,
): Promise<Rows> =>
  db._.session.prepareQuery<Executed<Rows>>(query, undefined, name, true, toRows).execute(values);

export interface Select<Rows> {
  getSQL(): SQL;
  readonly _: { readonly selectedFields: object; readonly result: Rows };
}

export type Field = PgColumn | SQL | SQL.Aliased;

/** The fields of a select by their names, in the order of its columns. */
export const selectedFields = (select: Select<unknown>): [name: string, field: Field][] =>
  Object.entries(select._.selectedFields);

interface Decoder {
  mapFromDriverValue(value: unknown): unknown;
}

const decoderOf = (field: Field): Decoder => {
  if (is(field, Column)) return field;
  const { decoder } = (is(field, SQL) ? field : field.sql) as unknown as { decoder: Decoder };
  return decoder;
};

/** Turns the driver's value of a field into the field's own; null if it stays as it is, the usual case. */
export const decodeOf = (field: Field): ((value: unknown) => unknown) | null => {
  const decoder = decoderOf(field);
  if (decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue) return null;
  return (value) => decoder.mapFromDriverValue(value);
};
