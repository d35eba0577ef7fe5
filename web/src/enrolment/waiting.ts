import type { RegistrationRecord } from '@portal/contract/enrolment';
import { situationOf } from './stage.ts';

/** Most urgent first. */
const urgency = ['unpaid', 'documents', 'refused', 'review', 'reported', 'done'] as const;
export type Waiting = (typeof urgency)[number];

export const waitingFor = (record: RegistrationRecord): Waiting => {
  const situation = situationOf(record);
  if (situation === 'unpaid') return 'unpaid';
  return record.documents && record.documents.missing > 0 ? 'documents' : situation;
};

const rank = (record: RegistrationRecord): number => urgency.indexOf(waitingFor(record));

const dayOf = ({ payment_due, start_time }: RegistrationRecord): string => payment_due ?? start_time;

export const byUrgency = (records: readonly RegistrationRecord[]): RegistrationRecord[] =>
  records.toSorted((one, other) => rank(one) - rank(other) || dayOf(one).localeCompare(dayOf(other)));

/** Payments and documents. */
export const countWaiting = (records: readonly RegistrationRecord[], what: 'unpaid' | 'documents'): number =>
  records.filter((record) => waitingFor(record) === what).length;
