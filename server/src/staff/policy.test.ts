import { expect, test } from 'vitest';
import { asStaff, grant } from '../../test/factories/staff.ts';
import { may } from './policy.ts';

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
