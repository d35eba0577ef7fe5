import { type Right, scopeOf } from '@portal/contract/rights';
import { type AnyColumn, and, eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { classes, classInstructors } from '../classes/tables.ts';
import { type ListScope, narrowScope, scopeWithin } from '../platform/database/list.ts';
import type { Staff } from './actors.ts';
import { classScopeOf, withoutClassGrants } from './policy.ts';

type Granted = Pick<Staff, 'grants'>;

const withinRight = ({ grants }: Granted, right: Right, organizationId: AnyColumn): SQL => {
  const scope = scopeOf(grants, right);
  if (scope === 'everywhere') return sql`true`;
  return inArray(organizationId, [...scope]);
};

/** Selects rows of the organisations in which the right holds; all others count as nonexistent. */
export const withinScope = (staff: Granted, right: Right, organizationId: AnyColumn, chosen?: number): SQL =>
  and(
    withinRight(staff, right, organizationId),
    chosen === undefined ? undefined : eq(organizationId, chosen),
  ) ?? sql`true`;

/** The organisations in which the staff member may both read and export the list, instructors' rights not counted. */
export const exportScope = (staff: Granted, read: Right, organization: number | undefined): ListScope =>
  narrowScope(scopeWithin(classScopeOf(staff, read), classScopeOf(staff, 'export.list')), organization);

export const withinClassScope = (
  staff: Granted,
  right: Right,
  organizationId: AnyColumn,
  chosen?: number,
): SQL => withinScope(withoutClassGrants(staff), right, organizationId, chosen);

type InstructorGrants = Pick<Staff, 'grants' | 'staffId'>;

export const isTaughtBy = (classId: AnyColumn, staffId: SQLWrapper): SQL =>
  sql`${classId} in (
    select ${classInstructors.classId} from ${classInstructors} where ${classInstructors.staffId} = ${staffId})`;

export const withinClasses = (staff: InstructorGrants, right: Right, chosen?: number): SQL =>
  or(
    withinClassScope(staff, right, classes.organizationId, chosen),
    and(
      withinScope(staff, right, classes.organizationId, chosen),
      sql`exists (select 1 from ${classInstructors}
        where ${classInstructors.classId} = ${classes.id} and ${classInstructors.staffId} = ${staff.staffId})`,
    ),
  ) ?? sql`false`;
