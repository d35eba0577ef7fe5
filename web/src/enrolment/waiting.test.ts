import type { RegistrationRecord } from '@portal/contract/enrolment';
import { expect, it } from 'vitest';
import { byUrgency, countWaiting, waitingFor } from './waiting.ts';

const record = (code: string, overrides: Partial<RegistrationRecord>) =>
  ({
    code,
    start_time: '2026-12-20',
    payment_due: null,
    documents: null,
    ...overrides,
  }) as RegistrationRecord;

const unpaid = record('late', { enable: 1, paid: 0, payment_due: '2026-12-09' });
const sooner = record('soon', { enable: 1, paid: 0, payment_due: '2026-12-07' });
const pending = record('pending', { enable: null, paid: 0, documents: { missing: 0 } });
const incomplete = record('incomplete', { enable: null, paid: 0, documents: { missing: 1 } });
const reported = record('reported', { enable: 1, paid: null });
const refused = record('refused', { enable: 0, paid: 0 });
const done = record('done', { enable: 1, paid: 1 });

it.each([
  [unpaid, 'unpaid'],
  [pending, 'review'],
  [incomplete, 'documents'],
  [reported, 'reported'],
  [refused, 'refused'],
  [done, 'done'],
])('$code waits for %s', (each, waiting) => {
  expect(waitingFor(each)).toBe(waiting);
});

it('open tasks of the person come first, the earliest deadline before others', () => {
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

it('counts unpaid registrations and missing documents', () => {
  const all = [unpaid, sooner, incomplete, pending, done];
  expect([countWaiting(all, 'unpaid'), countWaiting(all, 'documents')]).toEqual([2, 1]);
});
