import path from 'node:path';
import type { Archive } from './archive.ts';
import type { FirstYear } from './cell-text.ts';
import { type Attributes, localName, readMarkup } from './read-markup.ts';
import { createTextStore } from './text-store.ts';

/* The parts of a workbook beside its sheets. */

interface Relation {
  readonly id: string;
  readonly type: string;
  /** The related part. */
  readonly part: string;
}

/** The relations of a part; of the archive itself for an empty name. */
const readRelations = async ({ read }: Archive, name: string): Promise<Relation[]> => {
  const { dir, base } = path.posix.parse(name);
  const relations: Relation[] = [];
  await readMarkup(read(path.posix.join(dir, '_rels', `${base}.rels`)), {
    open: (tag, attributes) => {
      const [id, type, target] = ['Id', 'Type', 'Target'].map((each) => attributes.get(each) ?? '');
      if (tag !== 'Relationship' || !id || !type || !target) return;
      const part = target.startsWith('/') ? target.slice(1) : path.posix.join(dir, target);
      relations.push({ id, type, part });
    },
  });
  return relations;
};

const isOfType = ({ type }: Relation, name: string): boolean => type.endsWith(`/${name}`);

export interface SheetName {
  readonly name: string;
  readonly isHidden: boolean;
  /** The part with its cells. */
  readonly part: string;
}

interface Workbook {
  readonly sheets: readonly SheetName[];
  readonly firstYear: FirstYear;
  /** The part with the texts of cells, and the one with the formats; null if there is none. */
  readonly texts: string | null;
  readonly styles: string | null;
}

const relationId = (attributes: Attributes): string | undefined =>
  [...attributes].find(
    ([name, value]) => name.includes(':') && localName(name) === 'id' && value !== '',
  )?.[1];

/** Null if the archive is no workbook. */
export const readWorkbook = async (archive: Archive): Promise<Workbook | null> => {
  const part = (await readRelations(archive, '')).find((each) => isOfType(each, 'officeDocument'))?.part;
  if (part === undefined) return null;
  const relations = await readRelations(archive, part);
  const sheets: SheetName[] = [];
  let firstYear: FirstYear = 1900;
  await readMarkup(archive.read(part), {
    open: (tag, attributes) => {
      if (tag === 'workbookPr' && /^(1|true)$/.test(attributes.get('date1904') ?? '')) firstYear = 1904;
      if (tag !== 'sheet') return;
      const [name, id] = [attributes.get('name'), relationId(attributes)];
      const related = relations.find((each) => each.id === id && isOfType(each, 'worksheet'));
      const isHidden = /hidden/i.test(attributes.get('state') ?? '');
      if (name && related) sheets.push({ name, isHidden, part: related.part });
    },
  });
  const partOf = (type: string) => relations.find((each) => isOfType(each, type))?.part ?? null;
  return { sheets, firstYear, texts: partOf('sharedStrings'), styles: partOf('styles') };
};

/** Control characters of cells are written as `_x000D_`. */
export const restoreEscaped = (text: string): string =>
  text.replace(/_x([\da-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Returns the text of a number in the list of texts. */
export const readTexts = async ({ read, sizeOf }: Archive, part: string | null) => {
  const store = createTextStore(part === null ? 0 : sizeOf(part));
  if (part === null) return store.at;
  let [text, isText, isPhonetic] = ['', false, false];
  await readMarkup(read(part), {
    open: (tag) => {
      if (tag === 'si') text = '';
      if (tag === 'rPh') isPhonetic = true;
      if (tag === 't') isText = !isPhonetic;
    },
    text: (more) => {
      if (isText) text += more;
    },
    close: (tag) => {
      if (tag === 'rPh') isPhonetic = false;
      if (tag === 't') isText = false;
      if (tag === 'si') store.add(restoreEscaped(text));
    },
  });
  return store.at;
};

export interface CellStyle {
  readonly isDate: boolean;
  /** The digits that a number is filled up to; 0: none. */
  readonly width: number;
}

/** The first and the last of each run of formats that Excel itself has for dates and times. */
const DATE_FORMATS = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** Colours, conditions and quoted texts of a format say nothing about its kind. */
const isDateFormat = (code: string): boolean => {
  const plain = code.replace(/\[[$\-\w]*\]|\\.|"[^"]*"|[*_]./g, '').trim();
  if (/^(general|@)$/i.test(plain)) return false;
  return /[yd]|m{3}|(^|[^a-z])(h{1,2}|s{1,2})([^a-z]|$)|am\/pm|a\/p/i.test(plain) || /\[[hms]+\]/i.test(code);
};

const styleOf = (id: number, code: string | undefined): CellStyle => ({
  isDate:
    code === undefined || code === ''
      ? DATE_FORMATS.some(([from, until]) => id >= from && id <= until)
      : isDateFormat(code),
  width: /^0{2,20}$/.test(code ?? '') ? (code?.length ?? 0) : 0,
});

/** By the number that a cell has for its style. */
export const readStyles = async ({ read }: Archive, part: string | null): Promise<readonly CellStyle[]> => {
  if (part === null) return [];
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let isOfCells = false;
  await readMarkup(read(part), {
    open: (tag, attributes) => {
      if (tag === 'cellXfs') isOfCells = true;
      const id = Number(attributes.get('numFmtId') ?? 0);
      if (tag === 'numFmt') codes.set(id, attributes.get('formatCode') ?? '');
      if (tag === 'xf' && isOfCells) ids.push(id);
    },
    close: (tag) => {
      if (tag === 'cellXfs') isOfCells = false;
    },
  });
  const styles = new Map<number, CellStyle>();
  return ids.map((id) => {
    const style = styles.get(id) ?? styleOf(id, codes.get(id));
    styles.set(id, style);
    return style;
  });
};
