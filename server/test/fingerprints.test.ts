import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from './app.ts';
import { buildAccount, logIn } from './factories/account.ts';
import { fingerprints } from './fingerprints.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  await logIn(portal.db, await buildAccount(portal.db));
});
afterAll(() => portal.close({ broken: true }));

const changedBy = async (...statements: string[]) => {
  const before = await fingerprints(portal);
  const client = await portal.db.$client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    client.release();
  }
  const after = await fingerprints(portal);
  return Object.keys(after).filter((table) => after[table] !== before[table]);
};

const CITY = "insert into cities values (99, '測試市', 99)";

test.each([
  ['a new row', [CITY], ['cities']],
  ['a changed cell', ["update cities set name = '試驗市' where id = 99"], ['cities']],
  ['a merged row', [`${CITY} on conflict (id) do update set name = '別市'`], ['cities']],
  ['a merged row that changes nothing', [`${CITY} on conflict do nothing`], []],
  ['a removed row', ['delete from cities where id = 99'], ['cities']],
  ['the same value written again', ['update accounts set city_id = city_id'], []],
  ['what is rolled back', ['begin', CITY, 'rollback'], []],
  ['what is committed', ['begin', CITY, 'commit'], ['cities']],
  [
    'rows of another table that go with it',
    ['delete from accounts'],
    ['accounts', 'sessions', 'twin_checks'],
  ],
  ['a truncated table', ['truncate careers cascade'], ['careers']],
])('fingerprints show %s', async (_, statements, tables) => {
  expect(await changedBy(...statements)).toEqual(tables);
});

test('every table is watched', async () => {
  const { rows } = await portal.db.$client.query(
    `select tablename from pg_tables where schemaname = 'public' and not exists (
       select from pg_trigger where tgname = 'note_write' and tgrelid = tablename::regclass)`,
  );
  expect(rows).toEqual([]);
});
