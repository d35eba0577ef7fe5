import { describe, expect, test } from 'vitest';
import { guessDates, isDay, readDay } from './read-day.ts';

test.each([
  ['2026/12/1', 'auto', '2026-12-01'],
  ['2026-12-01 13:05', 'auto', '2026-12-01'],
  ['2026-11-26T23:30:00+08:00', 'auto', '2026-11-26'],
  ['2026.12.01', 'minguo', '2026-12-01'],
  ['20261201', 'auto', '2026-12-01'],
  ['20261201 0905', 'auto', '2026-12-01'],
  ['20261201090530', 'auto', '2026-12-01'],
  ['202612010905', 'auto', '2026-12-01'],
  ['115.12.01', 'western', '2026-12-01'],
  ['1151201', 'western', '2026-12-01'],
  ['01151201', 'auto', '2026-12-01'],
  ['0115/12/01', 'auto', '2026-12-01'],
  ['1151201090530', 'auto', '2026-12-01'],
  ['11512010905', 'auto', '2026-12-01'],
  ['115/ 1/ 5', 'auto', '2026-01-05'],
  ['115 年 11 月 26 日', 'auto', '2026-11-26'],
  ['民國115年12月1日', 'western', '2026-12-01'],
  ['民國 99/12/01', 'western', '2010-12-01'],
  ['115年12月1日 上午', 'western', '2026-12-01'],
  ['2026/11/26(四)', 'auto', '2026-11-26'],
  ['2026年11月26日 星期四', 'auto', '2026-11-26'],
  ['１１５／１２／０１', 'auto', '2026-12-01'],
  ['46352', 'auto', '2026-11-26'],
  ['46352.75', 'auto', '2026-11-26'],
  ['36526', 'auto', '2000-01-01'],
  ['36525', 'auto', 'date'],
  ['73050', 'auto', '2099-12-31'],
  ['73051', 'auto', 'date'],
  ['040512', 'western', '2004-05-12'],
  ['26/12/01', 'western', '2026-12-01'],
  ['26/12/01', 'auto', 'ambiguous_date'],
  ['261201', 'western', '2026-12-01'],
  ['261201', 'auto', 'ambiguous_date'],
  ['99/12/01', 'minguo', '2010-12-01'],
  ['01/12/26', 'day_first', '2026-12-01'],
  ['12/01/26', 'month_first', '2026-12-01'],
  ['26/11/2026', 'auto', '2026-11-26'],
  ['11/26/2026', 'auto', '2026-11-26'],
  ['05/11/2026', 'auto', 'ambiguous_date'],
  ['05/12/2026', 'auto', 'ambiguous_date'],
  ['12/05/2026', 'auto', 'ambiguous_date'],
  ['05/11/2026', 'day_first', '2026-11-05'],
  ['05/05/2026', 'auto', '2026-05-05'],
  ['2000/01/01', 'auto', '2000-01-01'],
  ['1999/12/31', 'auto', 'date'],
  ['2026/02/30', 'auto', 'date'],
  ['2026/13/01', 'auto', 'date'],
  ['2026/12/011', 'auto', 'date'],
  ['05/11/115', 'auto', 'date'],
  ['202612011', 'auto', 'date'],
  ['12/01', 'auto', 'date'],
  ['合計', 'auto', 'date'],
  ['總計 2 筆', 'auto', 'date'],
  ['', 'auto', 'date'],
] as const)('the day %s, in the order %s, is %s', (cell, dates, day) => {
  expect(readDay(cell, dates)).toBe(day);
});

describe('dates that could be several days', () => {
  test.each<[string, string[], string]>([
    ['no way where none is unclear', ['2026/11/26', '115/11/27'], 'auto'],
    ['the way that lies in the last weeks', ['05/11/2026'], 'day_first'],
    ['the way that suits all of them', ['26/11/26', '11/05/26'], 'day_first'],
    ['western years', ['26/11/25', '26/11/26'], 'western'],
    ['no way where two suit', ['10/11/2026', '11/10/2026'], 'auto'],
    ['the way in which they are sorted', ['26/10/11', '26/11/10', '26/11/25'], 'western'],
    ['no way that lies later than tomorrow', ['30/11/2026', '12/12/26'], 'auto'],
    ['the order of those that are clear', ['26/11/2026', '05/11/2026'], 'day_first'],
    ['that order, though another gives later days', ['11/26/2026', '05/11/2026'], 'month_first'],
    ['that order, also with the day first', ['26/05/2026', '11/05/2026'], 'day_first'],
    ['that order, clear only in December', ['26/12/2025', '05/11/2026'], 'day_first'],
    ['that order, also with December first', ['12/26/2025', '11/05/2026'], 'month_first'],
    ['the way in which they ascend', ['10/09/2026', '11/09/2026', '09/10/2026'], 'day_first'],
    ['the way in which they descend', ['09/10/2026', '11/09/2026', '10/09/2026'], 'day_first'],
    ['the only way that suits, also unsorted', ['25/11/26', '05/11/26', '10/11/26'], 'day_first'],
    ['the way that lies in the last year, not the one before', ['03/12/2025'], 'day_first'],
    ['the way that lies 3700 days ago', ['16/10/11'], 'western'],
    ['no way that lies longer ago', ['16/10/10'], 'auto'],
    ['the way that lies on the next day', ['26/11/29'], 'western'],
    ['no way that lies on the day after', ['26/11/30'], 'auto'],
  ])('are read in %s', (_, cells, dates) => {
    expect(guessDates(cells, '2026-11-28')).toBe(dates);
  });
});

test.each([
  ['2026-12-01', true],
  ['date', false],
  ['ambiguous_date', false],
])('%s is a day: %s', (read, expected) => {
  expect(isDay(read)).toBe(expected);
});
