import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SITE_NAME } from '@portal/contract/pages';
import { expect, test } from 'vitest';
import association from '../demo/association.json' with { type: 'json' };

const ROOT = path.join(import.meta.dirname, '../..');

const filesWith = async (name: string, folders: readonly string[]): Promise<string[]> => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = listed.split('\n').filter((file) => /\.(ts|tsx|html|css|json|webmanifest|typ)$/.test(file));
  const sources = files.filter((file) => !/\.test\.tsx?$/.test(file));
  const found = await Promise.all(
    sources.map(async (file) =>
      (await readFile(path.join(ROOT, file), 'utf8').catch(() => '')).includes(name),
    ),
  );
  return sources.filter((_, at) => found[at]);
};

test('the name of the site is written in one place, and that of the demo association in none', async () => {
  const folders = ['contract', 'kit', 'office', 'server/src', 'verify', 'web'];
  expect(await filesWith(SITE_NAME, folders)).toEqual(['contract/src/pages.ts']);
  expect(await filesWith(association.footer.name, folders)).toEqual([]);
});
