import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ImportKind, ImportShape } from '@portal/contract/office/imports';
import { type ImportLookups, kindReaders, type RowChange } from './kind-readers.ts';
import { type FileFault, headAbove, isFilled, knownColumns, missingFields, withRows } from './read-import.ts';
import type { Texts } from './read-row.ts';

/* Runs in a worker: `import-worker.ts`. Rows are packed as they are read, because those of a whole file fill the memory. */

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
  /** JSON arrays of rows, each for one statement, packed by `pack`. */
  readonly slices: readonly Uint8Array[];
}

const MAX_PROBLEM = 500;

const joined = (...problems: readonly (string | null | undefined)[]): string | null =>
  problems.filter(Boolean).join('；').slice(0, MAX_PROBLEM) || null;

const pack = (rows: readonly CheckedRow[]): Uint8Array => deflateRawSync(JSON.stringify(rows), { level: 1 });

const unpack = (slice: Uint8Array): CheckedRow[] => JSON.parse(inflateRawSync(slice).toString('utf8'));

const changeRow = (row: CheckedRow, { fault, doubt, note, data }: RowChange): CheckedRow => {
  const problem = joined(fault, doubt, note, row.problem);
  if (fault !== undefined) return { ...row, verdict: 'wrong', problem, data: null };
  return {
    ...row,
    verdict: doubt === undefined ? row.verdict : 'doubtful',
    problem,
    data: row.data && { ...row.data, ...data },
  };
};

/** Rows that one statement inserts. */
const SLICE_ROWS = 200;

interface Slice {
  readonly first: number;
  readonly last: number;
  readonly packed: Uint8Array;
}

const sliceOf = (rows: readonly CheckedRow[]): Slice => ({
  first: rows[0]?.row ?? 0,
  last: rows.at(-1)?.row ?? 0,
  packed: pack(rows),
});

/** Only slices with changed rows are unpacked. */
const changeSlices = (slices: readonly Slice[], changes: ReadonlyMap<number, RowChange>): Uint8Array[] => {
  const rows = [...changes.keys()].toSorted((a, b) => a - b);
  let at = 0;
  return slices.map(({ first, last, packed }) => {
    while ((rows[at] ?? last) < first) at += 1;
    if ((rows[at] ?? last + 1) > last) return packed;
    return pack(unpack(packed).map((row) => changeRow(row, changes.get(row.row) ?? {})));
  });
};

/** The rows above the data, which may hold the heads. */
const collectHead = (skip: number) => {
  const above: (readonly string[])[] = [];
  return { add: (cells: readonly string[]) => above.push(cells), head: () => headAbove(above, skip) };
};

const textsReader = ({ kind, shape }: ToCheck) => {
  const fields = Object.entries(knownColumns(kind, shape).columns);
  return (cells: readonly string[]): Texts =>
    Object.fromEntries(fields.map(([field, column]) => [field, cells[column] ?? '']));
};

const readSlices = async (file: ToCheck, rows: AsyncIterable<readonly string[]>) => {
  const [textsOf, reader] = [textsReader(file), kindReaders[file.kind](file.lookups, file.today)];
  const { add, head } = collectHead(file.shape.skip);
  const slices: Slice[] = [];
  let [at, count] = [0, 0];
  let batch: CheckedRow[] = [];
  for await (const cells of rows) {
    at += 1;
    if (at <= file.shape.skip) add(cells);
    if (at <= file.shape.skip || !isFilled(cells)) continue;
    const { data, problems } = reader.read(at, textsOf(cells));
    batch.push({ row: at, verdict: data ? null : 'wrong', problem: joined(...problems), data, cells });
    count += 1;
    if (batch.length < SLICE_ROWS) continue;
    slices.push(sliceOf(batch));
    batch = [];
  }
  if (batch.length > 0) slices.push(sliceOf(batch));
  return { head: head(), count, slices: changeSlices(slices, reader.compare()) };
};

export const readForCheck = (file: ToCheck): Promise<FileToCheck | FileFault> =>
  withRows(file.bytes, file.shape, async ({ rows }) => {
    const shape = knownColumns(file.kind, file.shape);
    const missing = missingFields(file.kind, shape);
    const sha256 = createHash('sha256').update(file.bytes).digest('hex');
    if (missing.length > 0) return { sha256, shape, head: [], missing, count: 0, slices: [] };
    return { sha256, shape, missing, ...(await readSlices(file, rows)) };
  });
