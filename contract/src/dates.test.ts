import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  addYears,
  isDate,
  isoTaipei,
  looksMinguo,
  minguo,
  parseMinguo,
  readable,
  readableTime,
  today,
  weekday,
} from './dates.ts';
import vectors from './identity-vectors.json' with { type: 'json' };

const day = (from: string, to: string) =>
  fc
    .date({ min: new Date(`${from}T00:00:00Z`), max: new Date(`${to}T00:00:00Z`), noInvalidDate: true })
    .map((time) => time.toISOString().slice(0, 10));
const anyDay = day('1912-01-01', '2899-12-31');

describe('isDate', () => {
  test.each(['2026-12-05', '1900-01-01', '2999-12-31', '2024-02-29', '2000-02-29'])('accepts %s', (text) => {
    expect(isDate(text)).toBe(true);
  });

  test.each([
    '',
    '1899-12-31',
    '3000-01-01',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-5',
    '2026/12/05',
    '20261205',
    '2026-12-05T00:00:00',
    '2026-12-05\n',
    ' 2026-12-05',
    '２０２６-12-05',
  ])('refuses %j', (text) => {
    expect(isDate(text)).toBe(false);
  });
});

describe('today and isoTaipei', () => {
  test.each([
    ['2026-12-05T01:00:00Z', '2026-12-05', '2026-12-05T09:00:00+08:00'],
    ['2026-12-05T15:59:59.999Z', '2026-12-05', '2026-12-05T23:59:59+08:00'],
    ['2026-12-05T16:00:00Z', '2026-12-06', '2026-12-06T00:00:00+08:00'],
    ['2026-12-31T16:00:00Z', '2027-01-01', '2027-01-01T00:00:00+08:00'],
  ])('%s is %s in Taipei', (moment, date, iso) => {
    expect(today(new Date(moment))).toBe(date);
    expect(isoTaipei(new Date(moment))).toBe(iso);
  });

  test('names the same moment, to the second', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(86_399), (date, second) => {
        const moment = new Date(Date.parse(`${date}T00:00:00Z`) + second * 1000);
        expect(new Date(isoTaipei(moment))).toEqual(moment);
      }),
    );
  });
});

describe('addMonths', () => {
  test.each([
    ['2026-08-31', -6, '2026-02-28'],
    ['2024-08-31', -6, '2024-02-29'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-12-05', 1, '2027-01-05'],
    ['2026-01-05', -1, '2025-12-05'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-12-05', 0, '2026-12-05'],
    ['2026-12-05', -24, '2024-12-05'],
  ])('%s and %i months is %s', (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected);
  });
});

describe('addYears', () => {
  test.each([
    ['2024-02-29', 3, '2027-02-28'],
    ['2024-02-29', 4, '2028-02-29'],
    ['2026-12-05', -1, '2025-12-05'],
  ])('%s and %i years is %s', (date, years, expected) => {
    expect(addYears(date, years)).toBe(expected);
  });
});

describe('addDays', () => {
  test.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2026-12-05', 0, '2026-12-05'],
  ])('%s and %i days is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
  });

  test('adds the given number of days', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -4000, max: 4000 }), (date, days) => {
        expect((Date.parse(addDays(date, days)) - Date.parse(date)) / 86_400_000).toBe(days);
      }),
    );
  });
});

test.each([
  ['2026-12-05', '六'],
  ['2026-12-06', '日'],
  ['2026-12-07', '一'],
  ['1900-01-01', '一'],
])('%s is weekday %s', (date, name) => {
  expect(weekday(date)).toBe(name);
});

describe('minguo', () => {
  test.each([
    ['2026-12-05', '民國 115 年 12 月 5 日'],
    ['1912-01-01', '民國 1 年 1 月 1 日'],
    ['1911-12-31', '民國前 1 年 12 月 31 日'],
    ['1900-01-01', '民國前 12 年 1 月 1 日'],
  ])('%s is %s', (date, text) => {
    expect(minguo(date)).toBe(text);
  });

  test('agrees with the calendar of the platform', () => {
    const roc = new Intl.DateTimeFormat('zh-TW-u-ca-roc', { year: 'numeric', timeZone: 'UTC' });
    fc.assert(
      fc.property(anyDay, (date) => {
        const year = roc
          .formatToParts(new Date(`${date}T00:00:00Z`))
          .find(({ type }) => type === 'year')?.value;
        expect(minguo(date)).toContain(`民國 ${year} 年`);
      }),
    );
  });
});

describe('parseMinguo', () => {
  test.each([
    ...vectors.roc_dates,
    ['民國113年2月29日', '2024-02-29'],
    ['113/02/29', '2024-02-29'],
    ['113.2.29', '2024-02-29'],
    ['113年2月29日', '2024-02-29'],
    ['１１３／０２／２９', '2024-02-29'],
    [' 民國 115 年 12 月 5 日 ', '2026-12-05'],
  ])('%j is %s', (text, date) => {
    expect(parseMinguo(text)).toBe(date);
  });

  test.each([
    ...vectors.roc_dates_invalid,
    '',
    '2024-02-29',
    '2024/02/29',
    '20240229',
    '113/02.29',
    '113 02 29',
    '000101',
    '民國0年1月1日',
    '民國前 1 年 12 月 31 日',
  ])('refuses %j', (text) => {
    expect(parseMinguo(text)).toBeNull();
  });

  test('reads the output of minguo', () => {
    fc.assert(
      fc.property(anyDay, (date) => {
        expect(parseMinguo(minguo(date))).toBe(date);
      }),
    );
  });
});

test('a moment or a day is written with its weekday, in Taipei', () => {
  expect(readable('2026-12-05T09:00:00+08:00')).toBe('2026-12-05（六）09:00');
  expect(readable('2026-12-05')).toBe('2026-12-05（六）');
  expect(readableTime(new Date('2026-12-04T17:30:00Z'))).toBe('2026-12-05（六）01:30');
});

describe('looksMinguo', () => {
  test.each(['0080-01-31', '0115-12-05', '1899-12-31', '80-01-31', '113/02/29', '113.2.29'])(
    'recognises %s',
    (text) => {
      expect(looksMinguo(text)).toBe(true);
    },
  );

  test.each(['1900-01-01', '2026-12-05', '05-12-2026', '80-01/31', '113-0229', '', 'abc'])(
    'does not recognise %j',
    (text) => {
      expect(looksMinguo(text)).toBe(false);
    },
  );
});

test('never throws for any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const rule of [isDate, looksMinguo, parseMinguo]) rule(text);
    }),
  );
});
