import type { Publication } from '@portal/contract/office/content';
import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { changedFields } from '../../audit/changed-fields.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { refuseOldVersion } from '../../audit/version.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { publishedAtOf } from '../rules.ts';
import { banners } from '../tables.ts';
import { type BannerContent, recordedBanner, refuseBannerPicture } from './create-banner.ts';

export const versionedBanner = (id: number) => ({ subject: 'banner', id, actions: ['banner.edit'] }) as const;

interface BannerChange extends Omit<BannerContent, 'publishedAt'> {
  readonly id: number;
  readonly version: number;
  readonly publication: Publication;
  readonly at: Date | null;
}

/** Throws `not_found`, `changed_meanwhile`, `picture_unknown`, `banner_too_small`. */
export const editBanner = async (
  tx: Tx,
  { id, version, publication, at, ...content }: BannerChange,
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  const [former] = await tx.select().from(banners).where(eq(banners.id, id)).for('update');
  if (!former) throw new Refusal('not_found');
  await refuseOldVersion(tx, versionedBanner(id), version);
  if (content.pictureKey !== former.pictureKey) await refuseBannerPicture(tx, content.pictureKey);
  const set = { ...content, publishedAt: publishedAtOf({ publication, at }, former.publishedAt, now) };
  const changes = changedFields(recordedBanner(former), recordedBanner(set));
  if (!changes) return;
  await tx.update(banners).set(set).where(eq(banners.id, id));
  await recordEvent(tx, { actor, action: 'banner.edit', subject: 'banner', subjectId: id, ...changes }, now);
};
