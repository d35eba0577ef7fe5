import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');

/** A key written out where a query is not defined but invalidated, read or changed. */
const FOREIGN_KEY = /\w+Quer(?:y|ies)(?:Data|State)?(?:<[^(]*>)?\(\s*(?:\{\s*queryKey:\s*)?\[\s*['"]/g;

test.each([
  ["queries.invalidateQueries({ queryKey: ['classes'] })", 1],
  ["queries.setQueryData(['classes'], [])", 1],
  ["queries.getQueriesData<Page>({ queryKey: ['classes', 'page'] })", 1],
  ['queries.invalidateQueries({ queryKey: classesKey })', 0],
  ["queryOptions({ queryKey: ['classes'], queryFn: load })", 0],
])('finds keys that are written out away from their query: %s', (source, found) => {
  expect(source.match(FOREIGN_KEY) ?? []).toHaveLength(found);
});

/** The words that a key begins with, where it is defined. */
const OWN_WORDS = /(?:queryKey:|Key = (?:\([^)]*\) =>)?)\s*\[\s*('[^']+'(?:,\s*'[^']+')*)/g;

const sources = async (application: string): Promise<{ file: string; source: string }[]> => {
  const found: { file: string; source: string }[] = [];
  for await (const file of glob(`${application}/src/**/*.{ts,tsx}`, { cwd: ROOT })) {
    if (!/\.test\.tsx?$/.test(file))
      found.push({ file, source: await readFile(path.join(ROOT, file), 'utf8') });
  }
  return found;
};

test.each([
  ["queryOptions({ queryKey: ['classes', 'page', id], queryFn: load })", ["'classes', 'page'"]],
  ["export const classKey = (id: number) => ['class', id] as const;", ["'class'"]],
  ["export const historyKey = ['history'] as const;", ["'history'"]],
  ["queryKey: [...historyKey, 'class', id]", []],
])('finds the words that a key begins with: %s', (source, words) => {
  expect([...source.matchAll(OWN_WORDS)].map(([, word]) => word)).toEqual(words);
});

test.each(['web', 'office'])('gives each key of %s one owner', async (application) => {
  const words = (await sources(application)).flatMap(({ source }) =>
    [...source.matchAll(OWN_WORDS)].map(([, word]) => word),
  );
  expect(words.length).toBeGreaterThan(5);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});

test('invalidates, reads and changes queries only by keys that their owner exports', async () => {
  const all = [...(await sources('web')), ...(await sources('office'))];
  const foreign = all.flatMap(({ file, source }) =>
    [...source.matchAll(FOREIGN_KEY)].map(([text]) => `${file}: ${text}`),
  );
  expect(foreign).toEqual([]);
});
