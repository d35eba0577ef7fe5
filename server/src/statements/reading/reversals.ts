import { addDays } from '@portal/contract/dates';
import type { ReadLine } from './read-lines.ts';

/* Pure. Finds deposits that the bank has reversed. */

export const REVERSAL = /沖正|沖回|沖銷|沖轉|沖帳|更正|退匯|退回|退件|交易取消/;

export const REVERSAL_DAYS = 31;

const isSameName = (reversal: string | null, deposit: string | null): boolean =>
  reversal === null || deposit === null || reversal === deposit || REVERSAL.test(reversal);

/** The deposit is at most `REVERSAL_DAYS` older, and has the same digits and name where both have them. */
const reverses = (reversal: ReadLine, deposit: ReadLine): boolean => {
  if (deposit.aside !== null || deposit.day > reversal.day) return false;
  if (addDays(deposit.day, REVERSAL_DAYS) < reversal.day) return false;
  const isSameAccount =
    reversal.digits === null || deposit.digits === null || reversal.digits === deposit.digits;
  return isSameAccount && isSameName(reversal.name, deposit.name);
};

/** Two deposits precede a reversal: the later one is nearer to it. */
const isNearer = (one: ReadLine, other: ReadLine | undefined): boolean =>
  other === undefined || one.day > other.day || (one.day === other.day && one.row > other.row);

/** Marks the deposits as `reversed`. `unpaired`: reversals without a deposit among the lines. */
export const pairReversals = <L extends ReadLine>(lines: readonly L[]): { lines: L[]; unpaired: L[] } => {
  const byAmount = Map.groupBy(lines, ({ amount }) => amount);
  const reversed = new Set<L>();
  const unpaired: L[] = [];
  for (const reversal of lines.filter(({ aside }) => aside === 'reversal')) {
    let match: L | undefined;
    for (const deposit of byAmount.get(-reversal.amount) ?? []) {
      const fits = !reversed.has(deposit) && reverses(reversal, deposit);
      if (fits && isNearer(deposit, match)) match = deposit;
    }
    if (match) reversed.add(match);
    else unpaired.push(reversal);
  }
  return {
    lines: lines.map((line) => (reversed.has(line) ? { ...line, aside: 'reversed' } : line)),
    unpaired,
  };
};
