import type { Circumstances } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { refuseWithout } from '../staff/policy.ts';
import { banners } from './tables.ts';

/** `pictureKey`: from `savePicture`. */
export const createBanner = async (
  tx: Tx,
  input: { pictureKey: string; position: number },
  { actor, now }: Circumstances<StaffOrSystem>,
): Promise<number> => {
  refuseWithout(actor, 'content.edit', null);
  const [created] = await tx.insert(banners).values(input).returning({ id: banners.id });
  if (!created) throw new Error('the banner was not inserted');
  const event = { actor, action: 'banner.create', subject: 'banner', subjectId: created.id } as const;
  await recordEvent(tx, { ...event, after: input }, now);
  return created.id;
};
