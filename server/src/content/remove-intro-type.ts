import { eq } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../staff/policy.ts';
import { lockIntroductions } from './lock-introductions.ts';
import { intros, introTypes } from './tables.ts';

/** Throws `not_found`, `intro_type_used`. */
export const removeIntroType = async (
  tx: Tx,
  { id }: { id: number },
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  await lockIntroductions(tx);
  const entries = await tx.$count(intros, eq(intros.typeId, id));
  if (entries > 0) throw new Refusal('intro_type_used', { values: { n: entries } });
  const [removed] = await tx.delete(introTypes).where(eq(introTypes.id, id)).returning();
  if (!removed) throw new Refusal('not_found');
  const event = { actor, action: 'intro_type.remove', subject: 'intro_type', subjectId: id } as const;
  await recordEvent(tx, { ...event, before: { title: removed.title } }, now);
};
