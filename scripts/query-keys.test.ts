import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');

/** A key written out where a query is not defined but invalidated, read or changed. */
const FOREIGN_KEY = /\w+Quer(?:y|ies)(?:Data|State)?(?:<[^(]*>)?\(\s*(?:\{\s*queryKey:\s*)?\[\s*['"]/g;

it.each([
  ["queries.invalidateQueries({ queryKey: ['classes'] })", 1],
  ["queries.setQueryData(['classes'], [])", 1],
  ["queries.getQueriesData<Page>({ queryKey: ['classes', 'page'] })", 1],
  ['queries.invalidateQueries({ queryKey: classesKey })', 0],
  ["queryOptions({ queryKey: ['classes'], queryFn: load })", 0],
])('finds keys that are written out away from their query: %s', (source, found) => {
  expect(source.match(FOREIGN_KEY) ?? []).toHaveLength(found);
});

it('invalidates, reads and changes queries only by keys that their owner exports', async () => {
  const foreign: string[] = [];
  for await (const file of glob('{web,office}/src/**/*.{ts,tsx}', { cwd: ROOT })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const source = await readFile(path.join(ROOT, file), 'utf8');
    foreign.push(...[...source.matchAll(FOREIGN_KEY)].map(([text]) => `${file}: ${text}`));
  }
  expect(foreign).toEqual([]);
});
