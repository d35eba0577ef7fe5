import { expect, test } from 'vitest';
import { asStaff, grant } from '../../test/factories/staff.ts';
import { isTheirWork, mayFind } from './policy.ts';

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
