import { expect, test } from 'vitest';
import { asStaff, grant } from '../../test/factories/staff.ts';
import { attendancePermissions, resultPermissions, rightToPaper } from './policy.ts';

const holding = (...grants: ReturnType<typeof grant>[]) => asStaff({ id: 1, name: '王小美' }, grants);
const all = ['mark', 'write', 'publish'];

test.each([
  ['an officer of the branch', holding(grant('officer', 1)), all, all],
  ['an officer of another branch', holding(grant('officer', 2)), [], []],
  ['an instructor of the branch', holding(grant('instructor', 1)), [], ['mark', 'write']],
  ['an instructor of another branch', holding(grant('instructor', 2)), [], []],
  ['an auditor', holding(grant('auditor')), [], []],
  [
    'an officer elsewhere who teaches here',
    holding(grant('officer', 2), grant('instructor', 1)),
    [],
    ['mark', 'write'],
  ],
])('%s may %j in a class of the branch, and %j if the class names them', (_, staff, others, own) => {
  const can = (isTaught: boolean) => {
    const trainingClass = { organizationId: 1, isTaught };
    const permissions = {
      ...attendancePermissions(trainingClass, staff),
      ...resultPermissions(trainingClass, staff),
    };
    return Object.entries(permissions).flatMap(([act, may]) => (may ? act : []));
  };
  expect(can(false)).toEqual(others);
  expect(can(true)).toEqual(own);
});

test.each([
  ['roster', 'registration.read'],
  ['sign_in', 'registration.read'],
  ['scores', 'result.read'],
] as const)('the paper %s needs %s', (paper, right) => {
  expect(rightToPaper(paper)).toBe(right);
});
