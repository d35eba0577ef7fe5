import type { Scope } from '@portal/contract/rights';
import { expect, test } from 'vitest';
import { asStaff, grant } from '../../test/factories/staff.ts';
import { identityRefusal, isTheirWork, mayFind } from './policy.ts';

const holding = (...grants: ReturnType<typeof grant>[]) => asStaff({ id: 1, name: '王小美' }, grants);

const kinds = ['people', 'classes', 'groups', 'certificates', 'registrations'] as const;
const works = ['review', 'overdue', 'reconcile', 'refunds', 'results', 'mails'] as const;

test.each([
  ['admin', ['classes'], []],
  ['officer', kinds, ['review', 'overdue', 'results', 'mails']],
  ['cashier', ['people', 'classes', 'registrations'], ['reconcile', 'refunds']],
  ['instructor', ['classes', 'registrations'], ['results']],
  ['editor', [], []],
  ['auditor', kinds, []],
] as const)('%s finds %j and sees the waiting work %j', (role, found, waiting) => {
  const staff = holding(grant(role));
  expect(kinds.filter((kind) => mayFind(staff, kind))).toEqual(found);
  expect(works.filter((work) => isTheirWork(staff, work))).toEqual(waiting);
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
