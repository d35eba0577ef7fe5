import { createHash } from 'node:crypto';
import { STATEMENT_COLUMNS, type StatementShape } from '@portal/contract/office/statement-shape';
import { PREVIEW_ROWS, STATEMENT_LINES } from '@portal/contract/office/statements';
import { type SheetAnswer, type SheetFault, type SheetRows, sheetRows } from '../platform/sheet-rows.ts';
import { fingerprintsOf } from './fingerprint.ts';
import { guessShape } from './guess-shape.ts';
import { type ReadLine, type ReadStatement, type RowFault, readLines } from './read-lines.ts';

/* Runs in a worker: `desk-worker.ts`. */

export type FileFault = { readonly fault: SheetFault };

type Reading = Pick<StatementShape, 'encoding' | 'separator'>;

const readRows = (bytes: Uint8Array, shape: Reading | undefined): Promise<SheetAnswer> =>
  sheetRows(Buffer.from(bytes), {
    maxRows: STATEMENT_LINES,
    maxColumns: STATEMENT_COLUMNS,
    encoding: shape?.encoding,
    separator: shape?.separator,
  });

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const countGrave = ({ faults }: ReadStatement): number =>
  faults.filter(({ fault }) => fault !== 'private_use').length;

/** Lines of an insert. */
const SLICE = 50;

const slicesOf = (lines: readonly ReadLine[]): string[] => {
  const fingerprints = fingerprintsOf(lines);
  const rows = lines.map(({ balance: _, ...line }, at) => ({ ...line, fingerprint: fingerprints[at] }));
  return Array.from({ length: Math.ceil(rows.length / SLICE) }, (_, n) =>
    JSON.stringify(rows.slice(n * SLICE, (n + 1) * SLICE)),
  );
};

export interface FileToImport {
  readonly sha256: string;
  readonly count: number;
  /** Rows that cannot be read. */
  readonly faulty: number;
  /** JSON arrays of lines with their fingerprints, for the database. */
  readonly slices: readonly string[];
  /** Reversals without a deposit among the lines. */
  readonly unpaired: readonly ReadLine[];
}

export const readForImport = async ({
  bytes,
  shape,
}: {
  readonly bytes: Uint8Array;
  readonly shape: StatementShape;
}): Promise<FileToImport | FileFault> => {
  const answer = await readRows(bytes, shape);
  if ('fault' in answer) return answer;
  const read = readLines(answer.sheet.rows, shape);
  return {
    sha256: digestOf(bytes),
    count: read.lines.length,
    faulty: countGrave(read),
    slices: slicesOf(read.lines),
    unpaired: read.unpaired,
  };
};

/** The remembered shape if it reads the file at least as well as a new guess. */
const chooseShape = (sheet: SheetRows, remembered: StatementShape | null): StatementShape => {
  const guessed = guessShape(sheet);
  if (remembered === null) return guessed;
  const kept = { ...remembered, encoding: sheet.encoding, separator: guessed.separator };
  const [old, fresh] = [readLines(sheet.rows, kept), readLines(sheet.rows, guessed)];
  const isWorse = countGrave(old) > countGrave(fresh) || old.lines.length < fresh.lines.length;
  return isWorse ? guessed : kept;
};

/** Rows before the first line, to show the header. */
const ABOVE = 3;
const FAULTS = 50;

const daysOf = ({ lines }: ReadStatement) => {
  const days = lines.map(({ day }) => day).toSorted();
  return { from: days[0] ?? null, until: days.at(-1) ?? null };
};

export interface FileToPreview {
  readonly sha256: string;
  readonly shape: StatementShape;
  readonly rows: string[][];
  readonly firstRow: number;
  readonly lines: Omit<ReadLine, 'balance'>[];
  readonly counts: { total: number; deposits: number; aside: number; faults: number };
  readonly faults: RowFault[];
  readonly from: string | null;
  readonly until: string | null;
  /** A JSON array, for the database. */
  readonly fingerprints: string;
}

export const readForPreview = async ({
  bytes,
  given,
  remembered,
}: {
  readonly bytes: Uint8Array;
  readonly given: StatementShape | undefined;
  readonly remembered: StatementShape | null;
}): Promise<FileToPreview | FileFault> => {
  const answer = await readRows(bytes, given);
  if ('fault' in answer) return answer;
  const { rows } = answer.sheet;
  const shape = given ?? chooseShape(answer.sheet, remembered);
  const read = readLines(rows, shape);
  const from = Math.max(0, shape.skip - ABOVE);
  const aside = read.lines.filter((line) => line.aside !== null).length;
  return {
    sha256: digestOf(bytes),
    shape,
    rows: rows.slice(from, from + PREVIEW_ROWS).map((row) => row.map((cell) => cell.slice(0, 60))),
    firstRow: from + 1,
    lines: read.lines.slice(0, PREVIEW_ROWS).map(({ balance: _, ...line }) => line),
    counts: {
      total: read.lines.length,
      deposits: read.lines.length - aside,
      aside,
      faults: countGrave(read),
    },
    faults: read.faults.slice(0, FAULTS),
    ...daysOf(read),
    fingerprints: JSON.stringify(fingerprintsOf(read.lines)),
  };
};
