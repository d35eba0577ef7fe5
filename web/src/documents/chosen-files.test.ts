import { expect, test } from 'vitest';
import { hasJustEnrolled, justEnrolled, keepChosenFiles, takeChosenFiles } from './chosen-files.ts';

const chosen = [{ asked: 1, file: new File(['x'], 'x.pdf') }];

test('chosen files are handed over once', () => {
  keepChosenFiles('A', chosen);
  expect(takeChosenFiles('A')).toEqual(chosen);
  expect(takeChosenFiles('A')).toEqual([]);
});

test('files chosen for one class are not uploaded to another', () => {
  keepChosenFiles('A', chosen);
  expect(takeChosenFiles('B')).toEqual([]);
  expect(takeChosenFiles('A')).toEqual([]);
});

test.each([
  [justEnrolled, true],
  [null, false],
  [{ enrolled: 'yes' }, false],
  [{ from: '/' }, false],
])('the history state %j says that somebody has just enrolled: %s', (state, expected) => {
  expect(hasJustEnrolled(state)).toBe(expected);
});
