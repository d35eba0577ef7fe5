/** Why a line is no payment. `reversed`: the bank took the deposit back with a `reversal`. */
export const SET_ASIDE_KINDS = ['withdrawal', 'zero', 'reversal', 'reversed', 'by_hand'] as const;
export type SetAsideKind = (typeof SET_ASIDE_KINDS)[number];
