import type { TestPortal } from './app.ts';

/*
 * A fingerprint of each table, in which a single changed cell shows. Triggers note which tables a committed transaction
 * has written to, so that only their fingerprints are computed again.
 */

const WATCH_ALL_TABLES = `
  create schema watched;
  create unlogged table watched.writes (name text not null);
  create function watched.note() returns trigger language plpgsql as $$
    begin
      insert into watched.writes values (tg_table_name);
      return null;
    end $$;
  do $$
    declare watched_table name;
    begin
      for watched_table in select tablename from pg_tables where schemaname = 'public' loop
        execute format(
          'create trigger note_write after insert or update or delete or truncate on public.%I '
          'for each statement execute function watched.note()', watched_table);
      end loop;
    end $$`;

interface Watched {
  readonly tables: readonly string[];
  /** The fingerprints of tables to which nobody has written since. */
  readonly known: Map<string, string>;
}

const watched = new WeakMap<TestPortal, Promise<Watched>>();

export const tablesOf = async ({ db }: TestPortal): Promise<string[]> => {
  const { rows } = await db.$client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  return rows.map(({ name }) => name);
};

/** One select over all tables. */
export const overAll = (tables: readonly string[], select: (table: string) => string): string =>
  tables.map((table) => `select '${table}' as name, ${select(table)}`).join(' union all ');

const watchTables = async (portal: TestPortal): Promise<Watched> => {
  const tables = await tablesOf(portal);
  await portal.db.$client.query(WATCH_ALL_TABLES);
  return { tables, known: new Map() };
};

const compute = async ({ db }: TestPortal, tables: readonly string[]): Promise<[string, string][]> => {
  if (tables.length === 0) return [];
  // The sum of the rows' hashes: in whatever order they come.
  const { rows } = await db.$client.query<{ name: string; rows: number; content: string | null }>(
    overAll(
      tables,
      (table) => `count(*)::int as rows, sum(hashtextextended(t::text, 0)) as content from "${table}" as t`,
    ),
  );
  return rows.map(({ name, rows: count, content }) => [name, `${count} rows, ${content}`]);
};

const refresh = async (portal: TestPortal, { tables, known }: Watched, but: readonly string[]) => {
  const writes = await portal.db.$client.query<{ name: string }>('delete from watched.writes returning name');
  for (const { name } of writes.rows) known.delete(name);
  const wanted = tables.filter((name) => !but.includes(name));
  const stale = wanted.filter((name) => !known.has(name));
  for (const [name, content] of await compute(portal, stale)) known.set(name, content);
  return Object.fromEntries(wanted.map((name) => [name, known.get(name) ?? '']));
};

/** The last call for each portal: concurrent tests take turns. */
const turns = new WeakMap<TestPortal, Promise<unknown>>();

/** Returns a fingerprint of each table except those in `but`. */
export const fingerprints = async (
  portal: TestPortal,
  but: readonly string[] = [],
): Promise<Record<string, string>> => {
  const watching = watched.get(portal) ?? watchTables(portal);
  watched.set(portal, watching);
  const turn = Promise.all([watching, turns.get(portal)]).then(([all]) => refresh(portal, all, but));
  turns.set(
    portal,
    turn.catch(() => {}),
  );
  return turn;
};
