import { describe, expect, test } from 'vitest';
import { asStaff, grant } from '../../test/factories/staff.ts';
import { mayConfirmFor, mayConfirmRefund, mayUndo, refundPermissions } from './policy.ts';

const here = { organizationId: 1 };
const cashier = asStaff({ id: 1, name: '陳會計' }, [grant('cashier', 1)]);
const elsewhere = asStaff({ id: 2, name: '王會計' }, [grant('cashier', 2)]);
const officer = asStaff({ id: 3, name: '林承辦' }, [grant('officer', 1)]);
const auditor = asStaff({ id: 4, name: '稽核' }, [grant('auditor')]);

test.each([
  ['the cashier', cashier, true],
  ['a cashier of another branch', elsewhere, false],
  ['an officer of the branch', officer, false],
  ['an auditor', auditor, false],
])('%s may undo a payment: %s', (_, actor, allowed) => {
  expect(mayUndo({ ...here, endedAt: null, isUndoable: true }, actor)).toBe(allowed);
  expect(mayUndo({ ...here, endedAt: null, isUndoable: false }, actor)).toBe(false);
  expect(mayUndo({ ...here, endedAt: '2026-12-01', isUndoable: true }, actor)).toBe(false);
});

test.each([
  ['the branch of the class', 1, 3, true],
  ['the branch of the bank account', 2, 1, true],
  ['neither', 2, 3, false],
])('a cashier of %s may confirm a payment', (_, organizationId, accountOrganizationId, allowed) => {
  expect(mayConfirmFor(cashier, { organizationId, accountOrganizationId })).toBe(allowed);
});

const createdBy = 'staff:1:陳會計';
const other = { createdBy: 'system', changedBy: null };

test.each([
  [{ createdBy, changedBy: null }, 1, true],
  [{ createdBy, changedBy: null }, 2, false],
  [{ createdBy: 'system', changedBy: createdBy }, 2, false],
  [other, 2, true],
])('of %j, with %i cashiers, the person themselves may confirm: %s', (refund, cashiers, allowed) => {
  expect(mayConfirmRefund(refund, createdBy, cashiers)).toBe(allowed);
});

describe('a refund may be', () => {
  const can = (refund: object, actor = cashier, cashiers = 2) =>
    Object.entries(
      refundPermissions({ ...here, ...other, state: 'due', ...refund }, { actor, name: createdBy }, cashiers),
    ).flatMap(([act, may]) => (may ? act : []));

  test.each([
    ['changed, paid and waived while it is due', {}, ['change', 'pay', 'waive']],
    ['only changed by the person who entered it', { createdBy }, ['change', 'isOwn']],
    ['left alone once it is paid', { state: 'paid' }, []],
    ['left alone once it is waived', { state: 'waived', createdBy }, []],
  ] as const)('%s', (_, refund, acts) => {
    expect(can(refund)).toEqual(acts);
    expect(can(refund, elsewhere)).toEqual([]);
    expect(can(refund, officer)).toEqual([]);
  });

  test('paid by the person who entered it, without another cashier', () => {
    expect(can({ createdBy }, cashier, 1)).toEqual(['change', 'pay', 'waive']);
  });
});
