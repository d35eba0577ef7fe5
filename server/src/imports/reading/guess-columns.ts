import { nationalIdFault, normaliseIdentity, passportFault } from '@portal/contract/identity';
import type { ImportKind } from '@portal/contract/office/imports';
import { isMobile } from '@portal/contract/phones';
import { columnsByHead } from './heads.ts';
import { readDay } from './read-day.ts';
import { readPhone } from './read-phone.ts';

/* Pure. Guesses which column holds which field. */

const SAMPLE_ROWS = 200;
/** The share of a column's filled cells that must fit the field. */
const LEAST_SHARE = 0.6;

/** Recognises only numbers with a check digit: any word of five letters and digits could be a passport's number. */
const isIdentity = (cell: string): boolean => {
  const number = normaliseIdentity(cell);
  return nationalIdFault(number) === null || (/^[A-Z][89A-D]/.test(number) && passportFault(number) === null);
};

const isBirthday = (cell: string): boolean => {
  const day = readDay(cell);
  return day !== null && !/^\d{1,6}$/.test(cell.trim()) && day < '2020-01-01';
};

type Content = Readonly<Record<string, (cell: string) => boolean>>;

const isChineseName = (cell: string): boolean => /^\p{Script=Han}{2,4}$/u.test(cell.trim());
const ofMember: Content = { identity: isIdentity, birthday: isBirthday };

/** Fields that their content shows; a column that fits is taken by the first. */
const contents: Readonly<Record<ImportKind, Content>> = {
  people: {
    identity: isIdentity,
    email: (cell) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(cell.normalize('NFKC').trim()),
    cellPhone: (cell) => isMobile(readPhone(cell)),
    birthday: isBirthday,
    sex: (cell) => /^(男|女)性?$/.test(cell.trim()),
    chineseName: isChineseName,
  },
  certificates: { identity: isIdentity },
  groups: ofMember,
  members: ofMember,
  classes: ofMember,
};

const shareOf = (cells: readonly string[], fits: (cell: string) => boolean): number => {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length === 0 ? 0 : filled.filter(fits).length / filled.length;
};

interface Table {
  readonly kind: ImportKind;
  readonly head: readonly string[];
  /** The rows below the head. */
  readonly rows: readonly (readonly string[])[];
}

/** Finds columns by their heads, and those of the remaining fields by what the cells hold. */
export const guessColumns = ({ kind, head, rows }: Table): Record<string, number> => {
  const columns = columnsByHead(kind, head);
  const sample = rows.slice(0, SAMPLE_ROWS);
  const width = Math.max(0, ...sample.map(({ length }) => length));
  const taken = new Set(Object.values(columns));
  for (const [field, fits] of Object.entries(contents[kind])) {
    if (columns[field] !== undefined) continue;
    const shares = Array.from({ length: width }, (_, at) =>
      taken.has(at)
        ? 0
        : shareOf(
            sample.map((row) => row[at] ?? ''),
            fits,
          ),
    );
    const best = Math.max(0, ...shares);
    if (best < LEAST_SHARE) continue;
    columns[field] = shares.indexOf(best);
    taken.add(shares.indexOf(best));
  }
  return columns;
};
