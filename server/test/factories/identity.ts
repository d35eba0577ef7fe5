const LETTERS = 'ABCDEFGHJKLMNPQRSTUVXYWZIO';
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 1];

/** The n-th valid national ID number of its letter and sex; serials run from 0. */
export const nationalId = (n: number, { letter = 'A', sex = 1 as 0 | 1 } = {}): string => {
  const value = 10 + LETTERS.indexOf(letter);
  const body = `${sex === 1 ? 1 : 2}${String(n % 10_000_000).padStart(7, '0')}`;
  const sum = [...body].reduce(
    (total, digit, at) => total + Number(digit) * (WEIGHTS[at] ?? 0),
    Math.floor(value / 10) + (value % 10) * 9,
  );
  return `${letter}${body}${(10 - (sum % 10)) % 10}`;
};

/** A passport number, never of the shape of another kind of number. */
export const passportNo = (n: number): string => `X${String(n).padStart(8, '0')}K`;
