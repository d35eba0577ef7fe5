import { createHash } from 'node:crypto';
import type { ReadLine } from './read-lines.ts';

type Identity = Pick<ReadLine, 'day' | 'amount' | 'digits' | 'balance'>;

/** The balance tells equal lines apart; without one the account does. Texts may still change at the bank. */
const identityOf = ({ day, amount, digits, balance }: Identity): string =>
  JSON.stringify([day, amount, balance === null ? { digits } : { balance }]);

/** A fingerprint covers the identity and the number of equal lines before it: a person may pay the same twice a day. */
export const fingerprintsOf = (lines: readonly Identity[]): string[] => {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const identity = identityOf(line);
    const before = seen.get(identity) ?? 0;
    seen.set(identity, before + 1);
    return createHash('sha256').update(`${identity} ${before}`).digest('hex');
  });
};
