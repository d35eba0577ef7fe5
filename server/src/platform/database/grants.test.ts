import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { administer } from '../../../test/database.ts';
import { withMuteDatabase } from '../../../test/mute-database.ts';
import { ConfigurationFault } from '../config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { APPEND_ONLY, grantServing } from './grants.ts';
import { migrate } from './migrate.ts';

let folder: string;
let postgres: EmbeddedPostgres;

const start = async () => {
  postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false });
  await migrate(postgres.ownerUrl);
  await grantServing(postgres);
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'portal-grants-'));
  await start();
});

afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

const as = async (url: string, statement: string) => {
  const { rows } = await administer(url, (client) => client.query(statement));
  return rows;
};
const serving = (statement: string) => as(postgres.url, statement);
const owner = (statement: string) => as(postgres.ownerUrl, statement);

const addEvent = (run: typeof serving, at = 'now()') =>
  run(`insert into audit_events (at, actor, action, subject, subject_id)
       values (${at}, 'system', 'test.event', 'account', 1) returning id`);

const countEvents = async () => Number((await owner('select count(*) from audit_events'))[0].count);

const DENIED = { code: '42501' };

describe('the role that serves', () => {
  test('adds events and reads them', async () => {
    await addEvent(serving);
    expect(await serving('select action from audit_events limit 1')).toEqual([{ action: 'test.event' }]);
  });

  /** A column of each. */
  const changed = {
    audit_events: 'actor',
    event_people: 'account_ids',
    registration_events: 'actor',
    charges: 'created_by',
    certificate_contents: 'serial',
  } as const;

  test.each(
    APPEND_ONLY.flatMap((table) => [
      `update ${table} set ${changed[table]} = ${changed[table]}`,
      `delete from ${table}`,
      `truncate ${table}`,
      `alter table ${table} disable trigger ${table}_append_only`,
      `drop trigger ${table}_append_only on ${table}`,
      `alter table ${table} owner to portal`,
      `drop table ${table}`,
    ]),
  )('may not: %s', async (statement) => {
    const before = await addEvent(serving).then(countEvents);
    await expect(serving(statement)).rejects.toMatchObject(DENIED);
    expect(await countEvents()).toBe(before);
  });

  test.each([
    'set role portal_owner',
    'create table mine (id int)',
    "create or replace function refuse_event_change() returns trigger language plpgsql as 'begin return new; end'",
    'insert into drizzle.__drizzle_migrations (hash, created_at) values (0, 0)',
    'set session_replication_role = replica',
  ])('may not change the schema: %s', (statement) =>
    expect(serving(statement)).rejects.toMatchObject(DENIED),
  );

  test('deletes by the function events older than five years, and no younger ones', async () => {
    const [[old], [young]] = [
      await addEvent(serving, "now() - interval '5 years 1 day'"),
      await addEvent(serving, "now() - interval '4 years 360 days'"),
    ];
    expect(await serving('select forget_audit_events(now())')).toEqual([{ forget_audit_events: '1' }]);
    expect(await owner(`select id from audit_events where id in (${old.id}, ${young.id})`)).toEqual([young]);
  });

  test('works with every other table', async () => {
    const rows = await owner(`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and not has_table_privilege('portal', oid, 'select, insert, update, delete')
        or relname in ('${APPEND_ONLY.join("', '")}') and has_table_privilege('portal', oid, 'update, delete, truncate')`);
    expect(rows).toEqual([]);
  });
});

test.each(APPEND_ONLY)('the owner cannot change a row of %s either', async (table) => {
  await addEvent(owner);
  const trigger = (how: string) => owner(`alter table ${table} ${how} trigger ${table}_append_only`);
  if (table === 'audit_events') {
    await expect(owner("update audit_events set action = 'other.event'")).rejects.toMatchObject(DENIED);
    await expect(owner('delete from audit_events')).rejects.toMatchObject(DENIED);
  }
  // The owner can delete without the trigger, so it is the trigger that refuses.
  await trigger('disable');
  await owner(`delete from ${table}`);
  await trigger('enable');
});

test('a table that somebody else has put beside those of the portal does not prevent its start', async () => {
  const superuserUrl = postgres.ownerUrl.replace('portal_owner', 'postgres');
  await as(superuserUrl, 'create table public.notes (note text)');
  await grantServing(postgres);
  await expect(serving('select from notes')).rejects.toMatchObject(DENIED);
  await as(superuserUrl, 'drop table public.notes');
});

test('with a single role nothing is granted', async () => {
  await grantServing({ url: postgres.ownerUrl, ownerUrl: postgres.ownerUrl });
  await addEvent(owner);
  await expect(owner('delete from audit_events')).rejects.toMatchObject(DENIED);
});

test.concurrent.each(['connections', 'logins'] as const)(
  'a database that accepts %s but does not answer is reported with a sentence',
  (accepts) =>
    withMuteDatabase({ accepts }, (url) =>
      expect(grantServing({ url, ownerUrl: url })).rejects.toThrow(ConfigurationFault),
    ),
);
