import {
  type ProposalReason,
  proposalText,
  type ScoredPerson,
  type ScoreSheet,
} from '@portal/contract/office/training';
import { expect, test } from 'vitest';
import { computedFrom, correctedResult } from './corrected-result.tsx';

const subject = (id: number, name: string) => ({ id, name, kind: '學科', fullScore: 100, passScore: 70 });
const subjects = [subject(1, '學科測驗'), subject(2, '術科測驗')];

const computed = (typed: readonly string[], reasons: ProposalReason[] = []) =>
  computedFrom(
    { scores: typed.map((each) => ({ typed: each })) },
    {
      person: { proposal: { result: 1, reasons } } as unknown as ScoredPerson,
      sheet: { subjects } as unknown as ScoreSheet,
    },
  );

test.each([
  [['90', '60'], [], '術科測驗 60 < 70 → 不合格'],
  [['90', '60'], [{ kind: 'unmarked', sessions: 2 }], '2 個時段未點名、術科測驗 60 < 70 → 不合格'],
  [['90', '90'], [{ kind: 'unmarked', sessions: 2 }], '2 個時段未點名 → 無法計算'],
  [['', '60'], [], '學科測驗未登錄、術科測驗 60 < 70 → 不合格'],
  [['90', '70'], [], '成績與出席皆達標準 → 合格'],
  [['90', ''], [], '術科測驗未登錄 → 無法計算'],
  [['90', '101'], [], '術科測驗未登錄 → 無法計算'],
  [['90', '90'], [{ kind: 'attendance_low', percent: 50, minimum: 80 }], '出席 50% < 80% → 不合格'],
  [
    ['90', '90'],
    [{ kind: 'score_low', subject: '術科測驗', score: 60, passScore: 70 }],
    '成績與出席皆達標準 → 合格',
  ],
] as const)('typed %j with %j: %s', (typed, reasons, expected) => {
  expect(proposalText(computed(typed, [...reasons]))).toBe(expected);
});

test.each([
  ['90', [], '1', { result: 1, isDecided: false }],
  ['60', [], '1', { result: 2, isDecided: false }],
  ['60', ['own'], '2', { result: 1, isDecided: true }],
  ['90', ['own'], '1', { result: 2, isDecided: true }],
  ['', [], '1', { result: 1, isDecided: true }],
  ['', [], '2', { result: 2, isDecided: true }],
] as const)('second score %j, tick %j, choice %s: %j', (second, decided, result, expected) => {
  expect(correctedResult({ decided: [...decided], result }, computed(['90', second]))).toEqual(expected);
});
