import { createHash } from 'node:crypto';
import type { ReadLine } from './read-lines.ts';

type Content = Pick<ReadLine, 'day' | 'amount' | 'digits' | 'name' | 'memo' | 'balance'>;

const contentOf = ({ day, amount, digits, name, memo, balance }: Content): string =>
  JSON.stringify([day, amount, digits, name, memo, balance?.replace(/[,\s]|\.0+$/g, '') ?? null]);

/** A fingerprint covers the content and the number of equal lines before it: a person may pay the same twice a day. */
export const fingerprintsOf = (lines: readonly Content[]): string[] => {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const content = contentOf(line);
    const before = seen.get(content) ?? 0;
    seen.set(content, before + 1);
    return createHash('sha256').update(`${content} ${before}`).digest('hex');
  });
};
