import { expect, test } from 'vitest';
import { lastPageOf, pageWindow } from './page-window.ts';

test.each([
  [0, 10, 1],
  [10, 10, 1],
  [11, 10, 2],
  [238, 10, 24],
])('%i rows on pages of %i end on page %i', (total, perPage, last) => {
  expect(lastPageOf(total, perPage)).toBe(last);
});

test.each([
  { page: 1, last: 24, size: 5, numbers: [1, 2, 3, 4, 5] },
  { page: 2, last: 24, size: 5, numbers: [1, 2, 3, 4, 5] },
  { page: 7, last: 24, size: 5, numbers: [5, 6, 7, 8, 9] },
  { page: 24, last: 24, size: 5, numbers: [20, 21, 22, 23, 24] },
  { page: 24, last: 24, size: 3, numbers: [22, 23, 24] },
  { page: 1, last: 2, size: 5, numbers: [1, 2] },
  { page: 99, last: 3, size: 3, numbers: [1, 2, 3] },
])('page $page of $last offers $numbers', ({ page, last, size, numbers }) => {
  expect(pageWindow(page, last, size)).toEqual(numbers);
});

test('the numbers of a narrow screen are among those of a wide one', () => {
  for (let page = 1; page <= 9; page += 1) {
    expect(pageWindow(page, 9, 5)).toEqual(expect.arrayContaining(pageWindow(page, 9, 3)));
  }
});
