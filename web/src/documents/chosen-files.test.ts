import { expect, test } from 'vitest';
import { keepChosenFiles, takeChosenFiles } from './chosen-files.ts';

const chosen = [{ asked: 1, file: new File(['x'], 'x.pdf') }];

test('what was chosen is handed over once', () => {
  keepChosenFiles('A', chosen);
  expect(takeChosenFiles('A')).toEqual(chosen);
  expect(takeChosenFiles('A')).toEqual([]);
});

test('what was chosen for one class is not uploaded to another', () => {
  keepChosenFiles('A', chosen);
  expect(takeChosenFiles('B')).toEqual([]);
  expect(takeChosenFiles('A')).toEqual([]);
});
