import { PDFDocument, type PDFPage } from '@cantoo/pdf-lib';

/* Puts stored papers together for printing. The result is not PDF/A. */

type Papers = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

const open = (pdf: Uint8Array): Promise<PDFDocument> => PDFDocument.load(pdf, { updateMetadata: false });

/** One document with the pages of all papers, in their order. */
export const bindPapers = async (papers: Papers): Promise<Uint8Array> => {
  const bound = await PDFDocument.create();
  for await (const paper of papers) {
    const source = await open(paper);
    for (const page of await bound.copyPages(source, source.getPageIndices())) bound.addPage(page);
  }
  return bound.save();
};

const MILLIMETRE = 72 / 25.4;
const millimetres = (length: number): number => length * MILLIMETRE;

const SHEET = { width: millimetres(210), height: millimetres(297) };
const CARD = { width: millimetres(85.6), height: millimetres(54) };
const COLUMNS = 2;
const ROWS = 4;
const GUTTER = millimetres(4);
const MARK = { length: millimetres(1.5), distance: millimetres(0.4), thickness: 0.25 };

const across = COLUMNS * CARD.width + (COLUMNS - 1) * GUTTER;
const along = ROWS * CARD.height + (ROWS - 1) * GUTTER;

/** The lower left corner, in points from that of the sheet; `place` counts along the rows from the top. */
const cornerOf = (place: number, mirrored: boolean) => {
  const column = place % COLUMNS;
  const row = Math.floor(place / COLUMNS);
  return {
    x: (SHEET.width - across) / 2 + (mirrored ? COLUMNS - 1 - column : column) * (CARD.width + GUTTER),
    y: (SHEET.height + along) / 2 - CARD.height - row * (CARD.height + GUTTER),
  };
};

/** They stand outside of the card, two at each corner. */
const drawCutMarks = (sheet: PDFPage, { x, y }: { x: number; y: number }): void => {
  const { length, distance, thickness } = MARK;
  const corners = [-1, 1].flatMap((h) => [-1, 1].map((v) => [h, v] as const));
  for (const [h, v] of corners) {
    const corner = { x: h < 0 ? x : x + CARD.width, y: v < 0 ? y : y + CARD.height };
    const outward = (from: number, way: number, by: number) => from + way * by;
    sheet.drawLine({
      start: { x: outward(corner.x, h, distance), y: corner.y },
      end: { x: outward(corner.x, h, distance + length), y: corner.y },
      thickness,
    });
    sheet.drawLine({
      start: { x: corner.x, y: outward(corner.y, v, distance) },
      end: { x: corner.x, y: outward(corner.y, v, distance + length) },
      thickness,
    });
  }
};

/**
 * Cards eight to a sheet of A4 with cut marks. Each card is a PDF of two pages, front and back. After a sheet of fronts its backs
 * follow in mirrored columns, for printing on both sides turned over the long edge.
 */
export const layOutCards = async (cards: Papers): Promise<Uint8Array> => {
  const bound = await PDFDocument.create();
  let sheets: readonly PDFPage[] = [];
  let count = 0;
  for await (const card of cards) {
    const place = count % (COLUMNS * ROWS);
    if (place === 0) sheets = [0, 1].map(() => bound.addPage([SHEET.width, SHEET.height]));
    const sides = await bound.embedPages((await open(card)).getPages());
    for (const [side, sheet] of sheets.entries()) {
      const page = sides[side];
      if (!page) throw new Error('a card has two pages');
      const corner = cornerOf(place, side === 1);
      sheet.drawPage(page, { ...corner, ...CARD });
      drawCutMarks(sheet, corner);
    }
    count += 1;
  }
  return bound.save();
};
