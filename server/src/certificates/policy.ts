import type { Staff } from '../accounts/actors.ts';

/** Staff issue and review the certificates of their own organisation. */
export const mayDecide = (staff: Staff, organizationId: number): boolean =>
  staff.organizationId === null || staff.organizationId === organizationId;
