import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/*
 * Refuses migrations that would make the servers that are running wait, or break them: an upgrade is done under load.
 * `node tools/migrations/check.ts [FILE …]`; without files, all after the baseline, which is applied to empty databases.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(ROOT, 'server/migrations');
const FIRST = '0001';
/** The first line of a file whose statements stand alone; the server reads it too. */
const OUTSIDE = '-- outside a transaction';

const GUIDE = `
How to change the schema while it is used (server/migrations/README.md):
- A column is new with a constant default or none. Nothing is dropped, renamed or changed in its type: the version before still uses it.
- A rule: ADD CONSTRAINT … NOT VALID here, VALIDATE CONSTRAINT in the next file ("npm run db:generate -- --custom --name …").
- NOT NULL: first CHECK (… IS NOT NULL) NOT VALID, VALIDATE CONSTRAINT in the next file.
- An index on a table that is there: a file of its own that begins with "${OUTSIDE}",
  each statement CREATE INDEX CONCURRENTLY IF NOT EXISTS … or DROP INDEX CONCURRENTLY IF EXISTS …
- UNIQUE: such an index first, ADD CONSTRAINT … UNIQUE USING INDEX in the next file.`;

const SETTINGS = [
  '--pg-version=15.0',
  // The time-out is set by the server that migrates; integers are large enough for reference tables.
  '--exclude=require-lock-timeout,require-statement-timeout,prefer-bigint-over-int,prefer-bigint-over-smallint',
  '--reporter=gcc',
];

const squawk = (files: readonly string[], ...more: string[]): string[] => {
  if (files.length === 0) return [];
  const { stdout, stderr } = spawnSync(
    path.join(ROOT, 'node_modules/.bin/squawk'),
    [...SETTINGS, ...more, ...files],
    { encoding: 'utf8' },
  );
  return `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
};

const textOf = (file: string) => readFileSync(file, 'utf8');

/** A lock is waited for patiently outside a transaction: only what blocks nobody meanwhile may stand there. */
const blocksOutside = (file: string): string[] =>
  textOf(file)
    .split('--> statement-breakpoint')
    .filter((statement) => !/\bindex\s+concurrently\b/i.test(statement))
    .map(
      (statement) => `${file}: outside a transaction stands only INDEX CONCURRENTLY, not ${statement.trim()}`,
    );

const given = process.argv.slice(2);
const all = readdirSync(FOLDER).filter((name) => name.endsWith('.sql') && name >= FIRST);
const files = given.length > 0 ? given : all.map((name) => path.join(FOLDER, name));
const { outside = [], inside = [] } = Object.groupBy(files, (file) =>
  textOf(file).startsWith(OUTSIDE) ? 'outside' : 'inside',
);
/** `drizzle-kit` compares the schema with the newest snapshot only; each has the size of the whole schema. */
const oldSnapshots = readdirSync(path.join(FOLDER, 'meta'))
  .filter((name) => name.endsWith('_snapshot.json'))
  .sort()
  .slice(0, -1)
  .map((name) => `server/migrations/meta/${name}: delete it; only the newest snapshot is read`);

const faults = [
  ...(given.length > 0 ? [] : oldSnapshots),
  ...squawk(inside, '--assume-in-transaction'),
  ...squawk(outside),
  ...outside.flatMap(blocksOutside),
];
if (faults.length > 0) {
  console.error([...faults, GUIDE].join('\n'));
  process.exit(1);
}
