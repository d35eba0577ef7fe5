import { and, eq } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { takeIdentityLook } from '../../staff/identity-budget.ts';
import { hasCompletedWithin } from '../on-behalf/known-people.ts';
import { requireRegistration } from '../require-registration.ts';
import { registrations } from '../tables.ts';

const RIGHT = 'person.identity';

/**
 * Returns the whole identity number and the birth date. Each call records an event. Null if the budget of the staff
 * member is used up: commit all the same.
 */
export const showIdentity = async (
  tx: Tx,
  { registrationId }: { registrationId: number },
  { actor, now }: Context<Staff>,
): Promise<{ identity: string; birthday: string | null } | null> => {
  const { id } = await requireRegistration(tx, registrationId, { actor, right: RIGHT });
  const [person] = await tx
    .select({ accountId: accounts.id, identity: accounts.account, birthday: accounts.birthday })
    .from(accounts)
    .innerJoin(registrations, eq(registrations.accountId, accounts.id))
    .where(and(eq(registrations.id, id), hasCompletedWithin(actor, RIGHT, accounts.id)));
  if (!person) throw new Refusal('identity_masked');
  if (!(await takeIdentityLook(tx, { actor, now }))) return null;
  const { accountId, ...shown } = person;
  const event = { actor, action: 'person.show_identity', subject: 'registration', subjectId: id } as const;
  await recordEvent(tx, { ...event, after: { accountId } }, now);
  return shown;
};
