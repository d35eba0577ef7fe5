import { expect, test } from 'vitest';
import { dateAndTime, dateOf, minguoDate, money, people } from './format.ts';

test('dates, people and money are written as in Taiwan', () => {
  const time = '2026-12-05T09:00:00+08:00';
  expect(dateOf(time)).toBe('2026-12-05');
  expect(dateAndTime(time)).toBe('2026-12-05（六）09:00');
  expect(dateAndTime('2026-12-05')).toBe('2026-12-05（六）');
  expect(minguoDate(time)).toBe('民國 115 年 12 月 5 日，六');
  expect(people(30)).toBe('30 人');
  expect(money(1500)).toBe('NT$1,500');
});
