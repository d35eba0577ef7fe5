import { execFileSync } from 'node:child_process';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  PgDialect,
  pgTable,
  QueryBuilder,
  timestamp,
} from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectPatiently, createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Database, inTransaction } from './database.ts';
import { decodeOf, runQuery, runSelect, selectedFields } from './drizzle-internals.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connectPatiently(database.url, { max: 2 });
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const things = pgTable('things', {
  id: bigint({ mode: 'number' }),
  count: integer(),
  on: boolean(),
  day: date({ mode: 'string' }),
  at: timestamp({ withTimezone: true, mode: 'date' }),
  data: jsonb(),
});

const dialect = new PgDialect();
const session = dialect.sqlToQuery(
  sql`select pg_backend_pid() as pid, ${sql.placeholder('b')}::text as b, ${sql.placeholder('a')}::text as a`,
);

test('a query runs on the connection of its transaction, with each value in its place', async () => {
  await inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const found = await runQuery(tx, session, 'test_session', { a: 'A', b: 'B' });
    expect(found).toEqual([{ pid: rows[0]?.pid, a: 'A', b: 'B' }]);
    const names = await tx.execute(sql`select name from pg_prepared_statements where name = 'test_session'`);
    expect(names.rows).toEqual([{ name: 'test_session' }]);
  });
});

test('a query without a name leaves no plan behind', async () => {
  const plans = sql`select count(*)::int as n from pg_prepared_statements where statement like '%unnamed%'`;
  await inTransaction(db, async (tx) => {
    expect(await runQuery(tx, dialect.sqlToQuery(sql`select 'unnamed' as text`), undefined, {})).toHaveLength(
      1,
    );
    // The count itself is planned without a name too.
    expect((await tx.execute(plans)).rows).toEqual([{ n: 0 }]);
  });
});

test('the rows of a select come as arrays in the order of its fields', async () => {
  const query = dialect.sqlToQuery(sql`select 'x' as same, 'y' as same, null as none`);
  const options = { name: 'test_arrays', toRows: (rows: unknown[][]) => rows };
  expect(await runSelect(db, query, options, {})).toEqual([['x', 'y', null]]);
});

test('a select tells its fields by name, in order', () => {
  const select = new QueryBuilder().select({ b: things.count, a: sql`1`, c: sql`2`.as('two') }).from(things);
  expect(selectedFields(select).map(([name]) => name)).toEqual(['b', 'a', 'c']);
});

test.each([
  ['a bigint', things.id, '7', 7],
  ['an integer', things.count, 7, 7],
  ['a flag', things.on, true, true],
  ['a day', things.day, '2026-12-01', '2026-12-01'],
  ['an instant', things.at, '2026-12-01 02:00:00+00', new Date('2026-12-01T02:00:00Z')],
  ['JSON', things.data, { a: 1 }, { a: 1 }],
  ['an expression', sql`1`, '1', '1'],
  ['a mapped expression', sql`1`.mapWith(Number), '1', 1],
  ['a named expression', sql`1`.mapWith(Number).as('one'), '1', 1],
])('the driver’s value of %s becomes the field’s', (_what, field, value, decoded) => {
  const decode = decodeOf(field);
  expect(decode ? decode(value) : value).toEqual(decoded);
});

test('no other file reaches into Drizzle', () => {
  const found = execFileSync(
    'git',
    ['grep', '-lE', '\\._\\.|\\.session\\.prepareQuery|from .drizzle-orm/pg-core/', '--', 'server/src/*.ts'],
    {
      cwd: `${import.meta.dirname}/../../../..`,
      encoding: 'utf8',
    },
  );
  expect(
    found
      .trim()
      .split('\n')
      .filter((file) => !file.endsWith('.test.ts')),
  ).toEqual(['server/src/platform/database/drizzle-internals.ts']);
});
