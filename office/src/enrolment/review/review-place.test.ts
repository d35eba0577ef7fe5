import { describe, expect, test } from 'vitest';
import { readPlace, withoutBranch, writePlace } from './review-place.ts';

const read = (search: string) => readPlace(new URLSearchParams(search));

describe('the address of the queue', () => {
  test.each([
    ['nothing', '', { filter: {}, id: null }],
    ['filters', '?class=TPE-FA1-001&days=7', { filter: { class: 'TPE-FA1-001', days: '7' }, id: null }],
    ['an opened registration', '?id=31', { filter: {}, id: 31 }],
    ['an empty filter', '?group=', { filter: {}, id: null }],
    ['an unknown name', '?page=2', { filter: {}, id: null }],
    ['an id that is no number', '?id=x', { filter: {}, id: null }],
    ['an id below one', '?id=-3', { filter: {}, id: null }],
  ])('names %s', (_, search, place) => {
    expect(read(search)).toEqual(place);
  });

  test('is written as it is read', () => {
    const place = { filter: { group: 'LANHAI', organization: '3' }, id: 12 };
    expect(read(writePlace(place))).toEqual(place);
  });

  test('keeps its other filters without the branch', () => {
    expect(withoutBranch({ organization: '3', days: '7' })).toEqual({ days: '7' });
    expect(withoutBranch({ days: '7' })).toEqual({ days: '7' });
  });
});
