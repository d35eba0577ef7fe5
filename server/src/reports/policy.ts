import { holds, type Right } from '@portal/contract/rights';
import type { Staff } from '../staff/actors.ts';

const rightTo = {
  people: 'person.read',
  classes: 'class.read',
  groups: 'group.read',
  certificates: 'certificate.read',
  registrations: 'registration.read',
} as const satisfies Record<string, Right>;

export type Found = keyof typeof rightTo;

export const mayFind = (staff: Staff, kind: Found): boolean => holds(staff.grants, rightTo[kind]);

export const rightToDo = {
  review: 'registration.review',
  overdue: 'registration.review',
  reconcile: 'payment.confirm',
  refunds: 'payment.refund',
  results: 'result.write',
  certificates: 'certificate.issue',
  renewals: 'renewal.review',
  privacy: 'privacy.handle',
  incidents: 'privacy.handle',
  mails: 'mail.resend',
} as const satisfies Record<string, Right>;

/** Staff see only the waiting work that they may do. */
export const isTheirWork = (staff: Staff, work: keyof typeof rightToDo): boolean =>
  holds(staff.grants, rightToDo[work]);
