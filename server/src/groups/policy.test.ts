import { describe, expect, test } from 'vitest';
import { asStaff, grant } from '../../test/factories/staff.ts';
import { managedGroups, mayManage, requireManager, requireMember, selectGroups } from './policy.ts';

const [a, b, c] = [
  { id: 1, code: 'A', name: '甲', role: 'manager' },
  { id: 2, code: 'B', name: '乙', role: 'manager' },
  { id: 3, code: 'C', name: '丙', role: 'member' },
] as const;

test.each([
  ['an officer of all branches', [grant('officer')], true, true],
  ['an officer of the branch', [grant('officer', 7)], true, false],
  ['an officer of another branch', [grant('officer', 8)], false, false],
  ['an auditor, who only reads groups', [grant('auditor')], false, false],
  ['somebody without roles', [], false, false],
])('%s', (_, grants, ofBranch, ofAll) => {
  const actor = asStaff({ id: 1, name: '王承辦' }, grants);
  expect(mayManage(actor, { organizationId: 7 })).toBe(ofBranch);
  expect(mayManage(actor, { organizationId: null })).toBe(ofAll);
});

test('a trainee manages the groups in which they are a manager', () => {
  expect(managedGroups([a, c, b])).toEqual([a, b]);
});

describe('the groups that a call about a class may apply to', () => {
  test.each([
    ['all that the caller manages', [a, b], { code: undefined, reservedFor: null }, [a, b]],
    ['the one that is named', [a, b], { code: 'B', reservedFor: null }, [b]],
    ['the one that the class is reserved for', [a, b], { code: undefined, reservedFor: 2 }, [b]],
    ['the one that is named, where the class is reserved for it', [a, b], { code: 'A', reservedFor: 1 }, [a]],
  ])('are %s', (_, managed, wanted, selected) => {
    expect(selectGroups(managedGroups(managed), wanted)).toEqual(selected);
  });

  test.each([
    ['the caller manages none', [], { code: undefined, reservedFor: null }, 'group_not_managed'],
    ['the caller names a group of other people', [a], { code: 'B', reservedFor: null }, 'group_not_managed'],
    [
      'the caller names a group of other people for which the class is reserved',
      [a],
      { code: 'B', reservedFor: 2 },
      'group_not_managed',
    ],
    ['the class is reserved for another', [a, b], { code: undefined, reservedFor: 3 }, 'group_not_allowed'],
    [
      'the class is reserved for another than the one that is named',
      [a, b],
      { code: 'A', reservedFor: 2 },
      'group_not_allowed',
    ],
  ])('are none if %s', (_, managed, wanted, code) => {
    expect(() => selectGroups(managedGroups(managed), wanted)).toThrow(expect.objectContaining({ code }));
  });
});

describe('a membership', () => {
  const [manager, member] = [a, c];

  test('as member or manager passes the check for members', () => {
    expect([requireMember(member), requireMember(manager)]).toEqual([member, manager]);
  });

  test('as manager is required by the check for managers', () => {
    expect(requireManager(manager)).toBe(manager);
    expect(() => requireManager(member)).toThrow(expect.objectContaining({ code: 'group_managers_only' }));
  });

  test('that is missing is answered like a group that does not exist', () => {
    const unknown = expect.objectContaining({ code: 'group_not_found' });
    expect(() => requireMember(null)).toThrow(unknown);
    expect(() => requireManager(null)).toThrow(unknown);
  });
});
