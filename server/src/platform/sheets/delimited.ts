/* Pure. Text with a separator between cells, as banks and spreadsheets write it. */

interface Delimited {
  readonly rows: string[][];
  /** Rows, from 0, whose quotes do not close: they are split at each separator. */
  readonly broken: number[];
}

interface Part {
  readonly cell: string;
  /** Behind the cell. */
  readonly end: number;
}

/** Characters of a quoted cell. A quote that is not closed by then is no quote around a cell. */
const MAX_QUOTED_LENGTH = 5000;
const OPENING_QUOTE = /[ \u3000]*(=?)"/y;
const BLANKS = /[ \u3000]*/y;

const isLineEnd = (character: string | undefined): boolean =>
  character === undefined || character === '\n' || character === '\r';

const closingQuote = (text: string, from: number): number => {
  for (let at = from; ; ) {
    const quote = text.indexOf('"', at);
    if (quote === -1 || quote - from > MAX_QUOTED_LENGTH) return -1;
    if (text[quote + 1] !== '"') return quote;
    at = quote + 2;
  }
};

/** A line break in a cell is fine, a row in it is not: its quote belongs to another row. */
const holdsRows = (cell: string, separator: string): boolean =>
  cell
    .split(/[\r\n]+/)
    .slice(1)
    .some((line) => line.split(separator).length > 2);

/** Null: the quote does not close where a cell ends. */
const quotedCell = (text: string, from: number, separator: string): Part | null => {
  const close = closingQuote(text, from);
  if (close === -1) return null;
  BLANKS.lastIndex = close + 1;
  BLANKS.test(text);
  const end = BLANKS.lastIndex;
  if (text[end] !== separator && !isLineEnd(text[end])) return null;
  const cell = text.slice(from, close).replaceAll('""', '"');
  return holdsRows(cell, separator) ? null : { cell, end };
};

const plainCell = (text: string, from: number, separator: string): Part => {
  let end = from;
  while (text[end] !== separator && !isLineEnd(text[end])) end += 1;
  return { cell: text.slice(from, end), end };
};

const nextCell = (text: string, from: number, separator: string): Part | null => {
  OPENING_QUOTE.lastIndex = from;
  return OPENING_QUOTE.test(text)
    ? quotedCell(text, OPENING_QUOTE.lastIndex, separator)
    : plainCell(text, from, separator);
};

interface Row {
  readonly cells: string[];
  readonly end: number;
}

const readRow = (text: string, from: number, separator: string): Row | null => {
  const cells: string[] = [];
  for (let at = from; ; ) {
    const part = nextCell(text, at, separator);
    if (!part) return null;
    cells.push(part.cell);
    if (text[part.end] !== separator) return { cells, end: part.end };
    at = part.end + 1;
  }
};

const splitLine = (text: string, from: number, separator: string): Row => {
  let end = from;
  while (!isLineEnd(text[end])) end += 1;
  return { cells: text.slice(from, end).split(separator), end };
};

/** Each line may end in its own way: CRLF, LF or CR. Stops after `maxRows`. */
export const parseDelimited = (text: string, separator: string, maxRows: number): Delimited => {
  const rows: string[][] = [];
  const broken: number[] = [];
  for (let at = 0; at < text.length && rows.length < maxRows; ) {
    const read = readRow(text, at, separator);
    if (!read) broken.push(rows.length);
    const { cells, end } = read ?? splitLine(text, at, separator);
    rows.push(cells);
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
  return { rows, broken };
};

const SEPARATORS = [',', '\t', ';', '|'];
const SAMPLE_LENGTH = 20_000;
const SAMPLE_LINES = 60;

/** The columns of most lines, times the number of those lines. */
const evenness = (sample: string, separator: string): number => {
  const counts = new Map<number, number>();
  for (const line of sample.split(/\r\n|\r|\n/).slice(0, SAMPLE_LINES)) {
    const count = line.replace(/"[^"]*"/g, '').split(separator).length;
    if (count > 1) counts.set(count, (counts.get(count) ?? 0) + 1);
  }
  return Math.max(0, ...[...counts].map(([columns, lines]) => columns * lines));
};

/** Excel reads a first line `sep=;`. */
export const guessSeparator = (text: string): string => {
  const named = /^sep=([,;\t|])[\r\n]/i.exec(text)?.[1];
  if (named) return named;
  const sample = text.slice(0, SAMPLE_LENGTH);
  return SEPARATORS.reduce((best, each) => (evenness(sample, each) > evenness(sample, best) ? each : best));
};
