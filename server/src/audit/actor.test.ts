import { expect, test } from 'vitest';
import { proveTrainee } from '../accounts/actors.ts';
import { identifyStaff, proveStaff } from '../staff/actors.ts';
import { type Actor, actorName } from './actor.ts';

test.each<[actor: Actor, name: string]>([
  [proveTrainee({ accountId: 12 }), 'account:12'],
  [identifyStaff({ staffId: 3 }), 'staff:3'],
  [proveStaff({ staffId: 4, name: '王承辦', grants: [] }), 'staff:4'],
  ['system', 'system'],
])('names %j in events', (actor, name) => {
  expect(actorName(actor)).toBe(name);
});
