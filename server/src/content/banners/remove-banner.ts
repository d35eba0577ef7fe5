import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { banners } from '../tables.ts';
import { recordedBanner } from './create-banner.ts';

/** Throws `not_found`. */
export const removeBanner = async (
  tx: Tx,
  { id }: { id: number },
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  const [removed] = await tx.delete(banners).where(eq(banners.id, id)).returning();
  if (!removed) throw new Refusal('not_found');
  const event = { actor, action: 'banner.remove', subject: 'banner', subjectId: id } as const;
  const { id: _, position, ...content } = removed;
  await recordEvent(tx, { ...event, before: recordedBanner(content) }, now);
};
