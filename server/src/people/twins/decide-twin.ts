import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { actorName, type Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { requirePair } from '../merge/require-pair.ts';
import { twins } from '../tables.ts';

const requireTwin = async (tx: Tx, twinId: number, actor: Staff) => {
  const [found] = await tx.select().from(twins).where(eq(twins.id, twinId));
  if (!found) throw new Refusal('not_found');
  await requirePair(tx, { survivorId: found.firstId, removedId: found.secondId }, actor).catch((error) => {
    throw error instanceof Refusal ? new Refusal('not_found') : error;
  });
  return found;
};

/** Records that both are different people. A repeat changes nothing. */
export const dismissTwin = async (
  tx: Tx,
  { twinId, reason }: { readonly twinId: number; readonly reason: string },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { firstId, secondId } = await requireTwin(tx, twinId, actor);
  const { rowCount } = await tx
    .update(twins)
    .set({ dismissedAt: now, dismissedBy: actorName(actor), dismissReason: reason })
    .where(and(eq(twins.id, twinId), isNull(twins.dismissedAt)));
  if (rowCount !== 1) return;
  const event = { actor, action: 'person.dismiss_twin', subject: 'account', subjectId: firstId } as const;
  await recordEvent(tx, { ...event, after: { accountId: secondId, reason } }, now);
};

/** Lists the pair again. A repeat changes nothing. */
export const reopenTwin = async (
  tx: Tx,
  { twinId }: { readonly twinId: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { firstId, secondId } = await requireTwin(tx, twinId, actor);
  const { rowCount } = await tx
    .update(twins)
    .set({ dismissedAt: null, dismissedBy: null, dismissReason: null })
    .where(and(eq(twins.id, twinId), isNotNull(twins.dismissedAt)));
  if (rowCount !== 1) return;
  const event = { actor, action: 'person.reopen_twin', subject: 'account', subjectId: firstId } as const;
  await recordEvent(tx, { ...event, after: { accountId: secondId } }, now);
};
