import type { Fact } from '@portal/contract/office/statements';

/* Pure. Compares the digits of a line with those that a person reported. */

export interface LineDigits {
  readonly digits: string | null;
  /** Other runs of digits, separated by blanks; `?` stands for a hidden digit. */
  readonly maybeDigits: string | null;
}

type DigitsFact = Pick<Fact, 'fit' | 'how'>;

const isSwap = (a: string, b: string): boolean => {
  const at = [...a].findIndex((digit, n) => digit !== b[n]);
  if (a[at] !== b[at + 1] || a[at + 1] !== b[at]) return false;
  return a.slice(at + 2) === b.slice(at + 2);
};

const countDifferent = (a: string, b: string): number => [...a].filter((digit, n) => digit !== b[n]).length;

/** A spreadsheet may have dropped leading zeros of the line; a report may have one wrong digit. */
const compareRead = (line: string, report: string): DigitsFact => {
  if (line === report) return { fit: 'yes', how: 'equal' };
  const full = line.padStart(5, '0');
  if (report.startsWith('0') && full.slice(1) === report.slice(1))
    return { fit: 'near', how: 'zero_dropped' };
  if (isSwap(full, report)) return { fit: 'near', how: 'swapped' };
  return countDifferent(full, report) === 1
    ? { fit: 'near', how: 'one_off' }
    : { fit: 'no', how: 'different' };
};

export const maybeDigitsOf = ({ maybeDigits }: LineDigits): string[] => maybeDigits?.split(' ') ?? [];

const fitsPattern = (pattern: string, report: string): boolean =>
  pattern.length === report.length &&
  [...pattern].every((digit, at) => digit === '?' || digit === report[at]);

const compareMaybe = (patterns: readonly string[], report: string): DigitsFact | null => {
  if (patterns.includes(report)) return { fit: 'yes', how: 'in_text' };
  if (patterns.some((pattern) => fitsPattern(pattern, report))) return { fit: 'near', how: 'masked' };
  const isShort = (pattern: string) => pattern.padStart(5, '0') === report;
  return patterns.some(isShort) ? { fit: 'near', how: 'zero_dropped' } : null;
};

/** Possible digits can support a report, but never rule one out. */
export const compareDigits = (line: LineDigits, report: string): DigitsFact => {
  const read = line.digits === null ? null : compareRead(line.digits, report);
  if (read && read.fit !== 'no') return read;
  return compareMaybe(maybeDigitsOf(line), report) ?? read ?? { fit: 'unknown', how: 'missing' };
};

/** The digits with each one hidden in turn. */
const withEachHidden = (digits: string): string[] =>
  [...digits].map((_, at) => [...digits].with(at, '_').join(''));

/** Keys of a line. A report with similar digits has at least one of them among its `reportKeys`. */
export const lineKeys = (line: LineDigits): string[] => {
  const full = line.digits?.padStart(5, '0') ?? null;
  const swaps = (digits: string) =>
    [0, 1, 2, 3].map(
      (at) => digits.slice(0, at) + (digits[at + 1] ?? '') + (digits[at] ?? '') + digits.slice(at + 2),
    );
  const maybe = maybeDigitsOf(line).map((pattern) => pattern.padStart(5, '0').replaceAll('?', '_'));
  return [...(full === null ? [] : [full, ...swaps(full), ...withEachHidden(full)]), ...maybe];
};

/** Keys of a report: its digits, also with one or two of them hidden. */
export const reportKeys = (digits: string): string[] => {
  const oneHidden = withEachHidden(digits);
  return [...new Set([digits, ...oneHidden, ...oneHidden.flatMap(withEachHidden)])];
};
