/* Pure. Reads what the reader of workbooks leaves out: the names of sheets, and numbers shown with leading zeros. */

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const plainText = (xml: string): string =>
  xml.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal || hex) return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
    return ENTITIES[name] ?? whole;
  });

const attributeOf = (tag: string, name: string): string | null =>
  new RegExp(`[\\s:]${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).find(Boolean) ?? null;

const tagsOf = (xml: string, name: string): string[] =>
  xml.match(new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])[^>]*>`, 'g')) ?? [];

export interface SheetName {
  readonly name: string;
  readonly isHidden: boolean;
  /** The part with its cells. */
  readonly part: string | null;
}

const partOf = (target: string | null): string | null => {
  if (target === null) return null;
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
};

export const sheetNames = (workbook: string, relations: string): SheetName[] => {
  const targets = new Map(
    tagsOf(relations, 'Relationship').map((tag) => [attributeOf(tag, 'Id'), attributeOf(tag, 'Target')]),
  );
  return tagsOf(workbook, 'sheet').map((tag) => ({
    name: plainText(attributeOf(tag, 'name') ?? ''),
    isHidden: /hidden/i.test(attributeOf(tag, 'state') ?? ''),
    part: partOf(targets.get(attributeOf(tag, 'id')) ?? null),
  }));
};

/** The digits that a cell of each style is filled up to; 0: none. */
export const paddedStyles = (styles: string): number[] => {
  const widths = new Map(
    tagsOf(styles, 'numFmt').map((tag) => {
      const code = plainText(attributeOf(tag, 'formatCode') ?? '');
      return [attributeOf(tag, 'numFmtId'), /^0{2,20}$/.test(code) ? code.length : 0];
    }),
  );
  const formats = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? '';
  return tagsOf(formats, 'xf').map((tag) => widths.get(attributeOf(tag, 'numFmtId')) ?? 0);
};

/** The cells of such a style by their reference, as `D2`. */
export const paddedCells = (sheet: string, padded: readonly number[]): Map<string, number> => {
  const cells = new Map<string, number>();
  for (const tag of tagsOf(sheet, 'c')) {
    const [reference, width] = [attributeOf(tag, 'r'), padded[Number(attributeOf(tag, 's') ?? -1)] ?? 0];
    if (reference && width > 0) cells.set(reference, width);
  }
  return cells;
};

/** `A`, `Z`, `AA`, from 0. */
export const columnName = (column: number): string => {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
};
