/* Pure. The text of a cell as people see it. */

const CELL_LENGTH = 1000;

/** Spreadsheets write `="0912"` to keep the zero. */
export const plainCell = (cell: string): string => {
  const text = cell.slice(0, CELL_LENGTH).trim();
  return /^="([^"]*)"$/.exec(text)?.[1]?.trim() ?? text;
};

/** Excel keeps 15 digits. The rest of a longer number is lost: it is written so that nobody takes it for digits. */
const MAX_EXACT_NUMBER = 1e15;

/** Fills up with zeros to `width`. */
export const numberText = (value: number, width: number): string =>
  Math.abs(value) >= MAX_EXACT_NUMBER ? value.toExponential() : String(value).padStart(width, '0');

const DAY_MS = 86_400_000;
const FIRST_DAY = { 1900: Date.UTC(1899, 11, 31), 1904: Date.UTC(1904, 0, 1) };
/** Excel counts 29 February 1900, which there was not. */
const LEAP_DAY = 60;

export type FirstYear = keyof typeof FIRST_DAY;

const daysSince = (serial: number, from: FirstYear): number =>
  from === 1900 && serial >= LEAP_DAY ? serial - 1 : serial;

/** The day of a number that is shown as a date; empty if there is no such day. */
export const dayText = (serial: number, from: FirstYear): string => {
  const date = new Date(FIRST_DAY[from] + Math.round(daysSince(serial, from) * DAY_MS));
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
};
