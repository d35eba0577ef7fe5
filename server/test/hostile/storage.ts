import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { TestPortal } from '../app.ts';

/* A fingerprint of each table, in which a single changed cell shows. */

const tablesOf = async ({ db }: TestPortal): Promise<string[]> => {
  const { rows } = await db.$client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map(({ name }) => name);
};

/** One select over all tables; planned once per connection. */
const overAll = (tables: readonly string[], select: (table: string) => string): string =>
  tables.map((table) => `select '${table}' as name, ${select(table)}`).join(' union all ');

const statements = new WeakMap<TestPortal, Promise<string>>();

const fingerprints = (portal: TestPortal): Promise<string> => {
  const kept = statements.get(portal);
  if (kept) return kept;
  // The sum of the rows' hashes: in whatever order they come.
  const made = tablesOf(portal).then((tables) =>
    overAll(
      tables,
      (table) => `count(*)::int as rows, sum(hashtextextended(t::text, 0)) as content from "${table}" as t`,
    ),
  );
  statements.set(portal, made);
  return made;
};

const everythingKept = async (
  portal: TestPortal,
  but: readonly string[],
): Promise<Record<string, string>> => {
  const text = await fingerprints(portal);
  const { rows } = await portal.db.$client.query<{ name: string; rows: number; content: string | null }>({
    name: 'fingerprints',
    text,
  });
  const folder = path.join(portal.services.config.dataDir, 'files');
  const files = (await readdir(folder, { recursive: true })).sort().join(' ');
  const tables = rows
    .filter(({ name }) => !but.includes(name))
    .map(({ name, rows: count, content }) => [name, `${count} rows, ${content}`]);
  return { files, ...Object.fromEntries(tables) };
};

/** Fails if `work` changes a table, except those in `but`, or a file. */
export const expectNothingKept = async (
  portal: TestPortal,
  work: () => Promise<unknown>,
  but: readonly string[] = [],
): Promise<void> => {
  const before = await everythingKept(portal, but);
  await work();
  expect(await everythingKept(portal, but)).toEqual(before);
};

/** Returns the tables with a row that contains the text. */
export const tablesWith = async (portal: TestPortal, text: string): Promise<string[]> => {
  const found = overAll(
    await tablesOf(portal),
    (table) => `1 from "${table}" as t where strpos(t::text, $1) > 0`,
  );
  const { rows } = await portal.db.$client.query<{ name: string }>(found, [text]);
  return rows.map(({ name }) => name);
};
