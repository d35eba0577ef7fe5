import { expect, test } from 'vitest';
import { chosenWithin } from './chosen-scope.ts';

const tpe = { id: 1, name: '臺北市分會' };
const khh = { id: 2, name: '高雄市分會' };

test.each([
  ['nothing', [tpe, khh], null, undefined],
  ['an organisation of theirs', [tpe, khh], '2', 2],
  ['an organisation that is no longer theirs', [tpe, khh], '3', undefined],
  ['something else', [tpe, khh], 'x', undefined],
  ['their only organisation', [tpe], '1', undefined],
])('with the choice %s', (_, own, stored, chosen) => {
  expect(chosenWithin(own, stored)).toBe(chosen);
});
