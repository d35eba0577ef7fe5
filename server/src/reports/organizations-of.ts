import type { Right } from '@portal/contract/rights';
import { organizations } from '../catalogue/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import type { Staff } from '../staff/actors.ts';
import { withinClassScope } from '../staff/scope.ts';

export interface StaffView {
  readonly staff: Staff;
  /** It is undefined for the whole scope. */
  readonly organization?: number | undefined;
  readonly now: Date;
}

/** The queries need the organisations, because their indexes begin with the organisation. */
export const organizationsOf = async (
  db: Executor,
  right: Right,
  { staff, organization }: StaffView,
): Promise<number[]> => {
  const rows = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(withinClassScope(staff, right, organizations.id, organization));
  return rows.map(({ id }) => id);
};
