import { createHash } from 'node:crypto';
import {
  fieldsOf,
  IMPORT_COLUMNS,
  IMPORT_PREVIEW_ROWS,
  IMPORT_ROWS,
  type ImportKind,
  type ImportPreview,
  type ImportShape,
} from '@portal/contract/office/imports';
import { type SheetFault, type SheetRows, sheetRows } from '../../platform/sheets/sheet-rows.ts';
import { guessColumns } from './guess-columns.ts';
import { findHead } from './heads.ts';
import type { PeopleLookups } from './lookups.ts';
import { earlierCertificates, repeatedCertificates, repeatedNumbers, twinsInFile } from './mark-twins.ts';
import { type CertificateLookups, certificateReader } from './read-certificate.ts';
import { type MemberLookups, memberFaults, memberReader } from './read-member.ts';
import { earlierOfPast, type PastLookups, pastFaults, pastReader } from './read-past.ts';
import { peopleReader } from './read-person.ts';
import type { Texts } from './read-row.ts';

/* Runs in a worker: `import-worker.ts`. */

export interface FileFault {
  readonly fault: SheetFault;
}

/** A workbook of 50,000 people is three times as large as other files. */
const SCALE = 4;

const readRows = (bytes: Uint8Array, shape: ImportShape | null) =>
  sheetRows(Buffer.from(bytes), {
    maxRows: IMPORT_ROWS + 1,
    maxColumns: IMPORT_COLUMNS,
    encoding: shape?.encoding,
    separator: shape?.separator,
    sheet: shape?.sheet,
    scale: SCALE,
  });

/** A remembered shape is used for files with the same heads. */
interface RememberedShape {
  readonly head: readonly string[];
  readonly shape: ImportShape;
}

interface ToPreview {
  readonly bytes: Uint8Array;
  readonly kind: ImportKind;
  readonly given: ImportShape | null;
  readonly remembered: readonly RememberedShape[];
}

const isFilled = (row: readonly string[]): boolean => row.some((cell) => cell.trim() !== '');

const headAbove = (rows: SheetRows['rows'], skip: number): string[] =>
  skip === 0 ? [] : (rows[skip - 1] ?? []).map((cell) => cell.trim());

const guessShape = (kind: ImportKind, sheet: SheetRows): ImportShape => {
  const { rows, encoding, separator, sheet: name } = sheet;
  const skip = findHead(kind, rows) + 1;
  const columns = guessColumns({ kind, head: headAbove(rows, skip), rows: rows.slice(skip) });
  return { encoding, separator: separator as ImportShape['separator'], sheet: name, skip, columns };
};

const missingFields = (kind: ImportKind, { columns }: ImportShape): string[] =>
  Object.entries(fieldsOf(kind)).flatMap(([field, { label, required }]) =>
    required && columns[field] === undefined ? [label] : [],
  );

/** Fields that the kind does not have are left out. */
const knownColumns = (kind: ImportKind, shape: ImportShape): ImportShape => ({
  ...shape,
  columns: Object.fromEntries(Object.entries(shape.columns).filter(([field]) => field in fieldsOf(kind))),
});

const chooseShape = ({ kind, given, remembered }: ToPreview, sheet: SheetRows) => {
  if (given) return { origin: 'given', shape: knownColumns(kind, given) } as const;
  const guessed = guessShape(kind, sheet);
  const head = JSON.stringify(headAbove(sheet.rows, guessed.skip));
  const known = remembered.find((each) => JSON.stringify(each.head) === head);
  if (!known) return { origin: 'guessed', shape: guessed } as const;
  return { origin: 'remembered', shape: { ...guessed, columns: known.shape.columns } } as const;
};

export const readForPreview = async (file: ToPreview): Promise<ImportPreview | FileFault> => {
  const answer = await readRows(file.bytes, file.given);
  if ('fault' in answer) return answer;
  const { rows, sheets } = answer.sheet;
  const { origin, shape } = chooseShape(file, answer.sheet);
  const firstShown = Math.max(0, shape.skip - 1);
  return {
    origin,
    shape,
    head: headAbove(rows, shape.skip),
    sheets: [...sheets],
    rows: rows.slice(firstShown, firstShown + IMPORT_PREVIEW_ROWS).map((row) => [...row]),
    firstRow: firstShown + 1,
    count: rows.slice(shape.skip).filter(isFilled).length,
    missing: missingFields(file.kind, shape),
  };
};

export type ImportLookups = PeopleLookups & CertificateLookups & MemberLookups & PastLookups;

interface ToCheck {
  readonly bytes: Uint8Array;
  readonly kind: ImportKind;
  readonly shape: ImportShape;
  readonly lookups: ImportLookups;
  readonly today: string;
}

interface CheckedRow {
  /** From 1. */
  readonly row: number;
  readonly verdict: 'wrong' | 'doubtful' | null;
  readonly problem: string | null;
  readonly data: object | null;
  readonly cells: readonly string[];
}

export interface FileToCheck {
  readonly sha256: string;
  readonly shape: ImportShape;
  readonly head: readonly string[];
  readonly missing: readonly string[];
  readonly count: number;
  /** JSON arrays of rows, each for one statement: as UTF-8, which takes half of the memory of texts. */
  readonly slices: readonly Uint8Array[];
}

const MAX_PROBLEM = 500;

interface FileRow {
  readonly row: number;
  readonly cells: readonly string[];
}

const rowsOfData = ({ shape: { skip } }: ToCheck, rows: SheetRows['rows']): FileRow[] =>
  rows.flatMap((cells, at) => (at < skip || !isFilled(cells) ? [] : [{ row: at + 1, cells }]));

/** The texts are made when a row is read, because those of all rows would fill the memory. */
const textsReader = ({ kind, shape }: ToCheck) => {
  const fields = Object.entries(knownColumns(kind, shape).columns);
  return (cells: readonly string[]): Texts =>
    Object.fromEntries(fields.map(([field, column]) => [field, cells[column] ?? '']));
};

const joined = (...problems: readonly (string | undefined)[]): string | null =>
  problems.filter(Boolean).join('；').slice(0, MAX_PROBLEM) || null;

const readPeople = (file: ToCheck, rows: readonly FileRow[]): CheckedRow[] => {
  const [read, textsOf] = [peopleReader(file.lookups, file.today), textsReader(file)];
  const all = rows.map(({ row, cells }) => ({ row, cells, ...read(textsOf(cells)) }));
  const [repeated, twins] = [repeatedNumbers(all), twinsInFile(all)];
  return all.map(({ row, cells, data, problems }) => {
    const [again, twin] = [repeated.get(row), twins.get(row)];
    const isWrong = data === null || again !== undefined;
    const problem = joined(again, isWrong ? undefined : twin, ...problems);
    const verdict = isWrong ? 'wrong' : twin === undefined ? null : 'doubtful';
    return { row, cells, data: isWrong ? null : data, verdict, problem };
  });
};

const readCertificates = (file: ToCheck, rows: readonly FileRow[]): CheckedRow[] => {
  const { lookups, today } = file;
  const [read, textsOf] = [certificateReader(lookups, today), textsReader(file)];
  const all = rows.map(({ row, cells }) => ({ row, cells, ...read(textsOf(cells)) }));
  const [repeated, earlier] = [repeatedCertificates(all), earlierCertificates(all)];
  return all.map(({ row, cells, data, problems }) => {
    const isEarlier = earlier.has(row);
    const two =
      data && isEarlier && data.endTime >= today
        ? '同一人同種證照另有一張較晚到期，請保留一張仍有效的'
        : undefined;
    const fault = repeated.get(row) ?? two;
    if (!data || fault !== undefined)
      return { row, cells, data: null, verdict: 'wrong', problem: joined(fault, ...problems) };
    return { row, cells, data: { ...data, isLatest: !isEarlier }, verdict: null, problem: null };
  });
};

const readMembers = (file: ToCheck, rows: readonly FileRow[]): CheckedRow[] => {
  const [read, textsOf] = [memberReader(file.lookups), textsReader(file)];
  const all = rows.map(({ row, cells }) => ({ row, cells, ...read(textsOf(cells)) }));
  const faults = memberFaults(all);
  return all.map(({ row, cells, data, problems }) => {
    const fault = faults.get(row);
    const isWrong = data === null || fault !== undefined;
    const problem = joined(fault, ...problems);
    return { row, cells, data: isWrong ? null : data, verdict: isWrong ? 'wrong' : null, problem };
  });
};

const readPast = (file: ToCheck, rows: readonly FileRow[]): CheckedRow[] => {
  const [read, textsOf] = [pastReader(file.lookups, file.today), textsReader(file)];
  const all = rows.map(({ row, cells }) => ({ row, cells, ...read(textsOf(cells)) }));
  const [faults, earlier] = [pastFaults(all), earlierOfPast(all)];
  return all.map(({ row, cells, data, problems }) => {
    const fault = faults.get(row);
    if (!data || fault !== undefined)
      return { row, cells, data: null, verdict: 'wrong', problem: joined(fault, ...problems) };
    const isEarlier = data.certificate !== null && earlier.has(row);
    const isSecond = isEarlier && (data.certificate?.endTime ?? '') >= file.today;
    const second = isSecond ? '證書未匯入：同一人同種證照另有一張較晚到期' : undefined;
    const certificate = isSecond ? null : data.certificate && { ...data.certificate, isLatest: !isEarlier };
    return {
      row,
      cells,
      data: { ...data, certificate },
      verdict: null,
      problem: joined(second, ...problems),
    };
  });
};

const readers = {
  classes: readPast,
  people: readPeople,
  certificates: readCertificates,
  groups: readMembers,
  members: readMembers,
} as const;

/** Rows that one statement inserts. */
const SLICE_ROWS = 200;

const inSlices = (rows: readonly CheckedRow[]): Uint8Array[] =>
  Array.from({ length: Math.ceil(rows.length / SLICE_ROWS) }, (_, n) =>
    new TextEncoder().encode(JSON.stringify(rows.slice(n * SLICE_ROWS, (n + 1) * SLICE_ROWS))),
  );

export const readForCheck = async (file: ToCheck): Promise<FileToCheck | FileFault> => {
  const answer = await readRows(file.bytes, file.shape);
  if ('fault' in answer) return answer;
  const { rows } = answer.sheet;
  const shape = knownColumns(file.kind, file.shape);
  const missing = missingFields(file.kind, shape);
  const read = missing.length > 0 ? [] : readers[file.kind](file, rowsOfData(file, rows));
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  const head = headAbove(rows, shape.skip);
  return { sha256, shape, head, missing, count: read.length, slices: inSlices(read) };
};
