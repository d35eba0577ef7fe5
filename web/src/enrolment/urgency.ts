import type { RegistrationRecord } from '@portal/contract/enrolment';

/** Most urgent first. */
const urgencies = ['unpaid', 'documents', 'refused', 'pending', 'reported', 'confirmed'] as const;
/** The situation, or `documents` if some are missing and no payment is open. */
export type Urgency = (typeof urgencies)[number];

export const urgencyOf = ({ situation, documents }: RegistrationRecord): Urgency =>
  situation !== 'unpaid' && documents && documents.missing > 0 ? 'documents' : situation;

const rank = (record: RegistrationRecord): number => urgencies.indexOf(urgencyOf(record));

const dayOf = ({ payment_due, start_time }: RegistrationRecord): string => payment_due ?? start_time;

export const byUrgency = (records: readonly RegistrationRecord[]): RegistrationRecord[] =>
  records.toSorted((one, other) => rank(one) - rank(other) || dayOf(one).localeCompare(dayOf(other)));

export const countOf = (records: readonly RegistrationRecord[], urgency: Urgency): number =>
  records.filter((record) => urgencyOf(record) === urgency).length;
