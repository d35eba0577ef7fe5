/* Pure. Checks that previous balance + amount = balance, in whichever order the file has its lines. */

export interface BalanceEntry {
  /** From 1. */
  readonly row: number;
  readonly day: string;
  readonly amount: number;
  readonly balance: number | null;
}

/** The likely cause: exchanged columns for money in and out, wrong signs, or a line that the file lacks. */
type BalanceHint = 'swapped' | 'direction' | 'missing';

interface BalanceBreak {
  readonly row: number;
  readonly expected: number;
  readonly found: number;
}

export type BalanceCheck =
  | { readonly state: 'none' }
  | { readonly state: 'holds' }
  | ({ readonly state: 'broken'; readonly breaks: number; readonly hint: BalanceHint } & BalanceBreak);

type Entries = readonly BalanceEntry[];

/** Two successive balances. */
interface Link {
  /** The entries after the first balance, up to and with the one that has the second. */
  readonly entries: Entries;
  readonly before: number;
  readonly after: number;
}

const linksOf = (entries: Entries): Link[] => {
  const links: Link[] = [];
  let [before, pending]: [number | null, BalanceEntry[]] = [null, []];
  for (const entry of entries) {
    pending.push(entry);
    if (entry.balance === null) continue;
    if (before !== null) links.push({ entries: pending, before, after: entry.balance });
    [before, pending] = [entry.balance, []];
  }
  return links;
};

const sumOf = (entries: Entries): number => entries.reduce((sum, { amount }) => sum + amount, 0);

const isBroken = ({ entries, before, after }: Link): boolean => before + sumOf(entries) !== after;

const byDays = (entries: Entries): BalanceEntry[][] => {
  const days: BalanceEntry[][] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last?.[0]?.day === entry.day) last.push(entry);
    else days.push([entry]);
  }
  return days;
};

/** The orders in which banks write lines: days and the lines of a day, each forwards or backwards. */
const ordersOf = (entries: Entries): Entries[] => {
  const days = byDays(entries);
  return [entries, entries.toReversed(), days.toReversed().flat(), days.flatMap((day) => day.toReversed())];
};

/** The entries in the order in which the fewest balances break. */
const inBalanceOrder = (entries: Entries): Entries => {
  const [first = entries, ...others] = ordersOf(entries);
  const countBroken = (order: Entries) => linksOf(order).filter(isBroken).length;
  let best = { order: first, broken: countBroken(first) };
  for (const order of others) {
    if (best.broken === 0) break;
    const broken = countBroken(order);
    if (broken < best.broken) best = { order, broken };
  }
  return best.order;
};

export const countBalanceBreaks = (entries: Entries): number =>
  linksOf(inBalanceOrder(entries)).filter(isBroken).length;

/** The number of balances that follow a known one. */
export const countBalanceLinks = (entries: Entries): number => linksOf(entries).length;

const hintOf = (entries: Entries, links: readonly Link[]): BalanceHint => {
  const negated = entries.map((entry) => ({ ...entry, amount: 0 - entry.amount }));
  if (countBalanceBreaks(negated) === 0) return 'swapped';
  const hasOppositeSign = ({ entries: [only, ...rest], before, after }: Link) =>
    only !== undefined && rest.length === 0 && Math.abs(after - before) === Math.abs(only.amount);
  return links.filter(isBroken).every(hasOppositeSign) ? 'direction' : 'missing';
};

/** `row`: of the first balance that differs. */
export const checkBalance = (entries: Entries): BalanceCheck => {
  if (entries.every(({ balance }) => balance === null)) return { state: 'none' };
  const order = inBalanceOrder(entries);
  const links = linksOf(order);
  const broken = links.filter(isBroken);
  const first = broken.toSorted((a, b) => (a.entries.at(-1)?.row ?? 0) - (b.entries.at(-1)?.row ?? 0))[0];
  if (!first) return { state: 'holds' };
  return {
    ...{ state: 'broken', breaks: broken.length, hint: hintOf(entries, links) },
    row: first.entries.at(-1)?.row ?? 0,
    expected: first.before + sumOf(first.entries),
    found: first.after,
  };
};

/** Returns, by row, the sign of each amount that the balances before and after it show. */
export const signsByBalance = (entries: Entries): ReadonlyMap<number, number> => {
  const absolute = entries.map((entry) => ({ ...entry, amount: Math.abs(entry.amount) }));
  const signed = (order: Entries) =>
    new Map(
      linksOf(order).flatMap(({ entries: [only, ...rest], before, after }) =>
        only && rest.length === 0 && Math.abs(after - before) === only.amount
          ? [[only.row, Math.sign(after - before)] as const]
          : [],
      ),
    );
  return ordersOf(absolute)
    .map(signed)
    .reduce((best, each) => (each.size > best.size ? each : best));
};
