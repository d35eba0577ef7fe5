import { and, eq } from 'drizzle-orm';
import { organizationIds } from '../audit/organization-names.ts';
import { classes } from '../classes/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import { narrowScope } from '../platform/database/list.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { classScopeOf, instructorScopeOf } from '../staff/policy.ts';
import { withinClasses, withinClassScope } from '../staff/scope.ts';

export const refuseRegistrationElsewhere = async (db: Executor, id: number, staff: Staff): Promise<void> => {
  const [found] = await db
    .select({ id: registrations.id })
    .from(registrations)
    .where(
      and(
        eq(registrations.id, id),
        withinClassScope(staff, 'registration.read', registrations.organizationId),
      ),
    );
  if (!found) throw new Refusal('not_found');
};

interface RegistrationReach {
  readonly organizations: readonly number[];
  readonly taughtBy?: number;
}

const RIGHT = 'registration.read';

const reachOfClass = async (db: Executor, staff: Staff, code: string): Promise<RegistrationReach> => {
  const found = await db
    .select({ id: classes.organizationId })
    .from(classes)
    .where(and(eq(classes.code, code), withinClasses(staff, RIGHT)));
  return { organizations: found.map(({ id }) => id) };
};

/** Instructors list the classes that name them. Roles for whole organisations come first. */
export const findRegistrationReach = async (
  db: Executor,
  staff: Staff,
  query: { readonly class?: string | undefined; readonly organization?: number | undefined },
): Promise<RegistrationReach> => {
  if (query.class !== undefined && query.organization === undefined)
    return reachOfClass(db, staff, query.class);
  const whole = narrowScope(classScopeOf(staff, RIGHT), query.organization);
  const isInstructor = whole.length === 0;
  const scope = isInstructor ? narrowScope(instructorScopeOf(staff, RIGHT), query.organization) : whole;
  const organizations = await organizationIds(db, scope);
  return isInstructor ? { organizations, taughtBy: staff.staffId } : { organizations };
};
