import { Column, fillPlaceholders, is, type Query, SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Executor } from './database.ts';

/* Undocumented parts of Drizzle, needed to run statements in any transaction. drizzle-internals.test.ts notices changes. */

const { DATE, INTERVAL, TIMESTAMP, TIMESTAMPTZ } = pg.types.builtins;
/** Days, instants and intervals, also in arrays with numbers: Drizzle decodes their texts. */
const asText = new Set<number>([DATE, INTERVAL, TIMESTAMP, TIMESTAMPTZ, 1115, 1182, 1185, 1187, 1231]);
const keep = (value: string): string => value;

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    asText.has(oid) ? keep : pg.types.getTypeParser(oid, format),
};

/** The connection of a transaction, or the pool. */
const clientOf = (db: Executor): pg.Pool => Reflect.get(db._.session, 'client');

/* Queries go directly to the driver, because Drizzle would prepare its query anew at each call. */

/** If `name` is given, PostgreSQL plans the query once per connection. */
export const runQuery = async <Row>(
  db: Executor,
  { sql: text, params }: Query,
  name: string | undefined,
  values: Record<string, unknown>,
): Promise<Row[]> => {
  const filled = fillPlaceholders(params, values);
  const { rows } = await clientOf(db).query({ name, text, types, values: filled });
  return rows as Row[];
};

export const runSelect = async <Rows>(
  db: Executor,
  { sql: text, params }: Query,
  { name, toRows }: { name: string; toRows: (rows: unknown[][]) => Rows },
  values: Record<string, unknown>,
): Promise<Rows> => {
  const filled = fillPlaceholders(params, values);
  const { rows } = await clientOf(db).query({ name, text, types, values: filled, rowMode: 'array' });
  return toRows(rows);
};

export interface Select<Rows> {
  getSQL(): SQL;
  readonly _: { readonly selectedFields: object; readonly result: Rows };
}

type Field = PgColumn | SQL | SQL.Aliased;

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
