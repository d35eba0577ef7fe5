import { eq } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../staff/policy.ts';
import { intros } from './tables.ts';

/** Its text stays in the event. Returns its category. Throws `not_found`. */
export const removeIntro = async (
  tx: Tx,
  { id }: { id: number },
  { actor, now }: Context<StaffOrSystem>,
): Promise<number> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  const [removed] = await tx.delete(intros).where(eq(intros.id, id)).returning();
  if (!removed) throw new Refusal('not_found');
  const { typeId, title, html } = removed;
  const event = { actor, action: 'intro.remove', subject: 'intro', subjectId: id } as const;
  await recordEvent(tx, { ...event, before: { typeId, title, value: html } }, now);
  return typeId;
};
