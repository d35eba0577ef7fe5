import { eq } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireRegistration } from '../require-registration.ts';
import { registrations } from '../tables.ts';

/** Returns the storage key of the photo. Each call records an event. */
export const showPhoto = async (
  tx: Tx,
  { registrationId }: { registrationId: number },
  { actor, now }: Context<Staff>,
): Promise<string> => {
  const { id } = await requireRegistration(tx, registrationId, { actor, right: 'person.read' });
  const [person] = await tx
    .select({ accountId: accounts.id, photoKey: accounts.photoKey })
    .from(accounts)
    .innerJoin(registrations, eq(registrations.accountId, accounts.id))
    .where(eq(registrations.id, id));
  if (!person?.photoKey) throw new Refusal('not_found');
  const event = { actor, action: 'person.show_photo', subject: 'registration', subjectId: id } as const;
  await recordEvent(tx, { ...event, after: { accountId: person.accountId } }, now);
  return person.photoKey;
};
