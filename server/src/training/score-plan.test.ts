import { expect, test } from 'vitest';
import { splitCells } from './score-plan.ts';

/** Cells of people, by registration id. */
const cellsOf = (...ids: number[]) =>
  ids.map((registrationId) => ({ registrationId, subjectId: 1, score: 80, version: 0 }));

test.each([
  ['no cells make no part', [], []],
  ['cells that fit are one part', [1, 1, 2], [[1, 1, 2]]],
  [
    'a part that is full stays as it is',
    [1, 1, 2, 2],
    [
      [1, 1],
      [2, 2],
    ],
  ],
  ['people are in the order of their ids', [3, 1, 2, 1], [[1, 1, 2], [3]]],
  ['a person with more cells than the limit has one part', [2, 1, 2, 2, 2, 3], [[1], [2, 2, 2, 2], [3]]],
])('%s', (_, ids, parts) => {
  const split = splitCells(cellsOf(...ids), 3);
  expect(split.map((part) => part.map(({ registrationId }) => registrationId))).toEqual(parts);
});
