import { type Right, scopeOf } from '@portal/contract/rights';
import { type AnyColumn, and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Staff } from './actors.ts';

type Granted = Pick<Staff, 'grants'>;

const withinRight = ({ grants }: Granted, right: Right, organizationId: AnyColumn): SQL => {
  const scope = scopeOf(grants, right);
  if (scope === 'everywhere') return sql`true`;
  return scope.length === 0 ? sql`false` : inArray(organizationId, [...scope]);
};

/**
 * For a query: the organisation of the row is one for which the right holds, and the chosen one if one is chosen. What
 * is elsewhere does not exist.
 */
export const withinScope = (staff: Granted, right: Right, organizationId: AnyColumn, chosen?: number): SQL =>
  and(
    withinRight(staff, right, organizationId),
    chosen === undefined ? undefined : eq(organizationId, chosen),
  ) ?? sql`true`;

/**
 * The same for what belongs to a class. An instructor's role reaches the classes that name them, and classes name no
 * instructors yet.
 */
export const withinClassScope = (
  { grants }: Granted,
  right: Right,
  organizationId: AnyColumn,
  chosen?: number,
): SQL => {
  const reaching = grants.filter(({ role }) => role !== 'instructor');
  return withinScope({ grants: reaching }, right, organizationId, chosen);
};
