import { markupEnd } from './read-markup.ts';

/* Pure. Measures the tags, comments and texts of XML that arrives in parts. */

/** How many tags are whole, and the tag, comment or text that goes on in the next part. */
const split = (xml: string): { tags: number; rest: string } => {
  let at = 0;
  for (let tags = 0; ; tags += 1) {
    const open = xml.indexOf('<', at);
    if (open === -1) return { tags, rest: xml.slice(at) };
    const end = markupEnd(xml, open);
    if (end === -1) return { tags, rest: xml.slice(open) };
    at = end;
  }
};

/**
 * The beginning of a row; the reference of a cell beyond column ZZ (first group); or a reference with more letters than
 * Excel has, or with letters written as entities.
 */
const ROW_OR_FAR_CELL = /[<:]row(?![\w.-])|[\s"']r\s*=\s*["'](?:([A-Z]{3})(?![A-Z&])|[A-Z]{4}|[A-Z]{0,3}&)/gi;

/** Counts rows, because the farthest cell of a row makes its width. */
const createFarRowCounter = (): ((xml: string) => number) => {
  let [count, isCounted] = [0, false];
  return (xml) => {
    for (const [found, columns] of xml.matchAll(ROW_OR_FAR_CELL)) {
      if (/row$/i.test(found)) isCounted = false;
      else if (columns === undefined) count = Number.POSITIVE_INFINITY;
      else if (!isCounted) [count, isCounted] = [count + 1, true];
    }
    return count;
  };
};

interface Measured {
  /** Bytes of the tag, comment or text that has no end so far. */
  readonly unfinished: number;
  /** Tags so far. */
  readonly tags: number;
  /** Rows with a cell beyond column ZZ so far; infinite after a cell beyond the last column of Excel. */
  readonly farRows: number;
}

/** Takes part after part. */
export const createMarkupMeter = (): ((part: Buffer) => Measured) => {
  let [rest, tags] = ['', 0];
  const countFarRows = createFarRowCounter();
  return (part) => {
    const xml = rest + part.toString('latin1');
    const found = split(xml);
    rest = found.rest;
    tags += found.tags;
    const farRows = countFarRows(xml.slice(0, xml.length - rest.length));
    return { unfinished: rest.length, tags, farRows };
  };
};
