import { isoTaipei } from '@portal/contract/dates';
import type { StatementShape } from '@portal/contract/office/statement-shape';
import { PREVIEW_ROWS, type StatementPreview } from '@portal/contract/office/statements';
import type { Executor } from '../platform/database.ts';
import type { SheetRows } from '../platform/sheet-rows.ts';
import { fingerprintsOf } from './fingerprint.ts';
import { guessShape } from './guess-shape.ts';
import { type ReadStatement, readLines } from './read-lines.ts';
import { digestOf, readStatementRows } from './read-statement.ts';
import { type Account, findKnown, findStatement, hasLinesBetween } from './statement-queries.ts';

const FAULTS = 50;
/** Rows before the first line, to show the header. */
const ABOVE = 3;

const countGrave = ({ faults }: ReadStatement): number =>
  faults.filter(({ fault }) => fault !== 'private_use').length;

/** The remembered shape if it reads the file at least as well as a new guess. */
const chooseShape = (sheet: SheetRows, remembered: StatementShape | null): StatementShape => {
  const guessed = guessShape(sheet);
  if (remembered === null) return guessed;
  const kept = { ...remembered, encoding: sheet.encoding, separator: guessed.separator };
  const [old, fresh] = [readLines(sheet.rows, kept), readLines(sheet.rows, guessed)];
  const isWorse = countGrave(old) > countGrave(fresh) || old.lines.length < fresh.lines.length;
  return isWorse ? guessed : kept;
};

const rowsOf = ({ rows }: SheetRows, { skip }: StatementShape): string[][] => {
  const from = Math.max(0, skip - ABOVE);
  return rows.slice(from, from + PREVIEW_ROWS).map((row) => row.map((cell) => cell.slice(0, 60)));
};

const daysOf = ({ lines }: ReadStatement) => {
  const days = lines.map(({ day }) => day).toSorted();
  return { from: days[0] ?? null, until: days.at(-1) ?? null };
};

/** Stores nothing. */
export const previewStatement = async (
  db: Executor,
  account: Account,
  { bytes, shape: given }: { bytes: Uint8Array; shape?: StatementShape | undefined },
): Promise<StatementPreview> => {
  const sheet = await readStatementRows(bytes, given);
  const shape = given ?? chooseShape(sheet, account.shape);
  const read = readLines(sheet.rows, shape);
  const known = await findKnown(db, account.id, fingerprintsOf(read.lines));
  const imported = await findStatement(db, account.id, digestOf(bytes));
  const { from, until } = daysOf(read);
  const overlaps =
    from !== null &&
    until !== null &&
    known.size === 0 &&
    (await hasLinesBetween(db, account.id, from, until));
  return {
    shape,
    rows: rowsOf(sheet, shape),
    firstRow: Math.max(0, shape.skip - ABOVE) + 1,
    lines: read.lines.slice(0, PREVIEW_ROWS).map(({ balance: _, ...line }) => line),
    counts: {
      total: read.lines.length,
      deposits: read.lines.filter(({ aside }) => aside === null).length,
      aside: read.lines.filter(({ aside }) => aside !== null).length,
      known: known.size,
      faults: countGrave(read),
    },
    faults: read.faults.slice(0, FAULTS).map((fault) => ({ ...fault })),
    from,
    until,
    importedAt: imported && isoTaipei(imported.at),
    suspicious: overlaps,
  };
};
