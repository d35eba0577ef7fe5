import { holds, type Right, type Scope } from '@portal/contract/rights';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { classScopeOf } from '../staff/policy.ts';
import { isConfirmedLately } from '../staff/rules.ts';

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
  mails: 'mail.resend',
} as const satisfies Record<string, Right>;

/** Staff see only the waiting work that they may do. */
export const isTheirWork = (staff: Staff, work: keyof typeof rightToDo): boolean =>
  holds(staff.grants, rightToDo[work]);

interface Confirmed extends Staff {
  readonly confirmedAt: Date | null;
}

const covers = (held: Scope, wanted: Scope): boolean =>
  held === 'everywhere' || (wanted !== 'everywhere' && wanted.every((id) => held.includes(id)));

/** Whole identity numbers need their own right for each organisation, and a recent second factor. */
export const identityRefusal = (actor: Confirmed, wanted: Scope, now: Date): Refusal | null => {
  const held = classScopeOf(actor, 'export.identity');
  if (held.length === 0 || !covers(held, wanted)) return new Refusal('forbidden');
  return isConfirmedLately(actor, now) ? null : new Refusal('step_up_required');
};
