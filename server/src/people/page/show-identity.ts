import { and, eq } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { isKnownTo } from '../../enrolment/on-behalf/known-people.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { takeIdentityLook } from '../../staff/identity-budget.ts';
import { requireOpen } from './openness.ts';

const RIGHT = 'person.identity';

/**
 * Returns the whole identity number and the birth date of somebody whom the branch knows. Each call records an event.
 * Null if the budget of the staff member is used up: commit all the same.
 */
export const showIdentity = async (
  tx: Tx,
  { accountId }: { readonly accountId: number },
  { actor, now }: Context<Staff>,
): Promise<{ identity: string; birthday: string | null } | null> => {
  await requireOpen(tx, { accountId, right: 'person.read' }, { actor, now });
  const [person] = await tx
    .select({ identity: accounts.account, birthday: accounts.birthday })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isKnownTo(actor, RIGHT)));
  if (!person) throw new Refusal('identity_masked');
  if (!(await takeIdentityLook(tx, { actor, now }))) return null;
  const event = { actor, action: 'person.show_identity', subject: 'account', subjectId: accountId } as const;
  await recordEvent(tx, event, now);
  return person;
};
