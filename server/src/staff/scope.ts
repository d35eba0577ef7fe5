import { type Right, scopeOf } from '@portal/contract/rights';
import { type AnyColumn, inArray, type SQL, sql } from 'drizzle-orm';
import type { Staff } from './actors.ts';

/** For a query: the organisation of the row is one for which the right holds. What is elsewhere does not exist. */
export const withinScope = ({ grants }: Staff, right: Right, organizationId: AnyColumn): SQL => {
  const scope = scopeOf(grants, right);
  if (scope === 'everywhere') return sql`true`;
  return scope.length === 0 ? sql`false` : inArray(organizationId, [...scope]);
};
