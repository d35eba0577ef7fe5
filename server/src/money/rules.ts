/* Pure. Amounts are in whole New Taiwan dollars. */

/** The sums of a registration's ledger. */
export interface Balance {
  /** All charges. */
  readonly charged: number;
  /** The part of `charged` that stays with the branch and pays for nothing. */
  readonly kept: number;
  /** The allocations of payments that were not undone. */
  readonly received: number;
  /** Refunds that are due or paid. */
  readonly refunded: number;
}

/**
 * The price of the seat for this person: the fee with the differences of moves, less waivers; 0 once it is
 * cancelled.
 */
export const priceOf = ({ charged, kept }: Balance): number => charged - kept;

/** The person's money that the branch holds for the seat. Never below 0: only received money goes back. */
export const heldOf = ({ received, refunded, kept }: Balance): number => received - refunded - kept;

/** The amount that the person still owes. Below 0 only until the same transaction makes a refund due. */
export const balanceOf = (balance: Balance): number => priceOf(balance) - heldOf(balance);

/**
 * The charges for a move to a class whose fee differs by `difference`. The part of an earlier waiver that exceeds
 * the new fee is reversed, so that nobody gets back money that they did not pay.
 */
export const moveEntries = (
  balance: Balance,
  difference: number,
): { readonly difference: number; readonly waived: number } => ({
  difference,
  waived: Math.max(0, -(priceOf(balance) + difference)),
});

interface Due {
  readonly id: number;
  /** 0 for somebody who owes nothing. */
  readonly due: number;
}

export interface Share {
  readonly id: number;
  readonly amount: number;
  /** The missing part of the due. */
  readonly short: number;
}

/** The sum of the dues. */
export const dueOf = (dues: readonly { readonly due: number }[]): number =>
  dues.reduce((sum, { due }) => sum + due, 0);

/** Negative if the amount is less than the dues. */
export const differenceOf = (amount: number, dues: readonly Due[]): number => amount - dueOf(dues);

/** Divides the amount among the dues, in order. The rest after the last one is in no share. */
export const shareOut = <D extends Due>(amount: number, dues: readonly D[]): (D & Share)[] => {
  let left = amount;
  return dues.map((each) => {
    const share = Math.min(left, each.due);
    left -= share;
    return { ...each, amount: share, short: each.due - share };
  });
};

/**
 * Divides money that goes back: each registration gets up to its fee, in order, and the first one also what is left.
 */
export const shareSurplus = (
  amount: number,
  paid: readonly { readonly id: number; readonly fee: number }[],
): { id: number; amount: number }[] => {
  const shares = shareOut(
    amount,
    paid.map(({ id, fee }) => ({ id, due: fee })),
  );
  const rest = amount - shares.reduce((sum, share) => sum + share.amount, 0);
  return shares.map((share, at) => ({ id: share.id, amount: share.amount + (at === 0 ? rest : 0) }));
};

/**
 * Divides what is left of an amount after the dues among those who owe nothing, or else gives it to the first
 * person.
 */
export const surplusRefunds = (
  amount: number,
  people: readonly (Due & { readonly fee: number; readonly owes: boolean })[],
): { id: number; amount: number }[] => {
  const surplus = amount - dueOf(people);
  const settled = people.filter(({ owes }) => !owes);
  return surplus > 0 ? shareSurplus(surplus, settled.length > 0 ? settled : people.slice(0, 1)) : [];
};
