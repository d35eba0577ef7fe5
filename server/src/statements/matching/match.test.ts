import { addDays } from '@portal/contract/dates';
import type { Fact } from '@portal/contract/office/statements';
import { describe, expect, test } from 'vitest';
import { type MatchedLine, type MatchedReport, matchLines, subsetsAddingUpTo } from './match.ts';
import { compareDigits } from './match-digits.ts';

const DAY = '2026-12-01';

const lineOf = (overrides: Partial<MatchedLine> = {}): MatchedLine => ({
  ...{ id: 1, day: DAY, amount: 1500, digits: '12345', maybeDigits: null, name: '王小明', memo: null },
  isProven: true,
  ...overrides,
});

const reportOf = (overrides: Partial<MatchedReport> = {}): MatchedReport => ({
  ...{ id: 7, day: DAY, digits: '12345', money: 1500, due: 1500, name: '王小明' },
  ...{ people: ['王小明'], classCode: 'TPE-FA1-001', payer: 'account 5' },
  ...overrides,
});

const candidatesOf = (line: Partial<MatchedLine>, ...reports: Partial<MatchedReport>[]) => {
  const { possible } = matchLines([lineOf(line)], reports.map(reportOf));
  return possible.flatMap(({ candidates }) => candidates);
};

/** The fit of one fact of the only candidate. */
const factOf = (about: Fact['about'], line: Partial<MatchedLine>, report: Partial<MatchedReport> = {}) => {
  const [candidate] = candidatesOf(line, report);
  const found = candidate?.facts.find((each) => each.about === about);
  return found && [found.fit, found.how, found.by];
};

describe('a pair is certain', () => {
  test.each<[string, boolean, Partial<MatchedLine>, Partial<MatchedReport>]>([
    ['of the same day', true, {}, {}],
    ['three days later', true, { day: '2026-12-04' }, {}],
    ['three days earlier', true, { day: '2026-11-28' }, {}],
    ['not four days later', false, { day: '2026-12-05' }, {}],
    ['with any name', true, { name: '陳大同' }, {}],
    ['not with another amount', false, { amount: 1400 }, {}],
    ['not where less was reported than is due', false, {}, { money: 1400 }],
    ['not with other digits', false, { digits: '12346' }, {}],
    ['not in a file whose balances do not prove it', false, { isProven: false }, {}],
    ['not with digits that only may be', false, { digits: null, maybeDigits: '12345' }, {}],
  ])('%s: %s', (_, expected, line, report) => {
    const { certain } = matchLines([lineOf(line)], [reportOf(report)]);
    expect(certain).toEqual(expected ? [{ lineId: 1, reportId: 7 }] : []);
  });

  test('but not with two lines or two reports', () => {
    const [line, report] = [lineOf(), reportOf()];
    expect(matchLines([line, { ...line, id: 2 }], [report]).certain).toEqual([]);
    expect(matchLines([line], [report, { ...report, id: 8 }]).certain).toEqual([]);
  });

  test('and its report is proposed for no other line', () => {
    const matches = matchLines([lineOf(), lineOf({ id: 2, amount: 1490 })], [reportOf()]);
    expect(matches).toEqual({
      ...{ certain: [{ lineId: 1, reportId: 7 }], possible: [] },
      ...{ lines: [2], reports: [] },
    });
  });
});

test.each([
  [1500, 1500, 1400, ['yes', 'equal', 0]],
  ...[10, 12, 15, 17, 25, 30, 45].map((fee) => [1500 - fee, 1500, 1500, ['near', 'fee_deducted', -fee]]),
  [1489, 1500, 1500, ['no', 'short', -11]],
  [1515, 1500, 1500, ['no', 'over', 15]],
  [1200, 1500, 1200, ['near', 'short', -300]],
  [1800, 1500, 1800, ['near', 'over', 300]],
])('an amount of %d for dues of %d, with %d reported, is %j', (amount, due, money, expected) => {
  expect(factOf('amount', { amount: Number(amount) }, { due: Number(due), money: Number(money) })).toEqual(
    expected,
  );
});

test.each([
  [null, '12345', 'unknown', 'missing'],
  ['12345', '12345', 'yes', 'equal'],
  ['42', '00042', 'near', 'zero_dropped'],
  ['91234', '01234', 'near', 'zero_dropped'],
  ['95678', '01234', 'no', 'different'],
  ['91234', '11234', 'near', 'one_off'],
  ['21345', '12345', 'near', 'swapped'],
  ['12354', '12345', 'near', 'swapped'],
  ['32145', '12345', 'no', 'different'],
  ['21354', '12345', 'no', 'different'],
  ['13345', '12345', 'near', 'one_off'],
  ['99345', '12345', 'no', 'different'],
  ['23345', '12345', 'no', 'different'],
] as const)('the digits %s and the reported %s: %s, %s', (line, report, fit, how) => {
  expect(compareDigits({ digits: line, maybeDigits: null }, report)).toEqual({ fit, how });
});

test.each([
  ['2026-12-01', ['yes', 'equal', 0]],
  ['2026-12-04', ['near', 'similar', 3]],
  ['2026-11-28', ['near', 'similar', -3]],
  ['2026-12-05', ['no', 'far', 4]],
])('the day %s is %j', (day, expected) => {
  expect(factOf('day', { day, name: null }, { money: 1400 })).toEqual(expected);
});

describe('names', () => {
  test.each([
    ['王小明', '王小明', 'yes'],
    ['王＊明', '王小明', 'near'],
    ['王大明', '王小明', 'near'],
    ['王**', '王小明', 'near'],
    ['王小明', '王○○', 'near'],
    ['王大同', '王小明', 'no'],
    ['王**文', '王小明文', 'near'],
    ['王*大文', '王小明文', 'no'],
    ['***', '王小明', 'no'],
    ['王○', '王明', 'near'],
    ['王民', '王明', 'no'],
    ['＊', '王', 'no'],
    ['王小', '王小明', 'no'],
    ['LIN, Mei-Hua', 'Lin Mei·Hua', 'yes'],
  ])('%s and %s fit: %s', (name, reported, fit) => {
    expect(factOf('name', { name }, { money: 1400, name: reported, people: [reported] })?.[0]).toBe(fit);
  });

  test.each<[string, Partial<MatchedLine>, string, string]>([
    ['nothing', { name: null, memo: null }, 'unknown', 'missing'],
    ['a remark without it', { name: null, memo: '跨行轉入' }, 'unknown', 'missing'],
    ['a remark with it', { name: null, memo: '現金 王小明' }, 'yes', 'equal'],
    ['a remark with it and another name', { name: '陳大同', memo: '王小明 報名費' }, 'yes', 'equal'],
    ['another name', { name: '陳大同' }, 'no', 'different'],
    ['that of the person whose seat it is', { name: '林怡君' }, 'yes', 'equal'],
    ['a remark with a name of two characters', { name: null, memo: '陳美 學費' }, 'yes', 'equal'],
    ['a remark with a name of one', { name: null, memo: '甲乙' }, 'unknown', 'missing'],
  ])('a line with %s', (_, line, fit, how) => {
    const report = { money: 1400, people: ['王小明', '林怡君', '陳美', '甲'] };
    expect(factOf('name', line, report)).toEqual([fit, how, 0]);
  });

  test('of classes are found in the remark, also in lower case', () => {
    expect(factOf('class', { memo: 'tpe-fa1-001 學費' }, { money: 1400 })).toEqual(['yes', 'equal', 0]);
    expect(factOf('class', { memo: 'TPE-FA1-002' }, { money: 1400 })).toBeUndefined();
    expect(factOf('class', {}, { money: 1400 })).toBeUndefined();
  });
});

const near = { digits: '12354' };
const otherDigits = { digits: '99999' };
const noDigits = { digits: null };
const otherName = { name: '陳大同' };
const noName = { name: null };
const otherAmount = { amount: 900 };
const later = { day: '2026-12-05' };

test.each<[string, boolean, Partial<MatchedLine>]>([
  ['the same digits a month later', true, { day: '2027-01-01', ...otherName }],
  ['a day more', false, { day: '2027-01-02' }],
  ['a month earlier', true, { day: '2026-10-31', ...otherName }],
  ['more than that', false, { day: '2026-10-30' }],
  ['the same digits and day', true, { ...otherAmount, ...otherName }],
  ['the same digits and name', true, { ...otherAmount, ...later }],
  ['the same digits and a like name', true, { ...otherAmount, ...later, name: '王＊明' }],
  ['the same digits and class', true, { ...otherAmount, ...later, ...otherName, memo: 'TPE-FA1-001' }],
  ['the same digits alone', false, { ...otherAmount, ...later, ...otherName }],
  ['like digits, the amount and the day', true, { ...near, ...otherName }],
  ['like digits, the amount and the name', true, { ...near, ...later }],
  ['like digits and the amount', false, { ...near, ...later, ...otherName }],
  ['like digits, the day and the name', false, { ...near, ...otherAmount }],
  ['the name and the day, without digits', true, { ...noDigits, ...otherAmount }],
  ['the name without digits', false, { ...noDigits, ...otherAmount, ...later }],
  ['a like name and the day', false, { ...noDigits, ...otherAmount, name: '王＊明' }],
  ['the name and the day, with other digits', false, { ...otherDigits, ...otherAmount }],
  ['the name and the amount, with other digits', true, { ...otherDigits, ...later }],
  ['a like name and the amount', true, { ...otherDigits, ...later, name: '王＊明' }],
  ['the amount with other digits', false, { ...otherDigits, ...otherName }],
  ['the amount and the day alone', true, { ...noDigits, ...noName }],
  // A name speaks for a report, and never against one: more text gives no fewer candidates.
  ['the amount and the day, with another name', true, { ...noDigits, ...otherName }],
  ['the amount alone', false, { ...noDigits, ...noName, ...later }],
  ['nearly the amount and the day', false, { ...noDigits, ...noName, amount: 1485 }],
])('%s is offered: %s', (_, expected, line) => {
  expect(candidatesOf(line, { money: 1400 })).toHaveLength(expected ? 1 : 0);
});

test.each<[string, Partial<MatchedLine>]>([
  ['nearly the amount', { digits: null, amount: 1485 }],
  ['the amount with other digits', { digits: '99999' }],
])('%s is offered where the remark spells the name with other blanks', (_, line) => {
  const report = { money: 1400, name: '王 小明', people: [] };
  expect(candidatesOf({ name: null, memo: '王小明', ...line }, report)).toHaveLength(1);
});

test.each(['21345', '13245', '12435', '12354', '92345', '19345', '12945', '12395', '12349'])(
  'a report is found by the digits 12345 when the line has %s',
  (digits) => {
    expect(candidatesOf({ digits, ...otherName })).toHaveLength(0);
    expect(candidatesOf({ digits, ...otherName }, {})).toHaveLength(1);
  },
);

test.each([
  ['abcdefghijkl', 'abcdefghijk*', 1],
  ['abcdefghijklm', 'abcdefghijkl*', 0],
])('a report is found by the name %s when the line has %s: %d', (name, hidden, found) => {
  expect(candidatesOf({ name: hidden, ...otherDigits }, { name, people: [] })).toHaveLength(found);
});

test.each([
  ['轉入 王＊明', '王小明', 1],
  ['轉入 王＊＊', '王小明', 1],
  ['阿布＊＊德 報名費', '阿布都拉德', 1],
  ['轉入 台中市志工隊 報名費', '台中市志工隊', 1],
  // In a remark only names of Chinese characters are looked for.
  ['王Amy', '王Amy', 0],
])('the remark %s names %s: %d', (memo, name, found) => {
  expect(candidatesOf({ name: null, memo, ...otherDigits }, { name, people: [] })).toHaveLength(found);
});

test.each([
  ['a name of two characters, one of them another', { name: '陳民', ...otherDigits }],
  ['such a name and nearly the amount', { name: '陳民', ...noDigits, amount: 1485 }],
  ['such a name in the remark, and the class', { name: null, memo: '陳民 TPE-FA1-001', ...otherDigits }],
  ['a hidden name, and the class', { name: '＊＊', memo: 'TPE-FA1-001', ...otherDigits }],
])('the amount and the day are not enough with %s', (_, line) => {
  expect(candidatesOf(line, { name: '陳明', people: [] })).toEqual([]);
});

test.each<[number, Partial<MatchedLine>, Partial<MatchedReport>]>([
  [40 + 40 + 10 + 20, {}, { money: 1400 }],
  [28 + 40 + 10 + 20, { amount: 1485 }, {}],
  [4 + 12 + 40 + 10 + 20, { amount: 1200 }, { money: 1200 }],
  [4 + 12 + 40 + 10 + 20, { amount: 1800 }, { money: 1800 }],
  [4 + 40 + 10 + 20, { amount: 900 }, {}],
  [4 + 40 + 10 + 20, { amount: 1600 }, {}],
  [40 + 32 + 10 + 20, { digits: '1234' }, { digits: '01234' }],
  [40 + 28 + 10 + 20, { digits: '21345' }, {}],
  [40 + 18 + 10 + 20, { digits: '12349' }, {}],
  [40 + 6 + 10 + 20, { digits: null }, {}],
  [40 + 40 + 8 + 12, { day: '2026-12-02', name: '王＊明' }, { money: 1400 }],
  [40 + 40 + 10 + 3, { name: null }, { money: 1400 }],
  [40 + 40 + 0 + 0, { day: '2026-12-09', ...otherName }, {}],
  [40 + 40 + 10 + 20 + 12, { memo: 'TPE-FA1-001' }, { money: 1400 }],
])('it is worth %d points that %j was reported as %j', (points, line, report) => {
  expect(candidatesOf(line, report).map(({ score }) => score)).toEqual([points]);
});

describe('one transfer for several reports', () => {
  const sums = (line: Partial<MatchedLine>, ...reports: Partial<MatchedReport>[]) =>
    candidatesOf(line, ...reports)
      .filter(({ facts }) => facts.some(({ how }) => how === 'sum'))
      .map(({ reportIds }) => reportIds);
  const first = { id: 7, due: 1500, money: 1500 };
  const second = { id: 8, due: 1200, money: 1200, digits: '55555', name: '林怡君', people: ['林怡君'] };

  test.each<[string, number[][], Partial<MatchedReport>]>([
    ['of the same payer', [[7, 8]], {}],
    ['of another payer', [], { payer: 'account 6' }],
    ['with the same digits', [[7, 8]], { payer: 'account 6', digits: '12345' }],
    ['with the same name', [[7, 8]], { payer: 'account 6', name: '王 小明' }],
    ['a month apart', [[7, 8]], { day: '2027-01-01' }],
    ['longer apart', [], { day: '2027-01-02' }],
    ['that is due in another amount', [], { due: 1300 }],
  ])('and one more %s: %j', (_, expected, other) => {
    expect(sums({ amount: 2700 }, first, { ...second, ...other })).toEqual(expected);
  });

  test.each<[string, Partial<MatchedLine>]>([
    ['neither digits nor name', { ...otherDigits, ...otherName }],
    ['a like name alone', { ...otherDigits, name: '王大明' }],
    ['like digits days later', { ...near, ...otherName, ...later }],
  ])('is not offered with %s', (_, line) => {
    expect(sums({ amount: 2700, ...line }, first, second)).toEqual([]);
  });

  test('is not proposed if one report suffices, whatever else its payer reported', () => {
    const [older, enough] = [
      { ...second, digits: '12345', due: 900, day: '2026-10-01' },
      { ...first, money: 1400 },
    ];
    expect(sums({}, enough, older)).toEqual([]);
    const line = { digits: null, name: null, memo: '王小明' };
    const others = [
      { ...second, due: 900 },
      { ...second, id: 9, due: 600 },
    ];
    expect(sums(line, enough, ...others)).toEqual([]);
  });

  test.each([
    ['digits', otherName],
    ['like digits', { ...near, ...otherName }],
    ['name', otherDigits],
  ])('is found by the %s of one of them', (_, line) => {
    expect(sums({ amount: 2700, ...line }, first, second)).toEqual([[7, 8]]);
  });

  test('has the nearest day, the earlier of two', () => {
    const [candidate] = candidatesOf(
      { amount: 2700 },
      { ...first, day: '2026-11-30' },
      { ...second, day: '2026-12-02' },
    );
    expect(candidate?.facts).toContainEqual({ about: 'day', fit: 'near', how: 'similar', by: 1 });
  });

  test('has the class that the remark names', () => {
    const other = { ...second, classCode: 'TPE-LG1-001' };
    const [candidate] = candidatesOf({ amount: 2700, memo: 'TPE-LG1-001' }, first, other);
    expect(candidate?.facts).toContainEqual({ about: 'class', fit: 'yes', how: 'equal', by: 0 });
  });

  test('has the nearest day, the best digits, and each name', () => {
    const line = { amount: 2700, digits: '12354', day: '2026-12-03', name: '林怡君' };
    const [candidate] = candidatesOf(
      line,
      { ...first, digits: '55555' },
      { ...second, digits: '12345', day: '2026-12-04' },
    );
    expect(candidate).toEqual({
      ...{ reportIds: [7, 8], alsoLineIds: [], score: 36 + 28 + 8 + 20 },
      facts: [
        { about: 'amount', fit: 'yes', how: 'sum', by: 0 },
        { about: 'digits', fit: 'near', how: 'swapped', by: 0 },
        { about: 'day', fit: 'near', how: 'similar', by: -1 },
        { about: 'name', fit: 'yes', how: 'equal', by: 0 },
      ],
    });
  });

  test('of many reports that add up names them all', () => {
    const many = Array.from({ length: 12 }, (_, at) => ({ id: 20 + at, due: 100, money: 100 }));
    const [whole] = sums({ amount: 1200 }, ...many);
    expect(whole).toEqual(many.map(({ id }) => id));
  });
});

describe('several transfers for one report', () => {
  const parts = (...lines: Partial<MatchedLine>[]) =>
    matchLines(lines.map(lineOf), [reportOf()]).possible.map(({ lineId, candidates }) => [
      lineId,
      candidates.find(({ alsoLineIds }) => alsoLineIds.length > 0)?.alsoLineIds,
    ]);

  test('are two of the same digits that add up', () => {
    const [part, rest] = [
      { id: 1, amount: 900 },
      { id: 2, amount: 600 },
    ];
    expect(parts(part, rest)).toEqual([
      [1, [2]],
      [2, [1]],
    ]);
    expect(parts(part, { ...rest, digits: '12354' })[0]).toEqual([1, undefined]);
    expect(parts(part, { ...rest, amount: 700 })[0]).toEqual([1, undefined]);
    const { possible } = matchLines([lineOf(part), lineOf(rest)], [reportOf()]);
    expect(possible[0]?.candidates[0]?.score).toBe(36 + 40 + 10 + 20);
  });

  test('are three as well', () => {
    expect(parts({ id: 1, amount: 800 }, { id: 2, amount: 400 }, { id: 3, amount: 300 })[0]).toEqual([
      1,
      [2, 3],
    ]);
  });

  test('are neither the same line twice nor two with similar digits', () => {
    expect(parts({ amount: 750 })).toEqual([[1, undefined]]);
    expect(parts({ id: 1, amount: 900, ...near }, { id: 2, amount: 600, ...near })).toEqual([]);
  });

  test('are not searched if one suffices', () => {
    expect(parts({ id: 1, amount: 1500, day: later.day }, { id: 2, amount: 0 })[0]).toEqual([1, undefined]);
  });
});

describe('candidates', () => {
  test('are ranked by their matching facts, then by id', () => {
    const ids = candidatesOf(
      { digits: null },
      { id: 9 },
      { id: 8, day: '2026-12-02' },
      { id: 7, name: '王大明', people: [] },
      { id: 6, day: '2026-12-02' },
    ).map(({ reportIds }) => reportIds[0]);
    expect(ids).toEqual([9, 6, 8, 7]);
  });

  test('with one report come before equally ranked ones with two', () => {
    const alike = { name: '王大明', people: [] };
    const found = candidatesOf(
      {},
      { id: 4, due: 900, money: 900, ...alike },
      { id: 5, due: 600, money: 600, ...alike },
      { id: 8, due: 1515, money: 1515 },
    );
    expect(found.map(({ reportIds }) => reportIds)).toEqual([[8], [4, 5], [4], [5]]);
    expect(found[0]?.score).toBe(found[1]?.score);
  });

  test('with equal rank are ordered by id', () => {
    const found = candidatesOf({}, { id: 8, digits: '12354' }, { id: 9, digits: '21345' });
    expect(found.map(({ reportIds }) => reportIds)).toEqual([[8], [9]]);
  });

  test.each([
    ['報名費 陳美', '陳美'],
    ['A B C D E F 王小明', '王小明'],
  ])('are found by a name in the remark %s', (memo, name) => {
    const line = { amount: 900, digits: null, name: null, memo };
    expect(candidatesOf(line, { name, people: [] })).toHaveLength(1);
  });

  test('of the same name are fifty at most, those with the amount of the line before others', () => {
    const enough = { digits: '99999', day: '2026-11-29' };
    const other = { ...enough, due: 900 };
    const others = Array.from({ length: 50 }, (_, at) => ({ ...other, id: 101 + at }));
    const found = candidatesOf(
      {},
      { ...enough, id: 100 },
      ...others.slice(0, 47),
      { ...other, id: 148, day: DAY },
      { ...other, id: 149, day: DAY },
      { ...other, id: 150 },
      { ...enough, id: 151 },
    );
    expect(found.map(({ reportIds }) => reportIds)).toEqual([[100], [151], [148], [101], [102]]);
  });

  test('are five at most', () => {
    const many = Array.from({ length: 7 }, (_, at) => ({ id: 20 + at }));
    expect(candidatesOf({ digits: null }, ...many).map(({ reportIds }) => reportIds[0])).toEqual([
      20, 21, 22, 23, 24,
    ]);
  });

  test.each([
    [17, [17, 18, 19, 0, 1]],
    [18, [18, 19, 20, 8, 9]],
  ])('from %d reports of the day before and three of the day are %j', (before, expected) => {
    const many = Array.from({ length: before + 3 }, (_, id) => ({
      ...{ id, digits: '99999' },
      day: id < before ? '2026-11-30' : DAY,
    }));
    const ids = candidatesOf({ ...noDigits, ...noName }, ...many).map(({ reportIds }) => reportIds[0]);
    expect(ids).toEqual(expected);
  });

  test.each([0, 3, 22, 41, 44])('among many with the same amount are those of the nearest days: %d', (at) => {
    const many = Array.from({ length: 45 }, (_, n) => ({
      id: 100 + ((n * 7) % 45),
      day: addDays(DAY, n),
      digits: '99999',
    }));
    const [best] = candidatesOf({ ...noDigits, ...noName, day: addDays(DAY, at) }, ...many);
    expect(best?.reportIds).toEqual([100 + ((at * 7) % 45)]);
  });
});

test.each([
  [[1, 2, 3], 3, [[1, 2]]],
  [[3, 1, 2], 3, [[1, 2]]],
  [
    [2, 2, 2],
    4,
    [
      [2, 2],
      [2, 2],
      [2, 2],
    ],
  ],
  [[1, 2], 4, []],
  [[1, 1, 1, 1, 1], 2, Array.from({ length: 5 }, () => [1, 1])],
])('the sums of %j that reach %d are %j', (items, wanted, expected) => {
  expect(subsetsAddingUpTo(items, (item) => item, wanted)).toEqual(expected);
});

test.each([
  ['林怡君先生', '林怡君', 'yes'],
  ['彭金龍 0912345678', '彭金龍', 'yes'],
  ['匯款人:劉彥廷', '劉彥廷', 'yes'],
  ['楊 鴻 文', '楊鴻文', 'yes'],
  ['莊信宏（代楊某）', '莊信宏', 'yes'],
  ['周彥庭', '周彥廷', 'near'],
  ['郭*霖', '郭芳霖', 'near'],
  ['蘇＊＊', '蘇雅婷', 'near'],
  ['曾O宏', '曾建宏', 'near'],
  ['簡品睿/TXG-SWB-113', '簡品睿', 'yes'],
  ['0912***678 高啟文', '高啟文', 'yes'],
  ['高啓文', '高啟文', 'yes'],
  ['臺中市志工隊', '台中市志工隊', 'yes'],
  ['跨行轉入王小明報名費', '王小明', 'yes'],
])('the name in %s is that of %s: %s', (name, reported, fit) => {
  const report = { name: reported, people: [reported] };
  const [candidate] = candidatesOf({ digits: null, name, memo: '現金存入', day: '2026-12-10' }, report);
  expect(candidate?.facts.find(({ about }) => about === 'name')?.fit).toBe(fit);
});

describe('digits that only may be', () => {
  test.each([
    ['12345', 'yes', 'in_text'],
    ['99999 12345', 'yes', 'in_text'],
    ['??345', 'near', 'masked'],
    ['1234?', 'near', 'masked'],
    ['??346', 'unknown', 'missing'],
    ['?234', 'unknown', 'missing'],
    ['1234', 'unknown', 'missing'],
    ['99999', 'unknown', 'missing'],
  ])('as %s speak for a report, never against one: %s', (maybeDigits, fit, how) => {
    expect(compareDigits({ digits: null, maybeDigits }, '12345')).toEqual({ fit, how });
  });

  test('may have lost the zero before them', () => {
    expect(compareDigits({ digits: null, maybeDigits: '1234' }, '01234')).toEqual({
      fit: 'near',
      how: 'zero_dropped',
    });
  });

  test('count where the digits of the line are others', () => {
    expect(compareDigits({ digits: '99999', maybeDigits: '12345' }, '12345')).toEqual({
      fit: 'yes',
      how: 'in_text',
    });
  });

  test('are offered without name and day', () => {
    const line = { digits: null, name: null, day: '2026-12-20' };
    expect(candidatesOf({ ...line, maybeDigits: '12345' }, {})).toHaveLength(1);
    expect(candidatesOf({ ...line, maybeDigits: '??345' }, { day: '2026-12-18' })).toHaveLength(1);
    expect(candidatesOf(line, {})).toEqual([]);
  });

  test('may be those of the payer of a line that would be certain', () => {
    const lines = [lineOf(), lineOf({ id: 2, digits: null, maybeDigits: '12345' })];
    expect(matchLines(lines, [reportOf()]).certain).toEqual([]);
  });
});
