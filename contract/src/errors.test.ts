import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { refusals } from './errors.ts';

const folder = new URL('./refusals/', import.meta.url);

test('every group of refusals is among all of them, and no two groups share a code', async () => {
  const files = readdirSync(folder).filter((file) => file !== 'meaning.ts');
  const groups: object[] = await Promise.all(files.map((file) => import(`${new URL(file, folder)}`)));
  const codes = groups.flatMap((group) => Object.values(group).flatMap((meanings) => Object.keys(meanings)));
  expect(codes.toSorted()).toEqual(Object.keys(refusals).toSorted());
});
