import { describe, expect, test } from 'vitest';
import { addressOf, type ListPlace, readPlace, toggled } from './list-place.ts';

const place = (overrides: Partial<ListPlace> = {}): ListPlace => ({
  filter: { organization: undefined, trainclass: undefined },
  page: 1,
  opened: [],
  ...overrides,
});

const read = (search: string) => readPlace(new URLSearchParams(search));

describe('readPlace', () => {
  test.each([
    ['', place()],
    ['opened=3', place({ opened: [3] })],
    ['opened=0', place({ opened: [0] })],
    ['opened=1,4', place({ opened: [1, 4] })],
    ['opened=-1', place()],
    ['opened=x,2', place({ opened: [2] })],
    ['page=4', place({ page: 4 })],
    ['page=0', place()],
    ['page=-2', place()],
    ['page=1e3', place()],
    ['page=99999999999', place()],
    ['organization=%20&trainclass=', place()],
    [
      'organization=臺北市分會&page=2',
      place({ filter: { organization: '臺北市分會', trainclass: undefined }, page: 2 }),
    ],
    ['group=LANHAI', place({ filter: { group: 'LANHAI' } })],
    ['trainclass=FA1', place({ filter: { organization: undefined, trainclass: 'FA1' } })],
  ])('reads ?%s', (search, expected) => {
    expect(read(search)).toEqual(expected);
  });
});

describe('addressOf', () => {
  test('leaves out default values', () => {
    expect(addressOf(place())).toBe('/ClassInfo');
  });

  test.each([
    place({ page: 3 }),
    place({ opened: [0, 7] }),
    place({ filter: { organization: '臺北市分會 & 友', trainclass: 'FA1' }, page: 2, opened: [9] }),
  ])('says a place so that it is read again', (somewhere) => {
    const { search } = new URL(addressOf(somewhere), 'https://portal.example');
    expect(read(search)).toEqual(somewhere);
  });
});

describe('toggled', () => {
  test('opens a row beside those that are open', () => {
    expect(toggled(place({ opened: [5] }), 2).opened).toEqual([2, 5]);
  });

  test('closes a row that is open', () => {
    expect(toggled(place({ opened: [2, 5] }), 5).opened).toEqual([2]);
  });
});
