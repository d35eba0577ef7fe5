import { eq } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../staff/policy.ts';
import { lockIntro } from './edit-intro.ts';
import { intros } from './tables.ts';

/** The discarded text stays in the event. Without a revision nothing happens. Throws `not_found`. */
export const discardIntroRevision = async (
  tx: Tx,
  { id }: { id: number },
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  const { revision } = await lockIntro(tx, id);
  if (!revision) return;
  await tx.update(intros).set({ revision: null }).where(eq(intros.id, id));
  const event = { actor, action: 'intro.discard', subject: 'intro', subjectId: id } as const;
  await recordEvent(tx, { ...event, before: { title: revision.title, value: revision.html } }, now);
};
