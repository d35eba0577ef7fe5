import type { ClassDraft } from '@portal/contract/office/classes';
import { expect, test } from 'vitest';
import { datesFrom } from './class-values.ts';

const session = { from: '09:00', to: '17:00', place: null, instructor: null };
const draft = {
  sessions: [
    { ...session, date: '2026-12-05' },
    { ...session, date: '2026-12-12', place: '淡水泳池' },
  ],
  applyFrom: '2026-10-30T09:00:00+08:00',
  applyUntil: null,
} as unknown as ClassDraft;

test('all dates of a copy move as far as its first day', () => {
  const { sessions, applyFrom, applyUntil } = datesFrom(draft, '2027-03-06');
  expect(sessions.map(({ date, from, place }) => [date, from, place])).toEqual([
    ['2027-03-06', '09:00', ''],
    ['2027-03-13', '09:00', '淡水泳池'],
  ]);
  expect([applyFrom, applyUntil]).toEqual(['2027-01-29T09:00', '']);
});

test('they move back too', () => {
  expect(datesFrom(draft, '2026-12-04').sessions.map(({ date }) => date)).toEqual([
    '2026-12-04',
    '2026-12-11',
  ]);
});
