import { readFileSync } from 'node:fs';

const lines = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n');
const common = new Set(lines.filter((line) => line !== '' && !line.startsWith('#')));

/**
 * Is it a password that everybody tries first: on the list, or of one or two different characters alone? Case and
 * width of letters do not matter.
 */
export const isCommonPassword = (password: string): boolean => {
  const plain = password.normalize('NFKC').toLowerCase();
  return common.has(plain) || new Set(plain).size <= 2;
};
