import { createHash } from 'node:crypto';
import {
  PREVIEW_ROWS,
  STATEMENT_COLUMNS,
  STATEMENT_LINES,
  type StatementShape,
} from '@portal/contract/office/statements';
import { type SheetAnswer, type SheetRows, sheetRows } from '../../platform/sheets/sheet-rows.ts';
import type { SheetFault } from '../../platform/sheets/unreadable.ts';
import type { BalanceCheck } from './check-balance.ts';
import { fingerprintsOf } from './fingerprint.ts';
import { guessShape } from './guess-shape.ts';
import { findHead, headNames, headScore } from './heads.ts';
import {
  type ReadContext,
  type ReadLine,
  type ReadStatement,
  type RowFault,
  readLines,
  type TotalFault,
} from './read-lines.ts';
import type { SkippedRow } from './skipped-rows.ts';

/* Runs in a worker: `statement-worker.ts`. */

/** `blanks`: a text file with blanks between its columns. */
export type FileFault = { readonly fault: SheetFault | 'blanks' };

/** Signs that the file was read wrongly: balances or totals do not agree with the lines. */
export type Problem = 'balance' | 'totals';

type FileFormat = Pick<StatementShape, 'encoding' | 'separator' | 'sheet'>;

const readSheetRows = (bytes: Uint8Array, shape: FileFormat | undefined): Promise<SheetAnswer> =>
  sheetRows(Buffer.from(bytes), {
    maxRows: STATEMENT_LINES,
    maxColumns: STATEMENT_COLUMNS,
    encoding: shape?.encoding,
    separator: shape?.separator,
    sheet: shape?.sheet,
  });

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Rows that cannot be read. A character of the private use area is only a warning. */
const countFaults = ({ faults }: ReadStatement): number =>
  faults.filter(({ fault }) => fault !== 'private_use').length;

const problemsOf = ({ balance, totals }: ReadStatement): Problem[] => [
  ...(balance.state === 'broken' ? (['balance'] as const) : []),
  ...(totals.length > 0 ? (['totals'] as const) : []),
];

/** Lines that one statement inserts. */
const SLICE_LINES = 50;

const slicesOf = (lines: readonly ReadLine[], fingerprints: readonly string[]): string[] => {
  const rows = lines.map(({ maybeDigits, ...line }, at) => ({
    ...line,
    maybe_digits: maybeDigits.join(' ') || null,
    fingerprint: fingerprints[at],
  }));
  return Array.from({ length: Math.ceil(rows.length / SLICE_LINES) }, (_, n) =>
    JSON.stringify(rows.slice(n * SLICE_LINES, (n + 1) * SLICE_LINES)),
  );
};

/** A JSON array of the values by which the database recognises lines. */
const keysOf = (lines: readonly ReadLine[], fingerprints: readonly string[]): string =>
  JSON.stringify(
    lines.map(({ day, amount, digits, balance }, at) => ({
      ...{ day, amount, digits, balance },
      fingerprint: fingerprints[at],
    })),
  );

/** The names of the columns; without a head, as many empty names as there are columns. */
const headOf = ({ rows }: Pick<SheetRows, 'rows'>, { skip }: Pick<StatementShape, 'skip'>): string[] => {
  const above = rows[skip - 1] ?? [];
  if (headScore(above) >= 2) return headNames(above);
  const width = Math.max(0, ...rows.slice(skip, skip + 20).map(({ length }) => length));
  return Array.from({ length: width }, () => '');
};

const hasBlankSeparators = ({ rows, sheet }: SheetRows): boolean =>
  sheet === null && findHead(rows) === -1 && rows.some((row) => headScore(row.join(' ').split(/\s+/)) > 2);

const readFile = async (
  bytes: Uint8Array,
  shape: FileFormat | undefined,
): Promise<{ sheet: SheetRows } | FileFault> => {
  const answer = await readSheetRows(bytes, shape);
  if ('sheet' in answer && hasBlankSeparators(answer.sheet)) return { fault: 'blanks' };
  return answer;
};

export interface FileToImport {
  readonly sha256: string;
  readonly count: number;
  /** Rows that cannot be read. */
  readonly faulty: number;
  readonly problems: readonly Problem[];
  /** Whether the balances and totals of the file agree with its lines. */
  readonly isProven: boolean;
  readonly head: readonly string[];
  /** JSON arrays of lines with their fingerprints, for the database. */
  readonly slices: readonly string[];
  readonly keys: string;
  /** Reversals without a deposit among the lines. */
  readonly unpaired: readonly ReadLine[];
}

export const readForImport = async ({
  bytes,
  shape,
  ...context
}: ReadContext & {
  readonly bytes: Uint8Array;
  readonly shape: StatementShape;
}): Promise<FileToImport | FileFault> => {
  const answer = await readFile(bytes, shape);
  if ('fault' in answer) return answer;
  const read = readLines(answer.sheet, shape, context);
  const fingerprints = fingerprintsOf(read.lines);
  return {
    sha256: digestOf(bytes),
    count: read.lines.length,
    faulty: countFaults(read),
    problems: problemsOf(read),
    isProven: read.balance.state === 'holds' && read.totals.length === 0,
    head: headOf(answer.sheet, shape),
    slices: slicesOf(read.lines, fingerprints),
    keys: keysOf(read.lines, fingerprints),
    unpaired: read.unpaired,
  };
};

export interface RememberedShape {
  readonly head: readonly string[];
  readonly shape: StatementShape;
}

/** How the shape was found. `new`: guessed, although the account has remembered shapes; `first`: it has none. */
type FormatOrigin = 'given' | 'remembered' | 'new' | 'first';

interface ChosenShape {
  readonly shape: StatementShape;
  readonly origin: FormatOrigin;
}

const isWorse = (one: ReadStatement, other: ReadStatement): boolean =>
  countFaults(one) > countFaults(other) ||
  (one.balance.state === 'broken' && other.balance.state !== 'broken') ||
  one.lines.length < other.lines.length;

/** A remembered shape is used for files with the same head, unless the guessed one reads this file better. */
const chooseShape = (
  sheet: SheetRows,
  remembered: readonly RememberedShape[],
  context: ReadContext,
): ChosenShape => {
  const guessed = guessShape(sheet, context);
  const head = `${headOf(sheet, guessed)}`;
  const known = remembered.find((each) => `${each.head}` === head);
  if (!known) return { shape: guessed, origin: remembered.length > 0 ? 'new' : 'first' };
  const { encoding, separator } = guessed;
  const adapted = { ...known.shape, encoding, separator, sheet: guessed.sheet, skip: guessed.skip };
  const worse = isWorse(readLines(sheet, adapted, context), readLines(sheet, guessed, context));
  return worse ? { shape: guessed, origin: 'new' } : { shape: adapted, origin: 'remembered' };
};

/** Rows that the preview shows above the first line. */
const ROWS_ABOVE = 3;
const MAX_SHOWN_FAULTS = 50;
const MAX_SHOWN_CELL_LENGTH = 60;

const daysOf = ({ lines }: ReadStatement) => {
  const days = lines.map(({ day }) => day).toSorted();
  return { from: days[0] ?? null, until: days.at(-1) ?? null };
};

type ShownLine = Omit<ReadLine, 'balance' | 'maybeDigits'> & { readonly maybeDigits: string[] };

export interface FileToPreview {
  readonly sha256: string;
  readonly shape: StatementShape;
  readonly origin: FormatOrigin;
  readonly head: string[];
  readonly formerHead: string[] | null;
  readonly sheets: string[];
  readonly rows: string[][];
  readonly firstRow: number;
  readonly lines: ShownLine[];
  readonly counts: {
    rows: number;
    skipped: number;
    total: number;
    deposits: number;
    aside: number;
    faults: number;
  };
  readonly faults: RowFault[];
  readonly skipped: SkippedRow[];
  readonly balance: BalanceCheck;
  readonly totals: TotalFault[];
  readonly problems: Problem[];
  readonly from: string | null;
  readonly until: string | null;
  readonly keys: string;
}

const countsOf = ({ rows }: SheetRows, read: ReadStatement): FileToPreview['counts'] => {
  const aside = read.lines.filter((line) => line.aside !== null).length;
  return {
    ...{ rows: rows.length, skipped: read.skipped.length, total: read.lines.length },
    ...{ deposits: read.lines.length - aside, aside, faults: countFaults(read) },
  };
};

const shownLine = ({ balance: _, maybeDigits, ...line }: ReadLine): ShownLine => ({
  ...line,
  maybeDigits: [...maybeDigits],
});

export const readForPreview = async ({
  bytes,
  given,
  remembered,
  ...context
}: ReadContext & {
  readonly bytes: Uint8Array;
  readonly given: StatementShape | undefined;
  readonly remembered: readonly RememberedShape[];
}): Promise<FileToPreview | FileFault> => {
  const answer = await readFile(bytes, given);
  if ('fault' in answer) return answer;
  const { sheet } = answer;
  const { shape, origin } = given
    ? { shape: given, origin: 'given' as const }
    : chooseShape(sheet, remembered, context);
  const read = readLines(sheet, shape, context);
  const from = Math.max(0, shape.skip - ROWS_ABOVE);
  const former = origin === 'new' ? remembered[0] : undefined;
  return {
    ...{ sha256: digestOf(bytes), shape, origin, sheets: [...sheet.sheets] },
    head: headOf(sheet, shape),
    formerHead: former ? [...former.head] : null,
    rows: sheet.rows
      .slice(from, from + PREVIEW_ROWS)
      .map((row) => row.map((cell) => cell.slice(0, MAX_SHOWN_CELL_LENGTH))),
    firstRow: from + 1,
    lines: read.lines.slice(0, PREVIEW_ROWS).map(shownLine),
    counts: countsOf(sheet, read),
    faults: read.faults.slice(0, MAX_SHOWN_FAULTS),
    skipped: read.skipped.filter(({ reason }) => reason !== 'blank').slice(0, MAX_SHOWN_FAULTS),
    ...{ balance: read.balance, totals: [...read.totals], problems: problemsOf(read) },
    ...daysOf(read),
    keys: keysOf(read.lines, fingerprintsOf(read.lines)),
  };
};
