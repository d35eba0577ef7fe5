import type { Scope } from '@portal/contract/rights';
import { expect, test } from 'vitest';
import { asStaff, grant } from '../../test/factories/staff.ts';
import { Refusal } from '../platform/errors.ts';
import {
  classScopeOf,
  grantsWithin,
  holdsNoOtherRole,
  identityRefusal,
  instructorScopeOf,
  may,
  mayExportLists,
  requireRight,
} from './policy.ts';

const holding = (...grants: ReturnType<typeof grant>[]) => asStaff({ id: 1, name: '王承辦' }, grants);

test.each([
  ['of all branches', holding(grant('officer')), true],
  ['of this branch', holding(grant('officer', 7)), true],
  ['of this one and another', holding(grant('officer', 8), grant('officer', 7)), true],
  ['of another branch', holding(grant('officer', 8)), false],
  ['of this branch in another role', holding(grant('cashier', 7)), false],
  ['of nothing', holding(), false],
])('an officer %s may review there: %s', (_, staff, expected) => {
  expect(may(staff, 'registration.review', 7)).toBe(expected);
});

test.each([
  ['the system', 'system' as const, null, true],
  ['an officer of all branches', holding(grant('officer')), null, true],
  ['an officer of this branch', holding(grant('officer', 7)), 7, true],
  ['an officer of this branch and another', holding(grant('officer', 8), grant('officer', 7)), 7, true],
  ['an officer of another branch', holding(grant('officer', 8)), 7, false],
  ['an officer of a branch', holding(grant('officer', 7)), null, false],
  ['somebody without roles', holding(), 7, false],
])('%s is refused a review without the right', (_, actor, organizationId, allowed) => {
  const act = () => requireRight(actor, 'registration.review', organizationId);
  if (allowed) expect(act).not.toThrow();
  else expect(act).toThrow(new Refusal('forbidden'));
});

test.each([
  ['an officer', holding(grant('officer')), 'everywhere', []],
  [
    'an instructor of a branch and officer of another',
    holding(grant('instructor', 7), grant('officer', 8)),
    [8],
    [7],
  ],
  ['an instructor of all branches', holding(grant('instructor')), [], 'everywhere'],
])(
  '%s reaches all classes of some branches, and classes that name them in others',
  (_, staff, all, named) => {
    expect([classScopeOf(staff, 'result.read'), instructorScopeOf(staff, 'result.read')]).toEqual([
      all,
      named,
    ]);
  },
);

test.each([
  ['an officer of a branch', holding(grant('officer', 7)), true],
  ['an editor', holding(grant('editor')), false],
])('%s may export lists: %s', (_, staff, expected) => {
  expect(mayExportLists(staff)).toBe(expected);
});

test.each<[string, boolean, ReturnType<typeof grant>[], Scope]>([
  ['a role in one of two branches', true, [grant('officer', 1)], [1, 2]],
  ['roles in both branches', true, [grant('officer', 1), grant('cashier', 2)], [1, 2]],
  ['a role in a third branch', false, [grant('officer', 3)], [1, 2]],
  ['roles in one of two branches and a third one', false, [grant('officer', 1), grant('officer', 3)], [1, 2]],
  ['roles in one of two branches and everywhere', false, [grant('officer', 1), grant('auditor')], [1, 2]],
  ['no role, of two branches', false, [], [1, 2]],
  ['no role, of all branches', true, [], 'everywhere'],
  ['a role everywhere, of all branches', true, [grant('auditor')], 'everywhere'],
])('an account with %s holds no role elsewhere: %s', (_, expected, grants, scope) => {
  expect(holdsNoOtherRole(grants, scope)).toBe(expected);
});

test('of the roles of an account, only those in the given branches are shown', () => {
  const grants = [grant('officer', 1), grant('officer', 3), grant('auditor')];
  expect([grantsWithin(grants, [1, 2]), grantsWithin(grants, 'everywhere')]).toEqual([
    [grant('officer', 1)],
    grants,
  ]);
});

const NOW = new Date('2026-12-01T02:00:00Z');
const MINUTES = 60_000;
const officer = holding(grant('officer', 1));

test.each<[string, ReturnType<typeof holding>, Scope, number | null, string | undefined]>([
  ['an officer of the branch', officer, [1], 10, undefined],
  ['an officer of the branch, too long after the second factor', officer, [1], 11, 'step_up_required'],
  ['an officer of the branch, without a second factor', officer, [1], null, 'step_up_required'],
  ['an officer of one of two branches', officer, [1, 2], 0, 'forbidden'],
  ['an officer of the branch, of all branches', officer, 'everywhere', 0, 'forbidden'],
  ['an officer of the association', holding(grant('officer')), 'everywhere', 0, undefined],
  ['a cashier', holding(grant('cashier')), [1], 0, 'forbidden'],
  ['a cashier, of no branch', holding(grant('cashier')), [], 0, 'forbidden'],
])('%s exports whole identity numbers', (_, staff, wanted, minutesAgo, refusal) => {
  const confirmedAt = minutesAgo === null ? null : new Date(NOW.getTime() - minutesAgo * MINUTES);
  expect(identityRefusal({ ...staff, confirmedAt }, wanted, NOW)?.code).toBe(refusal);
});
