import { maskIdentity } from '../../accounts/people/mask.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Cell } from '../../platform/files/export.ts';
import type { ConfirmedRow } from '../office/queries.ts';
import type { Achieved, SubjectRow } from './achievements.ts';

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

/** In characters. Chinese characters count twice. */
export const scoreWidths = (subjects: readonly SubjectRow[]): number[] => [
  ...[22, 20, 14, 16],
  ...subjects.map(({ name }) => Math.max(12, name.length * 2 + 2)),
];

/** `R812V1.0` with the versions of the draft's scores, `R812P3` with the version of a published result. */
const keyOf = ({ person, row, scores }: Scored): string =>
  person.result === null
    ? `R${person.registrationId}V${scores.map(({ version }) => version).join('.')}`
    : `R${person.registrationId}P${row?.version ?? 0}`;

export const scoreCells = (code: string, scored: Scored): Cell[] => {
  const { name, identity } = scored.person;
  return [code, keyOf(scored), name, maskIdentity(identity), ...scored.scores.map(({ score }) => score)];
};

interface RowKey {
  readonly registrationId: number;
  /** The versions of the draft's scores; null if the result was published. */
  readonly versions: readonly number[] | null;
  /** The version of the published result; null for a draft. */
  readonly published: number | null;
}

export interface FileRow {
  readonly row: number;
  readonly code: string;
  /** Null if it was changed or has no registration. */
  readonly key: RowKey | null;
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

const KEY_FORM = /^R([0-9]{1,15})(?:V([0-9]{1,9}(?:\.[0-9]{1,9})*)?|P([0-9]{1,9}))$/;

const parseKey = (text: string): RowKey | null => {
  const [, id, versions = '', published] = KEY_FORM.exec(plain(text)) ?? [];
  if (id === undefined) return null;
  const registrationId = Number(id);
  if (published !== undefined) return { registrationId, versions: null, published: Number(published) };
  return {
    registrationId,
    versions: versions === '' ? [] : versions.split('.').map(Number),
    published: null,
  };
};

const placeOf = (heads: SheetRow, head: string): number =>
  heads.findIndex((cell) => plain(cell) === plain(head));

/** Lines may have been added above the header. */
const HEAD_SEARCH_ROWS = 10;

const findHead = (sheet: readonly SheetRow[]): { heads: SheetRow; at: number } => {
  const at = sheet
    .slice(0, HEAD_SEARCH_ROWS)
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
