import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { TestPortal } from '../app.ts';

/* Everything that the portal keeps, as one fingerprint for each table, so that one changed cell shows. */

const tablesOf = async ({ db }: TestPortal): Promise<string[]> => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  return rows.map(({ name }) => name);
};

const fingerprint = (table: string) =>
  sql`select ${table}::text as name, count(*)::int as rows, md5(coalesce(string_agg(t::text, ';' order by t::text), '')) as content
    from ${sql.identifier(table)} as t`;

type Kept = Record<string, string>;

const everythingKept = async (portal: TestPortal, but: readonly string[]): Promise<Kept> => {
  const tables = (await tablesOf(portal)).filter((table) => !but.includes(table));
  const { rows } = await portal.db.execute<{ name: string; rows: number; content: string }>(
    sql.join(tables.map(fingerprint), sql` union all `),
  );
  const folder = path.join(portal.services.config.dataDir, 'files');
  const files = (await readdir(folder, { recursive: true })).sort().join(' ');
  return {
    files,
    ...Object.fromEntries(rows.map(({ name, ...row }) => [name, `${row.rows} ${row.content}`])),
  };
};

/** Does `work` and fails if it left anything behind, in whatever table (`but` those) or among the files. */
export const expectNothingKept = async (
  portal: TestPortal,
  work: () => Promise<unknown>,
  but: readonly string[] = [],
): Promise<void> => {
  const before = await everythingKept(portal, but);
  await work();
  expect(await everythingKept(portal, but)).toEqual(before);
};

/** The tables in which some row has this text somewhere. */
export const tablesWith = async (portal: TestPortal, text: string): Promise<string[]> => {
  const tables = await tablesOf(portal);
  const { rows } = await portal.db.execute<{ name: string }>(
    sql.join(
      tables.map(
        (table) =>
          sql`select ${table}::text as name from ${sql.identifier(table)} as t where strpos(t::text, ${text}) > 0`,
      ),
      sql` union `,
    ),
  );
  return rows.map(({ name }) => name);
};
