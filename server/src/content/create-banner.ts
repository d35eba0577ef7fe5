import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../staff/policy.ts';
import { banners } from './tables.ts';

/** `pictureKey`: from `savePicture`. `focus`: percent of the height, 20, 30 … 70. */
export const createBanner = async (
  tx: Tx,
  input: { pictureKey: string; position: number; focus?: number },
  { actor, now }: Context<StaffOrSystem>,
): Promise<number> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  const [created] = await tx.insert(banners).values(input).returning({ id: banners.id });
  if (!created) throw new Error('the banner was not inserted');
  const event = { actor, action: 'banner.create', subject: 'banner', subjectId: created.id } as const;
  await recordEvent(tx, { ...event, after: input }, now);
  return created.id;
};
