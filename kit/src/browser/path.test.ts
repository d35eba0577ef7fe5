import { expect, test } from 'vitest';
import { at } from './path.ts';

const list = at('/classes');
const one = at('/classes/:id');
const member = at('/groups/:group/:code');

test.each([
  [list.to(), '/classes'],
  [list.to({}, {}), '/classes'],
  [list.to({}, { opened: 0, name: '團 體' }), '/classes?opened=0&name=%E5%9C%98+%E9%AB%94'],
  [one.to({ id: 7 }), '/classes/7'],
  [one.to({ id: 'A/1 é' }), '/classes/A%2F1%20%C3%A9'],
  [member.to({ group: 'G1', code: 'C1' }, { page: 2 }), '/groups/G1/C1?page=2'],
])('the address %s', (address, expected) => {
  expect(address).toBe(expected);
});
