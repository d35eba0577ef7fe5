import type { RegistrationRecord } from '@portal/contract/enrolment';
import { expect, test } from 'vitest';
import { byUrgency, countOf, hasToPay, headlineOf, onlyToPay, urgencyOf } from './urgency.ts';

const record = (code: string, overrides: Partial<RegistrationRecord>) =>
  ({
    code,
    start_time: '2026-12-20',
    payment_due: null,
    documents: null,
    shortfall: null,
    ...overrides,
  }) as RegistrationRecord;

const unpaid = record('late', { situation: 'unpaid', payment_due: '2026-12-09' });
const sooner = record('soon', { situation: 'unpaid', payment_due: '2026-12-07' });
const pending = record('pending', { situation: 'pending', documents: { missing: 0 } });
const incomplete = record('incomplete', { situation: 'pending', documents: { missing: 1 } });
const reported = record('reported', { situation: 'reported' });
const shortfall = { reported: 500, due: 600, missing: 100, overdue: false };
const short = record('short', {
  situation: 'reported',
  shortfall: { ...shortfall, payment_due: '2026-12-08' },
  documents: { missing: 1 },
});
const shortSooner = record('short soon', {
  situation: 'reported',
  shortfall: { ...shortfall, payment_due: '2026-12-07' },
});
const refused = record('rejected', { situation: 'rejected' });
const done = record('done', { situation: 'confirmed' });

test.each([
  [unpaid, 'unpaid'],
  [{ ...unpaid, code: 'covered', amount: 0 }, 'covered'],
  [pending, 'pending'],
  [incomplete, 'documents'],
  [reported, 'reported'],
  [short, 'short'],
  [{ ...short, code: 'unpaid', situation: 'unpaid' as const }, 'unpaid'],
  [refused, 'rejected'],
  [done, 'confirmed'],
])('$code has the urgency %s', (each, urgency) => {
  expect(urgencyOf(each)).toBe(urgency);
});

test('open tasks of the person come first, the earliest deadline before others', () => {
  const shown = byUrgency([done, reported, short, pending, unpaid, shortSooner, refused, incomplete, sooner]);
  expect(shown.map(({ code }) => code)).toEqual([
    'soon',
    'late',
    'short soon',
    'short',
    'incomplete',
    'rejected',
    'pending',
    'reported',
    'done',
  ]);
});

test('counts unpaid registrations and missing documents', () => {
  const all = [unpaid, sooner, incomplete, pending, done];
  expect([countOf(all, 'unpaid'), countOf(all, 'documents')]).toEqual([2, 1]);
});

test('the headline counts the urgencies that records have', () => {
  const all = [unpaid, sooner, { ...unpaid, amount: 0 }, short, pending, refused];
  expect(headlineOf(all, ['unpaid', 'short', 'documents', 'rejected'])).toBe(
    '2 筆未繳費、1 筆繳費金額不足、1 筆資格不符',
  );
  expect(headlineOf(all, ['short'])).toBe('1 筆繳費金額不足');
  expect(headlineOf([pending], ['unpaid', 'short'])).toBe('');
});

test.each([
  [unpaid, true],
  [{ ...unpaid, code: 'covered by partial payments', amount: 0 }, false],
  [short, true],
  [reported, false],
  [incomplete, false],
])('$code has to be paid: %s', (each, expected) => {
  expect(hasToPay(each)).toBe(expected);
});

test('one record has to be paid, or none is named', () => {
  expect(onlyToPay([pending, short, reported])).toBe(short);
  expect(onlyToPay([unpaid, short])).toBeNull();
  expect(onlyToPay([pending])).toBeNull();
});
