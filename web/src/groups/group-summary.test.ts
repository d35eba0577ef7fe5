import type { RegistrationRecord } from '@portal/contract/enrolment';
import { expect, test } from 'vitest';
import { summaryOf } from './group-summary.ts';

const record = (overrides: Partial<RegistrationRecord>) =>
  ({
    group_code: 'OWN',
    situation: 'unpaid',
    amount: 0,
    pending: 0,
    payment_due: null,
    start_time: '2027-01-09',
    documents: null,
    shortfall: null,
    ...overrides,
  }) as RegistrationRecord;

const shortfall = { reported: 500, due: 600, missing: 100, payment_due: '2026-12-01', overdue: false };

test('a group owes what is unpaid and what its reports lack, and waits for reviews', () => {
  const later = record({ amount: 9600, payment_due: '2026-12-09', pending: 2 });
  const sooner = record({ amount: 600, payment_due: '2026-12-02' });
  const short = record({ situation: 'reported', shortfall });
  const [pending, reported] = [
    record({ situation: 'pending', pending: 3 }),
    record({ situation: 'reported' }),
  ];
  expect(summaryOf([later, short, pending, reported, sooner], 'OWN')).toEqual({
    toPay: [sooner, later, short],
    amount: 10_300,
    pending: [later, pending],
    reported: [reported],
  });
});

test('other groups and the person alone do not count', () => {
  const others = [
    record({ group_code: 'OTHER', amount: 600, pending: 1 }),
    record({ group_code: null, amount: 600 }),
  ];
  expect(summaryOf(others, 'OWN')).toEqual({ toPay: [], amount: 0, pending: [], reported: [] });
});
