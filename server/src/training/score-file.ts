import { maskIdentity } from '../accounts/people/mask.ts';
import { Refusal } from '../platform/errors.ts';
import type { Cell } from '../platform/export.ts';
import type { Achieved, SubjectRow } from './achievements.ts';
import type { ConfirmedRow } from './office-queries.ts';

export type Scored = Achieved<ConfirmedRow>;

const CODE = '課程代碼';
const KEY = '識別碼（請勿更改）';
const NAME = '姓名';
const IDENTITY = '身分證字號';
const ABOUT = [CODE, KEY, NAME, IDENTITY];

export const scoreHeads = (subjects: readonly SubjectRow[]): string[] => [
  ...ABOUT,
  ...subjects.map(({ name }) => name),
];

/** In characters; Chinese characters count twice. */
export const scoreWidths = (subjects: readonly SubjectRow[]): number[] => [
  ...[22, 20, 14, 16],
  ...subjects.map(({ name }) => Math.max(12, name.length * 2 + 2)),
];

/** `R812V1.0`. */
const keyOf = ({ person, scores }: Scored): string =>
  `R${person.registrationId}V${scores.map(({ version }) => version).join('.')}`;

export const scoreCells = (code: string, scored: Scored): Cell[] => {
  const { name, identity } = scored.person;
  return [code, keyOf(scored), name, maskIdentity(identity), ...scored.scores.map(({ score }) => score)];
};

export interface FileRow {
  readonly row: number;
  readonly code: string;
  /** Null if it was changed or has no registration. */
  readonly key: { readonly registrationId: number; readonly versions: readonly number[] } | null;
  readonly name: string;
  /** Empty if the file lacks the column. */
  readonly typed: readonly string[];
}

export interface ScoreFile {
  readonly rows: readonly FileRow[];
  readonly ignored: readonly string[];
}

type SheetRow = readonly string[];

const plain = (text: string): string => text.normalize('NFKC').trim();

const parseKey = (text: string): FileRow['key'] => {
  const [, id, versions] = /^R([0-9]{1,15})V([0-9]{1,9}(?:\.[0-9]{1,9})*)?$/.exec(plain(text)) ?? [];
  if (id === undefined) return null;
  return { registrationId: Number(id), versions: versions?.split('.').map(Number) ?? [] };
};

const placeOf = (heads: SheetRow, head: string): number =>
  heads.findIndex((cell) => plain(cell) === plain(head));

/** Lines may have been added above the header. */
const HEAD_WITHIN = 10;

const findHead = (sheet: readonly SheetRow[]): { heads: SheetRow; at: number } => {
  const at = sheet
    .slice(0, HEAD_WITHIN)
    .findIndex((row) => [CODE, KEY].every((head) => placeOf(row, head) >= 0));
  const heads = sheet[at];
  if (!heads) throw new Refusal('score_file_unknown');
  return { heads, at };
};

const isEmpty = (cells: SheetRow): boolean => cells.every((cell) => cell === '');

export const readScoreFile = (sheet: readonly SheetRow[], subjects: readonly SubjectRow[]): ScoreFile => {
  const { heads, at } = findHead(sheet);
  const [code, key, name] = [placeOf(heads, CODE), placeOf(heads, KEY), placeOf(heads, NAME)];
  const columns = subjects.map((subject) => placeOf(heads, subject.name));
  const known = new Set([...ABOUT.map((head) => placeOf(heads, head)), ...columns]);
  return {
    rows: sheet.flatMap((cells, index) =>
      index <= at || isEmpty(cells)
        ? []
        : [
            {
              row: index + 1,
              code: plain(cells[code] ?? ''),
              key: parseKey(cells[key] ?? ''),
              name: cells[name] ?? '',
              typed: columns.map((column) => cells[column] ?? ''),
            },
          ],
    ),
    ignored: heads.filter((head, column) => head !== '' && !known.has(column)),
  };
};
