import { Column, is, type Query, SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Executor } from './database.ts';

/* Undocumented parts of Drizzle, so that statements run in any transaction. drizzle-internals.test.ts notices changes. */

interface Executed<Answer> {
  execute: Answer;
  all: never;
  values: never;
}

/** With a name, PostgreSQL plans the query once per connection. */
export const runQuery = async <Row>(
  db: Executor,
  query: Query,
  name: string | undefined,
  values: Record<string, unknown>,
): Promise<Row[]> => {
  const prepared = db._.session.prepareQuery<Executed<{ rows: Row[] }>>(query, undefined, name, false);
  return (await prepared.execute(values)).rows;
};

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

/** Null if the driver's value needs no conversion. */
export const decodeOf = (field: Field): ((value: unknown) => unknown) | null => {
  const decoder = decoderOf(field);
  if (decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue) return null;
  return (value) => decoder.mapFromDriverValue(value);
};
