import type { Staff } from '../accounts/actors.ts';

/** Staff decide about the classes of their own organisation. */
export const mayReview = (staff: Staff, organizationId: number): boolean =>
  staff.organizationId === null || staff.organizationId === organizationId;
