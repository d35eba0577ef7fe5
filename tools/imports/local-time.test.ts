import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');

/** The day of a `Date` in the time zone of the machine; the product's day is Taipei's (contract/src/dates.ts). */
const LOCAL = /\.(?:get|set)(?:FullYear|Month|Date|Day|Hours)\(|\bnew Date\(\)\.toISOString\(\)\.slice\(0/g;

test.each([
  ['new Date().getMonth() + 1', 1],
  ['time.setHours(0)', 1],
  ['new Date().toISOString().slice(0, 10)', 1],
  ['utc(date).getUTCDate()', 0],
  ['today(new Date())', 0],
])('finds days of the machine: %s', (source, found) => {
  expect(source.match(LOCAL) ?? []).toHaveLength(found);
});

test('asks nowhere for the day in the time zone of the machine', async () => {
  const found: string[] = [];
  const files = '{contract,kit,server,web,office,verify,e2e,tools,scripts}/**/*.{ts,tsx,mjs}';
  let read = 0;
  for await (const file of glob(files, {
    cwd: ROOT,
    exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name) || name.endsWith('local-time.test.ts'),
  })) {
    const source = await readFile(path.join(ROOT, file), 'utf8');
    read += 1;
    found.push(...[...source.matchAll(LOCAL)].map(([day]) => `${file}: ${day}`));
  }
  expect(read).toBeGreaterThan(1000);
  expect(found).toEqual([]);
});
