import type { RegistrationRecord } from '@portal/contract/enrolment';
import { expect, test } from 'vitest';
import { byUrgency, countOf, urgencyOf } from './urgency.ts';

const record = (code: string, overrides: Partial<RegistrationRecord>) =>
  ({
    code,
    start_time: '2026-12-20',
    payment_due: null,
    documents: null,
    ...overrides,
  }) as RegistrationRecord;

const unpaid = record('late', { situation: 'unpaid', payment_due: '2026-12-09' });
const sooner = record('soon', { situation: 'unpaid', payment_due: '2026-12-07' });
const pending = record('pending', { situation: 'pending', documents: { missing: 0 } });
const incomplete = record('incomplete', { situation: 'pending', documents: { missing: 1 } });
const reported = record('reported', { situation: 'reported' });
const refused = record('refused', { situation: 'refused' });
const done = record('done', { situation: 'confirmed' });

test.each([
  [unpaid, 'unpaid'],
  [pending, 'pending'],
  [incomplete, 'documents'],
  [reported, 'reported'],
  [refused, 'refused'],
  [done, 'confirmed'],
])('$code has the urgency %s', (each, urgency) => {
  expect(urgencyOf(each)).toBe(urgency);
});

test('open tasks of the person come first, the earliest deadline before others', () => {
  const shown = byUrgency([done, reported, pending, unpaid, refused, incomplete, sooner]);
  expect(shown.map(({ code }) => code)).toEqual([
    'soon',
    'late',
    'incomplete',
    'refused',
    'pending',
    'reported',
    'done',
  ]);
});

test('counts unpaid registrations and missing documents', () => {
  const all = [unpaid, sooner, incomplete, pending, done];
  expect([countOf(all, 'unpaid'), countOf(all, 'documents')]).toEqual([2, 1]);
});
