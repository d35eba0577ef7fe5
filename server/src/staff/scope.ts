import { type Right, type Scope, scopeOf } from '@portal/contract/rights';
import { type AnyColumn, and, eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { classes, classInstructors } from '../catalogue/tables.ts';
import { type ListScope, narrowScope, scopeWithin } from '../platform/list.ts';
import type { Staff } from './actors.ts';

type Granted = Pick<Staff, 'grants'>;

const withinRight = ({ grants }: Granted, right: Right, organizationId: AnyColumn): SQL => {
  const scope = scopeOf(grants, right);
  if (scope === 'everywhere') return sql`true`;
  return inArray(organizationId, [...scope]);
};

/** Other rows count as nonexistent. */
export const withinScope = (staff: Granted, right: Right, organizationId: AnyColumn, chosen?: number): SQL =>
  and(
    withinRight(staff, right, organizationId),
    chosen === undefined ? undefined : eq(organizationId, chosen),
  ) ?? sql`true`;

const beyondClasses = ({ grants }: Granted): Granted => ({
  grants: grants.filter(({ role }) => role !== 'instructor'),
});

export const classScopeOf = (staff: Granted, right: Right): Scope =>
  scopeOf(beyondClasses(staff).grants, right);

/** The organisations where both rights hold, for more than the classes that name an instructor. */
export const exportScope = (staff: Granted, read: Right, organization: number | undefined): ListScope =>
  narrowScope(scopeWithin(classScopeOf(staff, read), classScopeOf(staff, 'export.list')), organization);

export const withinClassScope = (
  staff: Granted,
  right: Right,
  organizationId: AnyColumn,
  chosen?: number,
): SQL => withinScope(beyondClasses(staff), right, organizationId, chosen);

type InstructorGrants = Pick<Staff, 'grants' | 'staffId'>;

const asInstructor = ({ grants }: InstructorGrants): Granted => ({
  grants: grants.filter(({ role }) => role === 'instructor'),
});

export const instructorScopeOf = (staff: InstructorGrants, right: Right): Scope =>
  scopeOf(asInstructor(staff).grants, right);

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
