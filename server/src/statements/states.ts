/** `reversed`: taken back by the bank with a `reversal`. */
export const ASIDE_KINDS = ['withdrawal', 'zero', 'reversal', 'reversed', 'by_hand'] as const;
export type AsideKind = (typeof ASIDE_KINDS)[number];
