import { expect, test } from 'vitest';
import { readRecordsPlace, recordsAddress } from './records-place.ts';

test.each([
  ['', { filter: {}, page: 1 }],
  [
    '?organization=%E9%AB%98%E9%9B%84%E5%B8%82%E5%88%86%E6%9C%83',
    { filter: { organization: '高雄市分會' }, page: 1 },
  ],
  ['?trainclass=CPR&page=2', { filter: { trainclass: 'CPR' }, page: 2 }],
  ['?organization=+&trainclass=&page=0', { filter: {}, page: 1 }],
  ['?page=two&opened=3', { filter: {}, page: 1 }],
])('%s is a place', (search, place) => {
  expect(readRecordsPlace(search)).toEqual(place);
});

test('an address leads to the place it was made of', () => {
  const place = { filter: { organization: '臺北市分會', trainclass: 'FA&1' }, page: 3 };
  const address = recordsAddress(place);
  expect(address).toMatch(/^\/Auth\/TrainingRecord\?/);
  expect(readRecordsPlace(address.slice(address.indexOf('?')))).toEqual(place);
  expect(recordsAddress({ filter: {}, page: 1 })).toBe('/Auth/TrainingRecord');
});
