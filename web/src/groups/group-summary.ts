import type { RegistrationRecord } from '@portal/contract/enrolment';
import { byUrgency, hasToPay } from '../enrolment/urgency.ts';

export interface GroupSummary {
  /** The earliest deadline first. */
  readonly toPay: readonly RegistrationRecord[];
  readonly amount: number;
  /** Registrations with people whose qualification is under review. */
  readonly pending: readonly RegistrationRecord[];
  /** Registrations with a payment under review. */
  readonly reported: readonly RegistrationRecord[];
}

const missing = ({ amount, shortfall }: RegistrationRecord): number => amount || (shortfall?.missing ?? 0);

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Sums up the unpaid amount of a managed group, and its registrations and payments under review. */
export const summaryOf = (records: readonly RegistrationRecord[], groupCode: string): GroupSummary => {
  const own = records.filter(({ group_code }) => group_code === groupCode);
  const toPay = byUrgency(own.filter(hasToPay));
  return {
    toPay,
    amount: sum(toPay.map(missing)),
    pending: own.filter(({ pending }) => pending > 0),
    reported: own.filter((record) => record.situation === 'reported' && !hasToPay(record)),
  };
};
