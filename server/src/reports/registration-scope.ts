import { and, eq } from 'drizzle-orm';
import { registrations } from '../enrolment/tables.ts';
import type { Executor } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { withinClassScope } from '../staff/scope.ts';

/** A registration of another branch answers like one that does not exist. */
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
