import type { Staff } from '../staff/actors.ts';
import { may, scopeOfStaff } from '../staff/policy.ts';

/** `organizationId` is null for a mail of no organisation. */
export const mayHandle = (staff: Staff, organizationId: number | null): boolean =>
  organizationId === null
    ? scopeOfStaff(staff, 'mail.resend') === 'everywhere'
    : may(staff, 'mail.resend', organizationId);
