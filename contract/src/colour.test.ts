import fc from 'fast-check';
import { expect, test } from 'vitest';
import { colourFault, contrast, TEXT_CONTRAST, textOn } from './colour.ts';

test.each([
  ['#ffffff', '#000000', 21],
  ['#ffffff', '#ffffff', 1],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['#0a4a53', '#ffffff', 9.92],
])('contrast of %s with %s is %d', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  expect(contrast(other, one)).toBe(contrast(one, other));
});

test.each([
  ['#0a4a53', '#ffffff', null],
  ['#000000', '#ffffff', null],
  ['#1d3f8f', '#ffffff', null],
  ['#b3261e', '#ffffff', null],
  ['#ffffff', '#12282c', null],
  ['#f5c518', '#12282c', null],
  ['#7fd1ae', '#12282c', null],
  [
    '#e8590c',
    '#12282c',
    '這個顏色與白色文字的對比為 3.5:1，與深色文字為 4.2:1，都未達 4.5:1；請選深一點或淺一點的顏色',
  ],
])('on %s the text is %s, refused: %s', (colour, text, fault) => {
  expect([textOn(colour), colourFault(colour)]).toEqual([text, fault]);
});

const colours = fc
  .integer({ min: 0, max: 0xff_ff_ff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('text can be read on every colour that is not refused', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      fc.pre(colourFault(colour) === null);
      return contrast(colour, textOn(colour)) >= TEXT_CONTRAST;
    }),
  );
});
