import { classActs } from '@portal/contract/office/classes';
import { expect, test } from 'vitest';
import { asStaff, grant } from '../../test/factories/staff.ts';
import { actRefusal, type ClassFacts, classRefusals, mayMessage } from './policy.ts';

const NOW = new Date('2026-12-01T02:00:00Z');
const at = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const coming: ClassFacts = {
  ...{ state: 'published', organizationId: 1, number: 3, startTime: at(10), endTime: at(11) },
  ...{ unfinished: 0, unresulted: 3, resulted: 0 },
};
const over = { startTime: at(-2), endTime: at(-1) };
const officer = asStaff({ id: 1, name: '周小姐' }, [grant('officer', 1)]);

const may = (facts: Partial<ClassFacts>, actor = officer) => {
  const refused = classRefusals({ ...coming, ...facts }, actor, NOW);
  return classActs.filter((act) => refused[act] === null);
};

test.each<[string, Partial<ClassFacts>, string[]]>([
  ['a draft', { state: 'draft', number: 0 }, ['edit', 'publish']],
  ['a draft that should have started', { state: 'draft', number: 0, startTime: at(-1) }, ['edit']],
  ['a draft that starts now', { state: 'draft', number: 0, startTime: NOW }, ['edit']],
  ['a published class', {}, ['edit', 'stop', 'postpone', 'callOff']],
  ['one without seats held', { number: 0 }, ['edit', 'withdraw', 'stop', 'postpone', 'callOff']],
  ['a closed class', { state: 'closed' }, ['edit', 'resume', 'postpone', 'callOff']],
  ['one that is over, results missing', over, ['edit', 'postpone', 'callOff']],
  ['a closed one that is over', { ...over, state: 'closed' }, ['edit', 'postpone', 'callOff']],
  ['one that ends now', { ...over, endTime: NOW }, ['edit', 'postpone', 'callOff']],
  ['one without an end that has begun', { ...over, endTime: null }, ['edit', 'postpone', 'callOff']],
  ['one that is held now', { ...over, endTime: at(1) }, ['edit', 'stop', 'postpone', 'callOff']],
  ['one with a first result', { ...over, resulted: 1, unresulted: 2 }, ['edit']],
  ['one with all results', { ...over, resulted: 3, unresulted: 0 }, ['edit', 'complete']],
  ['one with all results, somebody unpaid', { ...over, resulted: 3, unresulted: 0, unfinished: 1 }, ['edit']],
  ['one with all results that goes on', { resulted: 3, unresulted: 0 }, ['edit', 'stop']],
  ['a completed class', { state: 'completed' }, []],
  ['a class called off', { state: 'cancelled', number: 0 }, []],
])('an officer may with %s: %j %j', (_, facts, acts) => {
  expect(may(facts)).toEqual(acts);
});

test.each([
  ['an officer elsewhere', grant('officer', 2)],
  ['an instructor', grant('instructor', 1)],
  ['an auditor', grant('auditor')],
  ['an administrator', grant('admin')],
])('%s may do nothing', (_, role) => {
  expect(may({ number: 0 }, asStaff({ id: 2, name: '別人' }, [role]))).toEqual([]);
});

test.each([
  ['publish', { state: 'published', startTime: at(-1) }, null],
  ['publish', { state: 'draft', startTime: at(-1) }, 'class_starts_before'],
  ['publish', { state: 'completed' }, 'class_completed'],
  ['stop', { state: 'closed', ...over }, null],
  ['withdraw', { state: 'draft' }, null],
] as const)('%s with %j is refused: %s; done already, it is none', (act, facts, code) => {
  expect(actRefusal(act, { ...coming, ...facts }, NOW)?.code ?? null).toBe(code);
});

test.each([
  ['of the branch, to a class with a seat taken', { number: 1 }, officer, true],
  ['to a class without seats taken', { number: 0 }, officer, false],
  ['of another branch', { organizationId: 2 }, officer, false],
  ['without the right', {}, asStaff({ id: 2, name: '稽核' }, [grant('auditor')]), false],
])('staff %s may write a message: %j', (_, facts, actor, expected) => {
  expect(mayMessage({ ...coming, ...facts }, actor)).toBe(expected);
});
