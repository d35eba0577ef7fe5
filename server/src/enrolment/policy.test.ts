import { describe, expect, test } from 'vitest';
import { asStaff, grant } from '../../test/factories/staff.ts';
import { permissionsOfRecord, type RegistrationFacts, reviewRefusals } from './policy.ts';
import type { ShownState } from './states.ts';

const startTime = new Date('2026-12-05T01:00:00Z');
const BEFORE = new Date(startTime.getTime() - 1);

type Can = keyof ReturnType<typeof permissionsOfRecord>;

/** The permitted acts, as a list. */
const allowed = (row: { state: ShownState; managed: boolean; freeCancelUntil?: string }, now: Date) =>
  Object.entries(permissionsOfRecord({ freeCancelUntil: null, ...row, startTime }, now)).flatMap(
    ([can, may]) => (may ? can : []),
  );

const payment: Can[] = ['can_see_payment', 'can_report_payment'];

describe('a trainee', () => {
  const records: [state: ShownState, always: Can[], beforeStart: Can[]][] = [
    ['pending', [], ['can_cancel']],
    ['rejected', [], ['can_cancel', 'can_enrol_again']],
    ['unpaid', payment, ['can_cancel']],
    ['reported', payment, []],
    ['confirmed', ['can_see_payment'], []],
  ];

  test.each(records)(
    'with a record of their own that is %s may always %j, and before the class starts %j',
    (state, always, beforeStart) => {
      expect(allowed({ state, managed: false }, BEFORE)).toEqual([...always, ...beforeStart]);
      expect(allowed({ state, managed: false }, startTime)).toEqual(always);
    },
  );

  test.each(records)(
    'with the record of a managed group that is %s may always %j, and edit the roster until the class starts',
    (state, always) => {
      expect(allowed({ state, managed: true }, BEFORE)).toEqual([...always, 'can_edit_roster']);
      expect(allowed({ state, managed: true }, startTime)).toEqual(always);
    },
  );
});

test.each<[until: string | null, state: ShownState, mayCancel: boolean]>([
  [null, 'confirmed', false],
  ['2026-12-03', 'confirmed', false],
  ['2026-12-04', 'reported', true],
  ['2026-12-04', 'confirmed', true],
])(
  'on 4 December, with free cancellation until %s after a postponement, a registration that is %s may be cancelled: %s',
  (freeCancelUntil, state, mayCancel) => {
    const day = new Date('2026-12-04T10:00:00Z');
    const row = { state, managed: false, freeCancelUntil };
    expect(permissionsOfRecord({ ...row, startTime }, day).can_cancel).toBe(mayCancel);
    expect(permissionsOfRecord({ ...row, managed: true, startTime }, day).can_cancel).toBe(false);
    expect(permissionsOfRecord({ ...row, startTime }, startTime).can_cancel).toBe(false);
  },
);

describe('staff', () => {
  const now = new Date('2026-12-01T02:00:00Z');
  const started = { startTime: now, organizationId: 1, result: null, hasCompleted: true };
  const coming = { ...started, startTime: new Date('2026-12-20T01:00:00Z') };
  const officer = asStaff({ id: 1, name: '林承辦' }, [grant('officer', 1)]);
  const acts = (facts: RegistrationFacts, actor = officer) =>
    Object.entries(reviewRefusals(facts, actor, now)).flatMap(([act, refusal]) => (refusal ? [] : [act]));

  test.each([
    ['pending', ['approve', 'reject', 'cancel', 'move', 'note', 'identity', 'confirmPhone']],
    ['rejected', ['reopen', 'note', 'identity', 'confirmPhone']],
    ['unpaid', ['reject', 'cancel', 'move', 'note', 'identity', 'confirmPhone']],
    ['reported', ['cancel', 'move', 'note', 'identity', 'confirmPhone']],
    ['confirmed', ['cancel', 'move', 'note', 'identity', 'confirmPhone']],
    ['cancelled', ['note', 'identity', 'confirmPhone']],
  ] as const)('of the branch may, with a registration that is %s: %j', (state, may) => {
    expect(acts({ ...coming, state })).toEqual(may);
  });

  test('may not reopen once the class has started, nor move or cancel after a result', () => {
    expect(acts({ ...started, state: 'rejected' })).toEqual(['note', 'identity', 'confirmPhone']);
    expect(acts({ ...started, state: 'confirmed', result: 1 })).toEqual(['note', 'identity', 'confirmPhone']);
  });

  test('may not see the whole number of somebody without a completed registration', () => {
    const enrolled = { ...coming, state: 'pending', hasCompleted: false } as const;
    expect(acts(enrolled)).toEqual(
      acts({ ...enrolled, hasCompleted: true }).filter((act) => act !== 'identity'),
    );
    expect(reviewRefusals(enrolled, officer, now).identity?.code).toBe('identity_masked');
  });

  test('of another branch may do nothing, nor may auditors', () => {
    const elsewhere = asStaff({ id: 2, name: '王承辦' }, [grant('officer', 2)]);
    const auditor = asStaff({ id: 3, name: '稽核' }, [grant('auditor')]);
    for (const actor of [elsewhere, auditor])
      expect(acts({ ...coming, state: 'pending' }, actor)).toEqual([]);
  });
});
