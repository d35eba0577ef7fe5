import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';

/** `organizationId` is null for a mail of no organisation. */
export const mayHandle = (staff: Staff, organizationId: number | null): boolean =>
  may(staff, 'mail.resend', organizationId);
