import { expect, test } from 'vitest';
import { asStaff, grant } from '../../test/factories/staff.ts';
import { accountPermissions } from './policy.ts';

test.each([
  ['the cashier', asStaff({ id: 1, name: '陳會計' }, [grant('cashier', 1)]), true],
  ['a cashier of another branch', asStaff({ id: 2, name: '王會計' }, [grant('cashier', 2)]), false],
  ['an officer of the branch', asStaff({ id: 3, name: '林承辦' }, [grant('officer', 1)]), false],
  ['an auditor', asStaff({ id: 4, name: '稽核' }, [grant('auditor')]), false],
])('%s may import and confirm into a bank account: %s', (_, actor, allowed) => {
  expect(accountPermissions({ organizationId: 1 }, actor)).toEqual({ import: allowed, confirm: allowed });
});
