import { type Right, type Scope, scopeOf } from '@portal/contract/rights';
import { type AnyColumn, and, eq, inArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { classes, classInstructors } from '../catalogue/tables.ts';
import type { Staff } from './actors.ts';

type Granted = Pick<Staff, 'grants'>;

const withinRight = ({ grants }: Granted, right: Right, organizationId: AnyColumn): SQL => {
  const scope = scopeOf(grants, right);
  if (scope === 'everywhere') return sql`true`;
  return inArray(organizationId, [...scope]);
};

/**
 * For a query: the row's organisation is one for which the right holds, and the chosen one if any. Other rows
 * count as nonexistent.
 */
export const withinScope = (staff: Granted, right: Right, organizationId: AnyColumn, chosen?: number): SQL =>
  and(
    withinRight(staff, right, organizationId),
    chosen === undefined ? undefined : eq(organizationId, chosen),
  ) ?? sql`true`;

/** An instructor's role reaches the classes that name them, and no list of a whole branch. */
const beyondClasses = ({ grants }: Granted): Granted => ({
  grants: grants.filter(({ role }) => role !== 'instructor'),
});

/** The scope of the right for things of a class. */
export const classScopeOf = (staff: Granted, right: Right): Scope =>
  scopeOf(beyondClasses(staff).grants, right);

/** The same as `withinScope` for what belongs to a class. */
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

/** The organisations in whose classes an instructor has the right, of those classes that name them. */
export const instructorScopeOf = (staff: InstructorGrants, right: Right): Scope =>
  scopeOf(asInstructor(staff).grants, right);

/** For a query: the class names this member of staff as an instructor. */
export const isTaughtBy = (classId: AnyColumn, staffId: SQLWrapper): SQL =>
  sql`${classId} in (
    select ${classInstructors.classId} from ${classInstructors} where ${classInstructors.staffId} = ${staffId})`;

/** For a query of classes: those for which the right holds, also as an instructor who is named in the class. */
export const withinClasses = (staff: InstructorGrants, right: Right, chosen?: number): SQL =>
  or(
    withinClassScope(staff, right, classes.organizationId, chosen),
    and(
      withinScope(staff, right, classes.organizationId, chosen),
      sql`exists (select 1 from ${classInstructors}
        where ${classInstructors.classId} = ${classes.id} and ${classInstructors.staffId} = ${staff.staffId})`,
    ),
  ) ?? sql`false`;
