import { sanitisedNodes } from '@portal/kit/ui/sanitise-html.ts';
import { DOMParser, DOMSerializer, type Node, type ResolvedPos, Slice } from 'prosemirror-model';
import { schema } from './schema.ts';

/* HTML in and out of the editor. */

const parser = DOMParser.fromSchema(schema);
const serializer = DOMSerializer.fromSchema(schema);

/** Characters that HTML forbids; the server drops them too. */
const UNREADABLE = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

const nodesOf = (html: string): DocumentFragment => sanitisedNodes(html.replace(UNREADABLE, ''));

export const documentOf = (html: string): Node => parser.parse(nodesOf(html));

/** Google Docs puts all that is copied into a `<b>` that is not bold. */
const UNBOLD = /<b\b(?=[^>]*font-weight:\s*normal)/gi;

/** The allowed part of a pasted text. Tables stay whole. */
export const sliceOfHtml = (html: string, context: ResolvedPos): Slice => {
  const { content } = parser.parseSlice(nodesOf(html.replace(UNBOLD, '<span')), { context });
  return Slice.maxOpen(content, false);
};

/** A paragraph for each line. */
export const sliceOfText = (text: string): Slice => {
  const lines = text.replace(UNREADABLE, '').split(/(?:\r\n?|\n)+/);
  const paragraphs = lines.map((line) =>
    schema.node('paragraph', null, line === '' ? [] : [schema.text(line)]),
  );
  return Slice.maxOpen(schema.node('doc', null, paragraphs).content);
};

const isOf = (element: Element, ...tags: string[]): boolean => tags.includes(element.tagName);

/** A list item or cell with a single paragraph has no inner tags: `<li>text</li>`. */
const unwrapParagraph = (box: Element): void => {
  const [first, ...others] = box.children;
  if (!first || !isOf(first, 'P')) return;
  const isAlone = box.tagName === 'LI' ? others.every((each) => isOf(each, 'UL', 'OL')) : others.length === 0;
  if (isAlone) first.replaceWith(...first.childNodes);
};

const isHeaderRow = (row: HTMLTableRowElement): boolean => [...row.cells].every((cell) => isOf(cell, 'TH'));

/** The rows of header cells at the top, if the table goes on below and no cell reaches out of them. */
const headerRows = (table: HTMLTableElement): HTMLTableRowElement[] => {
  const rows = [...table.rows];
  const count = rows.findIndex((row) => !isHeaderRow(row));
  const head = rows.slice(0, Math.max(count, 0));
  const reaches = head.some((row, at) => [...row.cells].some(({ rowSpan }) => at + rowSpan > head.length));
  return reaches ? [] : head;
};

const addTableHead = (table: HTMLTableElement): void => {
  const rows = headerRows(table);
  if (rows.length > 0) table.createTHead().append(...rows);
};

/** The text as HTML that the server keeps as it is. Empty paragraphs only made space, which the page makes itself. */
export const htmlOf = (document_: Node): string => {
  const box = document.createElement('div');
  box.append(serializer.serializeFragment(document_.content));
  for (const each of box.querySelectorAll('li, td, th')) unwrapParagraph(each);
  for (const table of box.querySelectorAll('table')) addTableHead(table);
  for (const empty of box.querySelectorAll(':scope > p:empty')) empty.remove();
  return box.innerHTML.replaceAll('&nbsp;', '\u00a0');
};
