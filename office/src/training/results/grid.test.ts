import { describe, expect, test } from 'vitest';
import { parsePasted, placeAfter, spread } from './grid.ts';

test('a text from a spreadsheet is read row by row', () => {
  expect(parsePasted('80\t90\r\n70\t\r\n')).toEqual([
    ['80', '90'],
    ['70', ''],
  ]);
  expect(parsePasted('80')).toEqual([['80']]);
});

test('a pasted text fills the grid from its place on, and not beyond', () => {
  const cells = [
    ['1', '2', '3'],
    ['4', '5', '6'],
  ];
  expect(spread(cells, { row: 1, column: 1 }, { rows: 2, columns: 3 })).toEqual([
    { row: 1, column: 1, typed: '1' },
    { row: 1, column: 2, typed: '2' },
  ]);
});

test('Enter below the last person begins the next column', () => {
  const caret = { atStart: true, atEnd: true };
  const next = placeAfter('Enter', { row: 2, column: 1 }, { rows: 3, columns: 3 }, caret);
  expect(next).toEqual({ row: 0, column: 2 });
});

describe('in the middle of a three by three grid', () => {
  const size = { rows: 3, columns: 3 };
  const all = { atStart: true, atEnd: true };
  test.each([
    ['ArrowUp', all, { row: 0, column: 1 }],
    ['ArrowDown', all, { row: 2, column: 1 }],
    ['Enter', all, { row: 2, column: 1 }],
    ['ArrowLeft', all, { row: 1, column: 0 }],
    ['ArrowRight', all, { row: 1, column: 2 }],
    ['ArrowLeft', { atStart: false, atEnd: true }, null],
    ['ArrowRight', { atStart: true, atEnd: false }, null],
    ['Tab', all, null],
    ['8', all, null],
  ])('%s with the caret %j leads to %j', (key, caret, place) => {
    expect(placeAfter(key, { row: 1, column: 1 }, size, caret)).toEqual(place);
  });

  test.each([
    ['ArrowUp', 0, 0],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 2, 2],
    ['ArrowRight', 2, 2],
    ['Enter', 2, 2],
  ])('%s stays at the edge', (key, row, column) => {
    expect(placeAfter(key, { row, column }, size, all)).toBeNull();
  });
});
