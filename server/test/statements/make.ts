import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Bank, banks } from './banks.ts';
import { type Case, type CaseLine, type CaseName, type CaseReport, cases } from './cases.ts';

/*
 * Writes the files of this folder: `node server/test/statements/make.ts`. The cases give the expected result.
 */

/** The expected result of a file. Rows identify lines. */
export interface Expected {
  readonly cases: readonly CaseName[];
  readonly reports: readonly (CaseReport & { readonly id: number })[];
  readonly certain: readonly (readonly [row: number, reportId: number])[];
  readonly possible: readonly (readonly [row: number, reportIds: readonly number[]])[];
  readonly lines: readonly number[];
  readonly openReports: readonly number[];
}

const FILES_OF_EACH = 8;
const FIRST_BALANCE = 900_000;
const names = Object.keys(cases) as CaseName[];

/** The cases of a file: most of them plain, with a different choice of difficulties in each. */
const chosenFor = (file: number): CaseName[] => [
  'plain',
  ...[0, 1, 2, 3, 4, 5].map((at) => names[(file * 5 + at * 3) % names.length] ?? 'plain'),
  'plain',
];

const byDay = (a: { line: CaseLine }, b: { line: CaseLine }) =>
  a.line.day < b.line.day ? -1 : a.line.day > b.line.day ? 1 : 0;

const compose = (bank: Bank, file: number) => {
  const chosen = chosenFor(file);
  const made: Case[] = chosen.map((name, at) => cases[name](file * 101 + at * 13 + 1));
  const reportIds = made.map((each, at) => each.reports.map((_, index) => at * 10 + index + 1));
  const placed = made
    .flatMap((each, at) => each.lines.map((line, index) => ({ line, at, index })))
    .toSorted(byDay);
  const rowOf = (at: number, index: number) =>
    bank.head.length + 1 + placed.findIndex((each) => each.at === at && each.index === index);
  const idOf = (at: number, index: number) => reportIds[at]?.[index] ?? 0;
  const expected: Expected = {
    cases: chosen,
    reports: made.flatMap((each, at) =>
      each.reports.map((report, index) => ({ id: idOf(at, index), ...report })),
    ),
    certain: made.flatMap((each, at) =>
      each.certain.map(([line, report]) => [rowOf(at, line), idOf(at, report)] as const),
    ),
    possible: made.flatMap((each, at) =>
      each.possible.map(
        ([line, reports]) => [rowOf(at, line), reports.map((report) => idOf(at, report))] as const,
      ),
    ),
    lines: made.flatMap((each, at) => each.openLines.map((line) => rowOf(at, line))),
    openReports: made.flatMap((each, at) => each.openReports.map((report) => idOf(at, report))),
  };
  let balance = FIRST_BALANCE;
  const body = placed.map(({ line }, at) => {
    balance += line.amount;
    return bank.row(line, at, balance);
  });
  const rows = [...bank.head, ...body, ...bank.foot];
  return { rows, expected };
};

const makeStatements = async (folder: string): Promise<void> => {
  for (const [bankAt, bank] of banks.entries()) {
    for (let at = 0; at < FILES_OF_EACH; at += 1) {
      const { rows, expected } = compose(bank, bankAt * FILES_OF_EACH + at);
      const name = path.join(folder, `${bank.name}-${at + 1}`);
      await writeFile(`${name}.${bank.extension}`, await bank.encode(rows));
      await writeFile(`${name}.json`, `${JSON.stringify(expected, null, 1)}\n`);
    }
  }
};

if (import.meta.main) await makeStatements(import.meta.dirname);
