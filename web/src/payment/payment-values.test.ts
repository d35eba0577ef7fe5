import { addDays, addYears, today } from '@portal/contract/dates';
import { describe, expect, test } from 'vitest';
import {
  amountOf,
  type Doubt,
  differsFromDue,
  doubtsAbout,
  initialValues,
  PaymentInput,
} from './payment-values.ts';

const now = today(new Date());
const typed = { paid_time: now, last_five: '42', paid_name: '王小明', paid_money: '1500' };

const said = (values: Partial<typeof typed>) => {
  const result = PaymentInput.safeParse({ ...typed, ...values });
  return result.success ? [] : result.error.issues.map(({ path, message }) => [path[0], message]);
};

test('typed texts become the body of the call', () => {
  expect(PaymentInput.parse(typed)).toEqual({ ...typed, last_five: '00042', paid_money: 1500 });
});

describe('the amount', () => {
  test.each([
    ['1500', 1500],
    ['1,500', 1500],
    ['NT$1,500', 1500],
    ['nt 1500 元', 1500],
    ['１５００', 1500],
    [' 0 ', 0],
    ['-1', -1],
    ['1.5', 1.5],
    ['', undefined],
    ['一千', '一千'],
    ['1e3', '1e3'],
    ['1.2.3', '1.2.3'],
  ])('%j is %j', (text, amount) => {
    expect(amountOf(text)).toEqual(amount);
  });

  test.each([
    ['', '請輸入匯款金額'],
    ['-1', '匯款金額不得小於 0'],
    ['1.5', '匯款金額必須為整數'],
    ['abc', '匯款金額必須為數字'],
    ['10000000', '匯款金額必須介於 0 至 9,999,999 之間'],
  ])('%j is refused: %s', (paid_money, text) => {
    expect(said({ paid_money })).toEqual([['paid_money', text]]);
  });
});

describe('the day', () => {
  test('may be today, or a year ago', () => {
    expect(said({ paid_time: now })).toEqual([]);
    expect(said({ paid_time: addYears(now, -1) })).toEqual([]);
  });

  test('may not be after today, or longer ago', () => {
    expect(said({ paid_time: addDays(now, 1) })).toEqual([['paid_time', '匯款日期必須早於或等於今天']]);
    const earliest = addYears(now, -1);
    expect(said({ paid_time: addDays(earliest, -1) })).toEqual([
      ['paid_time', `匯款日期不得早於 ${earliest}`],
    ]);
  });

  test('that is no number is refused once', () => {
    expect(said({ paid_time: '2026-02-30' })).toEqual([['paid_time', '匯款日期不是有效的日期']]);
    expect(said({ paid_time: '' })).toEqual([['paid_time', '請輸入匯款日期']]);
  });
});

test('all missing fields are reported at once', () => {
  expect(
    said({ paid_time: '', last_five: '', paid_name: '', paid_money: '' }).map(([field]) => field),
  ).toEqual(['paid_time', 'last_five', 'paid_name', 'paid_money']);
});

describe('the form starts with', () => {
  const dues = { fee: 600, unpaid: 1, amount: 600, payment_due: null, overdue: false };
  const nothing = { bank_account: null, shortfall: null };
  const trainingClass = {
    organization: '',
    code: '',
    train: '',
    start_time: '',
    place: '',
    situation: 'unpaid' as const,
    number: 1,
    covered: 1,
    ...dues,
    ...nothing,
  };
  const never = { ...trainingClass, paid_time: null, last_five: null, paid_money: null, paid_name: null };
  const reported = {
    ...trainingClass,
    paid_time: '2026-11-30',
    last_five: '00042',
    paid_money: 0,
    paid_name: '王小明',
  };

  test('the amount that is due, paid today by the person, before the first report', () => {
    const expected = { paid_time: now, last_five: '', paid_name: '王小明', paid_money: '600' };
    expect(initialValues(null, never, '王小明')).toEqual(expected);
    expect(initialValues(null, { ...never, amount: 0 }, '王小明')).toEqual({ ...expected, paid_money: '' });
  });

  test('the last report', () => {
    const { paid_time, last_five, paid_name } = reported;
    expect(initialValues(null, reported, '林小海')).toEqual({
      paid_time,
      last_five,
      paid_name,
      paid_money: '0',
    });
  });

  test('the last report without a draft', () => {
    expect(initialValues({ last_five: '7' }, reported, '')).toEqual({
      ...initialValues(null, reported, '林小海'),
      last_five: '7',
    });
  });

  test('a draft, including emptied fields', () => {
    const draft = { paid_time: '', last_five: '7', paid_name: '', paid_money: '1,5' };
    expect(initialValues(draft, reported, '')).toEqual(draft);
  });
});

test.each<[string, number, boolean]>([
  ['600', 600, false],
  ['NT$600', 600, false],
  ['500', 600, true],
  ['1200', 600, true],
  ['', 600, false],
  ['abc', 600, false],
  ['500', 0, false],
])('%j where %d is due differs: %s', (typed, due, differs) => {
  expect(differsFromDue(typed, due)).toBe(differs);
});

test.each<[string, number, number, Doubt[]]>([
  ['01234', 600, 600, []],
  ['1234', 600, 600, ['digits']],
  ['01234', 500, 600, ['less']],
  ['01234', 700, 600, ['more']],
  [' 1234', 0, 600, ['digits', 'less']],
  ['01234', 600, 0, []],
])('digits %j with %d of %d are asked about for %j', (digits, paid_money, due, doubts) => {
  const values = { paid_time: now, last_five: '01234', paid_name: '王小明', paid_money };
  expect(doubtsAbout(digits, values, due)).toEqual(doubts);
});
