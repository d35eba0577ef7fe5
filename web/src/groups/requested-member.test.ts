import { expect, test } from 'vitest';
import { readRequestedMember } from './requested-member.ts';

const asked = { GroupCode: 'LANHAI', id_number: 'F299990019', passport_no: null };

test('reads the requested member from the navigation state', () => {
  expect(readRequestedMember(asked)).toEqual(asked);
});

test.each([
  [null],
  ['LANHAI'],
  [{ from: '/Group' }],
  [{ ...asked, GroupCode: 7 }],
  [{ GroupCode: 'LANHAI', id_number: 'F299990019' }],
])('a navigation state of %j names no member', (state) => {
  expect(readRequestedMember(state)).toBeNull();
});
