import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';

export const mayIssue = (actor: Staff, organizationId: number): boolean =>
  may(actor, 'certificate.issue', organizationId);

export const mayRevoke = (actor: Staff, organizationId: number): boolean =>
  may(actor, 'certificate.revoke', organizationId);

/** The organisation of a request is that of its certificate. */
export const mayReview = (actor: Staff, { organizationId }: { organizationId: number }): boolean =>
  may(actor, 'renewal.review', organizationId);
