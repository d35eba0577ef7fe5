import { readFile } from 'node:fs/promises';
import { colourFault, contrast, SITE_COLOUR, TEXT_CONTRAST } from '@portal/contract/colour';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paletteOf } from './palette.ts';

const theme = await readFile(new URL('../../../kit/src/theme.css', import.meta.url), 'utf8');
const tokens = Object.fromEntries(
  [...theme.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, token = '', value = '']) => [
    token,
    value,
  ]),
);

const SHAPE_CONTRAST = 3;

/** The pairs of colours in both applications: foreground, background and the contrast that they need. */
const pairs: readonly (readonly [string, string, number])[] = [
  ...['sea-600', 'sea-700', 'sea-800', 'sea-900', 'ink', 'ink-soft'].flatMap((text) =>
    ['paper', 'surface', 'sea-50'].map((under) => [text, under, TEXT_CONTRAST] as const),
  ),
  ['sea-800', 'sea-100', TEXT_CONTRAST],
  ['sea-900', 'sea-100', TEXT_CONTRAST],
  ['surface', 'sea-700', TEXT_CONTRAST],
  ['surface', 'sea-800', TEXT_CONTRAST],
  ['sea-500', 'paper', SHAPE_CONTRAST],
  ['sea-500', 'surface', SHAPE_CONTRAST],
  ...['bar', 'bar-hover', 'bar-strong'].map((under) => ['on-bar', under, TEXT_CONTRAST] as const),
];

const lacking = (palette: Record<string, string>): string[] =>
  pairs
    .filter(([text, under, ratio]) => contrast(palette[text] ?? '', palette[under] ?? '') < ratio)
    .map(([text, under]) => `${text} on ${under}`);

test('the built-in look has the colour of the contract, and every pair can be read', () => {
  expect(tokens.bar).toBe(SITE_COLOUR);
  expect(lacking(tokens)).toEqual([]);
});

test('gives a value to tokens that the theme has', () => {
  expect(Object.keys(paletteOf('#1d3f8f')).filter((token) => !(token in tokens))).toEqual([]);
  expect(
    Object.keys(tokens)
      .filter((token) => /sea|bar/.test(token))
      .sort(),
  ).toEqual(Object.keys(paletteOf('#1d3f8f')).sort());
});

test.each([
  '#000000',
  '#ffffff',
  '#1d3f8f',
  '#b3261e',
  '#f5c518',
  '#7fd1ae',
  '#ff00ff',
  '#6b6b00',
  '#00ff00',
  '#0000ff',
])('every pair can be read with %s', (colour) => {
  expect(colourFault(colour)).toBeNull();
  expect(lacking({ ...tokens, ...paletteOf(colour) })).toEqual([]);
});

test('every pair can be read with any colour that is not refused', () => {
  const colours = fc
    .integer({ min: 0, max: 0xff_ff_ff })
    .map((value) => `#${value.toString(16).padStart(6, '0')}`)
    .filter((colour) => colourFault(colour) === null);
  fc.assert(
    fc.property(colours, (colour) => {
      expect(lacking({ ...tokens, ...paletteOf(colour) })).toEqual([]);
    }),
  );
});

test('keeps the hue: red shades of red, grey shades of grey', () => {
  expect(paletteOf('#b3261e')).toMatchObject({ bar: '#b3261e', 'on-bar': '#ffffff' });
  expect(paletteOf('#404040')).toMatchObject({ 'sea-700': expect.stringMatching(/^#(\w\w)\1\1$/) });
  expect(paletteOf('#f5c518')).toMatchObject({ bar: '#f5c518', 'on-bar': '#12282c' });
});
