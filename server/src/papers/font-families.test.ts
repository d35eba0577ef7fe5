import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fontFamilies } from './font-families.ts';

const folderOf = (name: string, weight: string): string =>
  path.join(path.dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))), weight);

test.each([
  ['@expo-google-fonts/noto-serif-tc', '400Regular', 'Noto Serif TC'],
  ['@expo-google-fonts/cactus-classical-serif', '400Regular', 'Cactus Classical Serif'],
])('the fonts of %s are of the family that Typst finds', (name, weight, family) => {
  expect(fontFamilies(folderOf(name, weight))).toEqual([family]);
});

test('other files than fonts are left out', () => {
  expect(fontFamilies(import.meta.dirname)).toEqual([]);
});
