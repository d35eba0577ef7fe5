import { eq } from 'drizzle-orm';
import type { Context } from '../../src/audit/actor.ts';
import type { Issued } from '../../src/certificates/issue/insert-certificates.ts';
import { issueInClass } from '../../src/certificates/issue/issue-in-class.ts';
import { registrations } from '../../src/enrolment/tables.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import { Refusal } from '../../src/platform/errors.ts';
import type { Staff } from '../../src/staff/actors.ts';
import { one } from './one.ts';

/** Issues one certificate of a class, as the job does. Throws the refusal. */
export const issueForRegistration = async (
  tx: Tx,
  { registrationId }: { readonly registrationId: number },
  context: Context<Staff>,
): Promise<Issued> => {
  const { classId } = one(
    await tx
      .select({ classId: registrations.classId })
      .from(registrations)
      .where(eq(registrations.id, registrationId)),
  );
  const outcomes = await issueInClass(tx, { classId, registrationIds: [registrationId] }, context);
  const outcome = outcomes.get(registrationId) ?? new Refusal('review_conflict');
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
};
