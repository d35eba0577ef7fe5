import { createHash } from 'node:crypto';
import type { ReadLine } from './read-lines.ts';

type Identity = Pick<ReadLine, 'day' | 'amount' | 'digits' | 'balance'>;

/**
 * The balance, or else the digits, distinguish lines of the same day and amount. Texts are left out: banks change
 * them.
 */
const identityOf = ({ day, amount, digits, balance }: Identity): string =>
  JSON.stringify([day, amount, balance === null ? { digits } : { balance }]);

/** A hash of the identity and the number of equal lines before it, because a person may pay the same twice a day. */
export const fingerprintsOf = (lines: readonly Identity[]): string[] => {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const identity = identityOf(line);
    const before = seen.get(identity) ?? 0;
    seen.set(identity, before + 1);
    return createHash('sha256').update(`${identity} ${before}`).digest('hex');
  });
};
