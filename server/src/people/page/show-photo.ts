import { eq } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireOpen } from './openness.ts';

/** Returns the storage key of the photo. Each call records an event. */
export const showPhoto = async (
  tx: Tx,
  { accountId }: { readonly accountId: number },
  { actor, now }: Context<Staff>,
): Promise<string> => {
  await requireOpen(tx, { accountId, right: 'person.read' }, { actor, now });
  const [person] = await tx
    .select({ photoKey: accounts.photoKey })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (!person?.photoKey) throw new Refusal('not_found');
  const event = { actor, action: 'person.show_photo', subject: 'account', subjectId: accountId } as const;
  await recordEvent(tx, event, now);
  return person.photoKey;
};
