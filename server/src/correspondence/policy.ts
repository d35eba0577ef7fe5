import type { Staff } from '../staff/actors.ts';
import { may, scopeOfStaff } from '../staff/policy.ts';

/** May staff send a mail of this organisation again, or settle it? Null: a mail that belongs to none. */
export const mayHandle = (staff: Staff, organizationId: number | null): boolean =>
  organizationId === null
    ? scopeOfStaff(staff, 'mail.resend') === 'everywhere'
    : may(staff, 'mail.resend', organizationId);
