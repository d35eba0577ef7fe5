import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../server/src/platform/config.ts';
import { OUTSIDE } from '../../server/src/platform/database/migrations.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'portal-check-'));
});
afterAll(() => rm(folder, { recursive: true }));

const check = async (text?: string) => {
  const file = path.join(folder, '0099_change.sql');
  if (text !== undefined) await writeFile(file, text);
  const script = path.join(ROOT, 'tools/migrations/check.ts');
  return spawnSync(process.execPath, [script, ...(text === undefined ? [] : [file])], { encoding: 'utf8' });
};

test('the present migrations are safe under load', async () => {
  const { status, stderr } = await check();
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test.each([
  ['a rule that is proved at once', 'alter table sessions add constraint c check (account_id > 0);'],
  [
    'a foreign key that is proved at once',
    'alter table sessions add constraint c foreign key (account_id) references accounts (id);',
  ],
  [
    'a rule that is proved in the transaction that adds it',
    'alter table sessions add constraint c check (account_id > 0) not valid;--> statement-breakpoint\nalter table sessions validate constraint c;',
  ],
  ['a unique rule with its index', 'alter table sessions add constraint c unique (account_id);'],
  ['an index that blocks writers', 'create index i on sessions (account_id);'],
  ['an index built concurrently in a transaction', 'create index concurrently i on sessions (account_id);'],
  ['an index dropped under a lock', 'drop index sessions_account;'],
  ['another type', 'alter table sessions alter column token_hash type varchar(10);'],
  ['not null without a proof', 'alter table sessions alter column account_id set not null;'],
  ['a column that must be given', 'alter table sessions add column n text not null;'],
  [
    'a default that is computed for each row',
    'alter table sessions add column n timestamptz not null default clock_timestamp();',
  ],
  [
    'a stored column',
    'alter table sessions add column n text generated always as (upper(token_hash)) stored;',
  ],
  ['a column taken away', 'alter table sessions drop column token_hash;'],
  ['a column renamed', 'alter table sessions rename column token_hash to hash;'],
  ['a table taken away', 'drop table sessions;'],
  ['a table renamed', 'alter table sessions rename to visits;'],
  [
    'a statement that blocks, outside a transaction',
    `${OUTSIDE}\nalter table sessions add column if not exists n text;`,
  ],
  [
    'an index that cannot be built twice, outside a transaction',
    `${OUTSIDE}\ncreate index concurrently i on sessions (account_id);`,
  ],
])('refuses %s, and says how it is done', async (_, text) => {
  const { status, stderr } = await check(text);
  expect(status).toBe(1);
  expect(stderr).toContain('0099_change.sql');
  expect(stderr).toContain('CREATE INDEX CONCURRENTLY IF NOT EXISTS');
});

test.each([
  ['a column without a value', 'alter table sessions add column n text;'],
  ['a column with a constant', 'alter table sessions add column n boolean not null default false;'],
  ['a rule for what comes', 'alter table sessions add constraint c check (account_id > 0) not valid;'],
  ['the proof of a rule', 'alter table sessions validate constraint c;'],
  [
    'a new table with index and foreign key',
    'create table t (id bigint, n bigint);--> statement-breakpoint\nalter table t add constraint f foreign key (n) references accounts (id);--> statement-breakpoint\ncreate index i on t (n);',
  ],
  [
    'an index built concurrently',
    `${OUTSIDE}\ncreate index concurrently if not exists i on sessions (account_id);--> statement-breakpoint\ndrop index concurrently if exists j;`,
  ],
  [
    'a unique rule on an index that is there',
    'alter table sessions add constraint c unique using index c_building;',
  ],
])('takes %s', async (_, text) => {
  const { status, stderr } = await check(text);
  expect([status, stderr]).toEqual([0, '']);
});

test('the newest snapshot is the schema of the code, so that the next migration holds only its own change', async () => {
  const out = path.join(folder, 'migrations');
  await cp(path.join(ROOT, 'server/migrations'), out, { recursive: true });
  const { stdout } = spawnSync(
    process.execPath,
    [
      path.join(ROOT, 'node_modules/drizzle-kit/bin.cjs'),
      'generate',
      '--dialect=postgresql',
      '--casing=snake_case',
      '--schema=./src/*/tables.ts',
      `--out=${path.relative(path.join(ROOT, 'server'), out)}`,
    ],
    { cwd: path.join(ROOT, 'server'), encoding: 'utf8' },
  );
  expect(stdout).toContain('No schema changes');
});
