import { expect, test } from 'vitest';
import { commonPassScore, isFailed, scoreText } from './score-text.ts';

test.each([
  [88, '88.0'],
  [88.5, '88.5'],
  [100, '100.0'],
  [0, '0.0'],
])('a score of %s is shown as %s', (score, text) => {
  expect(scoreText(score)).toBe(text);
});

test.each([
  [69.5, 70, true],
  [70, 70, false],
  [70.5, 70, false],
])('%s where %s passes is failed: %s', (score, pass_score, failed) => {
  expect(isFailed({ score, pass_score })).toBe(failed);
});

test.each([
  ['every subject', [70, 70], 70],
  ['no subject', [], null],
  ['subjects that differ', [70, 60], null],
])('the score that passes %s', (_, passScores, common) => {
  expect(commonPassScore(passScores.map((pass_score) => ({ score: 80, pass_score })))).toBe(common);
});
