import { expect, test } from 'vitest';
import { readRequestedMember } from './requested-member.ts';

const requested = { GroupCode: 'LANHAI', id_number: 'F299990019', passport_no: null };

test('reads the requested member from the navigation state', () => {
  expect(readRequestedMember(requested)).toEqual(requested);
});

test.each([
  [null],
  ['LANHAI'],
  [{ from: '/Group' }],
  [{ ...requested, GroupCode: 7 }],
  [{ GroupCode: 'LANHAI', id_number: 'F299990019' }],
])('a navigation state of %j names no member', (state) => {
  expect(readRequestedMember(state)).toBeNull();
});
