import { readFileSync } from 'node:fs';

const lines = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n');
const common = new Set(lines.filter((line) => !line.startsWith('#')));

/** Ignores case and width. Texts of only one or two different characters count as common too. */
export const isCommonPassword = (password: string): boolean => {
  const plain = password.normalize('NFKC').toLowerCase();
  return common.has(plain) || new Set(plain).size <= 2;
};
