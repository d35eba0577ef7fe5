import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');

/* `npm run check` keeps calls out of other folders (imports.mjs). */

const SENDS = /\b(?:call|download|addressOf)\(/g;

test.each([
  ['call(classes, { signal })', 1],
  ['download(paper, { body })', 1],
  ['one ? call(a, {}) : call(b, {})', 2],
  ['recall(classes)', 0],
])('counts requests: %s', (source, found) => {
  expect(source.match(SENDS) ?? []).toHaveLength(found);
});

test.each(['web', 'office'])('has one request in each file of the folders api of %s', async (application) => {
  const counts: [string, number][] = [];
  for await (const file of glob(`${application}/src/**/api/*.ts`, { cwd: ROOT })) {
    if (file.endsWith('.test.ts')) continue;
    const source = await readFile(path.join(ROOT, file), 'utf8');
    counts.push([file, source.match(SENDS)?.length ?? 0]);
  }
  expect(counts.filter(([, count]) => count === 1).length).toBeGreaterThan(30);
  expect(counts.filter(([, count]) => count > 1)).toEqual([]);
});

/** The builds leave the schemas of requests out (kit/build/slim-endpoints.ts). */
const REQUEST_SCHEMA = /(?<!typeof )\b(?!document|options|body)\w+\.body\b/g;

test.each([
  ['zodResolver(addNote.body)', 1],
  ['enrol.body.shape.reason', 1],
  ['Input<typeof addNote.body>', 0],
  ['document.body', 0],
])('finds schemas of requests: %s', (source, found) => {
  expect(source.match(REQUEST_SCHEMA) ?? []).toHaveLength(found);
});

test.each(['web', 'office'])('reads no schema of a request in %s', async (application) => {
  const found: string[] = [];
  for await (const file of glob(`${application}/src/**/*.{ts,tsx}`, { cwd: ROOT })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const source = await readFile(path.join(ROOT, file), 'utf8');
    found.push(...[...source.matchAll(REQUEST_SCHEMA)].map(([read]) => `${file}: ${read}`));
  }
  expect(found).toEqual([]);
});
