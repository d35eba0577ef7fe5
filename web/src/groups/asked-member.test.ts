import { expect, it } from 'vitest';
import { readAskedMember } from './asked-member.ts';

const asked = { GroupCode: 'LANHAI', id_number: 'F299990019', passport_no: null };

it('reads whose data a navigation asks for', () => {
  expect(readAskedMember(asked)).toEqual(asked);
});

it.each([
  [null],
  ['LANHAI'],
  [{ from: '/Group' }],
  [{ ...asked, GroupCode: 7 }],
  [{ GroupCode: 'LANHAI', id_number: 'F299990019' }],
])('a navigation with %j asks for nobody', (state) => {
  expect(readAskedMember(state)).toBeNull();
});
