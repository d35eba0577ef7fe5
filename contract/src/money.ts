/** Whole New Taiwan dollars as a number: `9,600`. */
export const dollars = (amount: number): string => amount.toLocaleString('en-US');

/** Whole New Taiwan dollars: `NT$9,600`. Without a call of `dollars`, for the class list has few bytes left. */
export const money = (amount: number): string => `NT$${amount.toLocaleString('en-US')}`;
