import type { RegistrationRecord } from '@portal/contract/enrolment';

/** Most urgent first. */
const urgency = ['unpaid', 'documents', 'refused', 'pending', 'reported', 'confirmed'] as const;
export type Waiting = (typeof urgency)[number];

export const waitingFor = ({ situation, documents }: RegistrationRecord): Waiting =>
  situation !== 'unpaid' && documents && documents.missing > 0 ? 'documents' : situation;

const rank = (record: RegistrationRecord): number => urgency.indexOf(waitingFor(record));

const dayOf = ({ payment_due, start_time }: RegistrationRecord): string => payment_due ?? start_time;

export const byUrgency = (records: readonly RegistrationRecord[]): RegistrationRecord[] =>
  records.toSorted((one, other) => rank(one) - rank(other) || dayOf(one).localeCompare(dayOf(other)));

export const countWaiting = (records: readonly RegistrationRecord[], what: Waiting): number =>
  records.filter((record) => waitingFor(record) === what).length;
