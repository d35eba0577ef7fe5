import { eq } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import type { Circumstances } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database.ts';
import type { Staff } from '../staff/actors.ts';
import { requireRegistration } from './require-registration.ts';
import { registrations } from './tables.ts';

/** Returns the whole identity number and the birth date. Each call records an event. */
export const showIdentity = async (
  tx: Tx,
  { registrationId }: { registrationId: number },
  { actor, now }: Circumstances<Staff>,
): Promise<{ identity: string; birthday: string | null }> => {
  const { id } = await requireRegistration(tx, registrationId, { actor, right: 'person.identity' });
  const [person] = await tx
    .select({ accountId: accounts.id, identity: accounts.account, birthday: accounts.birthday })
    .from(accounts)
    .innerJoin(registrations, eq(registrations.accountId, accounts.id))
    .where(eq(registrations.id, id));
  if (!person) throw new Error(`registration ${id} has no person`);
  const { accountId, ...shown } = person;
  const event = { actor, action: 'person.show_identity', subject: 'registration', subjectId: id } as const;
  await recordEvent(tx, { ...event, after: { accountId } }, now);
  return shown;
};
