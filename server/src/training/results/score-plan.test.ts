import { expect, test } from 'vitest';
import { planScores, splitCells } from './score-plan.ts';

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

/** Plans 60 for so many people whose result is published, the first of whom failed. */
const planOf = (count: number) => {
  const subject = { id: 1, name: '學科測驗', kind: '學科' as const, fullScore: 100, passScore: 70 };
  const ids = Array.from({ length: count }, (_, at) => at + 1);
  const people = ids.map((registrationId) => ({
    person: {
      ...{ registrationId, accountId: registrationId, name: '王小明', identity: '', group: null },
      ...{ hasAddress: true, hasPhoto: false, result: registrationId === 1 ? 2 : 1 },
    },
    scores: [{ score: 90, version: 0 }],
    attended: { minutes: 0, of: 0 },
    proposal: { result: 1 as const, reasons: [] },
    row: undefined,
  }));
  const head = ['課程代碼', '識別碼（請勿更改）', '姓名', '學科測驗'];
  const rows = [head, ...ids.map((id) => ['TPE-1', `R${id}P0`, '王小明', '60'])];
  const plan = { subjects: [subject], people, mayCorrect: true, authors: new Map() };
  return planScores(rows, { code: 'TPE-1', ...plan });
};

test.each([
  [300, null],
  [301, 'score_file_too_many_corrections'],
])('a file that corrects %i people: %s', (count, code) => {
  if (code === null) expect(planOf(count).corrections).toHaveLength(count);
  else expect(() => planOf(count)).toThrow(expect.objectContaining({ code }));
});

test('a correction shows the published result, whether the person passed or failed', () => {
  expect(planOf(2).corrections.map(({ shown }) => shown.former)).toEqual([2, 1]);
});
