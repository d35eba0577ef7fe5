import { glob, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { paths } from '../../office/src/platform/paths.ts';

const ROOT = path.join(import.meta.dirname, '../..');

const foldersOf = async (parent: string): Promise<string[]> => {
  const entries = await readdir(path.join(ROOT, parent), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
};

/** Folders that belong to no module: pages of several modules use them. */
const SHARED = ['app', 'forms', 'lists', 'platform', 'rich-text', 'settings', 'text'];

test('names the folders of the office as the modules of the server', async () => {
  const modules = await foldersOf('server/src');
  const pages = (await foldersOf('office/src')).filter((name) => !SHARED.includes(name));
  expect(pages).toContain('enrolment');
  expect(pages.filter((name) => !modules.includes(name))).toEqual([]);
});

test('begins each address of the office with the folder of its page', async () => {
  const folders = await foldersOf('office/src');
  const patterns = Object.values(paths).map(({ pattern }) => pattern);
  expect(patterns.filter((pattern) => !folders.includes(`${pattern.split('/')[1]}`))).toEqual(['/']);
});

/** Addresses of pages and of calls, written out as text. */
const ADDRESS = /(?<=['"`])\/(?:api\/)?[a-z][\w-]*(?:\/[^'"`\s]*)?(?=[?'"`])/g;

test.each([
  ["navigate('/classes')", 1],
  ['fetch(`/api/office/classes`)', 1],
  ['<Link to="/classes/7/results?page=2">', 1],
  ['paths.trainingClass.to({ id })', 0],
  ["import { at } from '../path.ts'", 0],
  ["text.split('/')", 0],
])('finds addresses that are written out: %s', (source, found) => {
  expect(source.match(ADDRESS) ?? []).toHaveLength(found);
});

/** Its addresses are typed by the contract, whose schemas it must not import. */
const FIRST_CALLS = 'office/src/app/first-calls.ts';

/** The address of the application itself. */
const ALLOWED = ['office/src/app/router.tsx: /office'];

test('takes addresses from the paths and from the contract', async () => {
  const found: string[] = [];
  for await (const file of glob('office/src/**/*.{ts,tsx}', { cwd: ROOT })) {
    if (['office/src/platform/paths.ts', FIRST_CALLS].includes(file) || /\.test\.tsx?$/.test(file)) continue;
    const source = await readFile(path.join(ROOT, file), 'utf8');
    found.push(...[...source.matchAll(ADDRESS)].map(([address]) => `${file}: ${address}`));
  }
  expect(found).toEqual(ALLOWED);
});
