import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectPatiently, createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { careers } from '../../catalogue/tables.ts';
import { type Database, inTransaction } from './database.ts';
import { preparedSelect, statement } from './statement.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connectPatiently(database.url, { max: 1 });
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const insertCareer = statement<{ id: number }>(
  'test_insert_career',
  sql`insert into ${careers} (id, name, position)
    values (${sql.placeholder('id')}, ${sql.placeholder('name')}, 1) returning id`,
);

const asDate = (text: string) => new Date(text);

const findCareer = preparedSelect('test_find_career', (query) =>
  query
    .select({ name: careers.name, at: sql<Date>`${sql.placeholder('at')}::timestamptz`.mapWith(asDate) })
    .from(careers)
    .where(eq(careers.id, sql.placeholder('id'))),
);

const at = new Date('2026-12-01T02:00:00Z');

test('statements run in the transaction whose handle they get', async () => {
  await expect(
    inTransaction(db, async (tx) => {
      expect(await insertCareer(tx, { id: 901, name: '潛水教練' })).toEqual([{ id: 901 }]);
      expect(await findCareer(tx, { id: 901, at })).toEqual([{ name: '潛水教練', at }]);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await findCareer(db, { id: 901, at })).toEqual([]);
});

test('a connection plans each statement once', async () => {
  for (let id = 910; id < 915; id++) {
    await insertCareer(db, { id, name: `職業${id}` });
    await inTransaction(db, (tx) => findCareer(tx, { id, at }));
  }
  const { rows } = await db.execute(
    sql`select name, generic_plans + custom_plans >= 5 as used from pg_prepared_statements where name like 'test_%' order by name`,
  );
  expect(rows).toEqual([
    { name: 'test_find_career', used: true },
    { name: 'test_insert_career', used: true },
  ]);
});

test('a statement whose name is too long for PostgreSQL is a mistake of the program', () => {
  const build = (length: number) => statement('s'.repeat(length), sql`select 1`);
  expect(build(63)).toBeTypeOf('function');
  expect(() => build(64)).toThrow('more than 63 characters');
});
