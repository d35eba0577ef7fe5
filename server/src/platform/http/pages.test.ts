import { expect, test } from 'vitest';
import { pageForm, pageWindow } from './pages.ts';

const request = {
  path: '/api/classes',
  parameters: { type: 'Pagination', num: '10', organization: '', trainclass: 'A&B' },
};
const at = (page: number) => `/api/classes?type=Pagination&num=10&trainclass=A%26B&page=${page}`;

test('a page in the middle names its neighbours and keeps the other parameters', () => {
  const page = pageForm(['k', 'l'], 32, { ...request, page: 2, num: 10 });
  expect(page).toMatchObject({
    data: ['k', 'l'],
    current_page: 2,
    last_page: 4,
    per_page: 10,
    total: 32,
    from: 11,
    to: 12,
    path: '/api/classes',
    first_page_url: at(1),
    last_page_url: at(4),
    prev_page_url: at(1),
    next_page_url: at(3),
  });
  expect(page.links).toEqual([
    { url: at(1), label: '上一頁', active: false },
    { url: at(1), label: '1', active: false },
    { url: at(2), label: '2', active: true },
    { url: at(3), label: '3', active: false },
    { url: at(4), label: '4', active: false },
    { url: at(3), label: '下一頁', active: false },
  ]);
});

test('no rows are one empty page', () => {
  expect(pageForm([], 0, { ...request, page: 1, num: 10 })).toMatchObject({
    data: [],
    current_page: 1,
    last_page: 1,
    total: 0,
    from: null,
    to: null,
    prev_page_url: null,
    next_page_url: null,
  });
});

test('a page past the end is empty and leads back to the last one', () => {
  const page = pageForm([], 32, { ...request, page: 9, num: 10 });
  expect(page).toMatchObject({ current_page: 9, last_page: 4, from: null, to: null, next_page_url: null });
  expect(page.prev_page_url).toBe(at(4));
  expect(page.links.filter((link) => link.active)).toEqual([]);
});

test.each([
  [1, 1, [1]],
  [1, 5, [1, 2, 3, 4, 5]],
  [1, 20, [1, 2, 3, 4, null, 19, 20]],
  [6, 20, [1, 2, 3, 4, 5, 6, 7, 8, 9, null, 19, 20]],
  [10, 20, [1, 2, null, 7, 8, 9, 10, 11, 12, 13, null, 19, 20]],
  [20, 20, [1, 2, null, 17, 18, 19, 20]],
])('page %i of %i names %j', (current, last, named) => {
  expect(pageWindow(current, last)).toEqual(named);
});
