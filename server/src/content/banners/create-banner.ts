import { BANNER_MIN } from '@portal/contract/office/banners';
import { sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { findPicture } from '../queries.ts';
import { banners } from '../tables.ts';

export interface BannerContent {
  readonly pictureKey: string;
  readonly title: string;
  /** Percent: 0, 10 … 100. */
  readonly focusX: number;
  readonly focus: number;
  readonly link: string | null;
  /** Null: a draft. */
  readonly publishedAt: Date | null;
}

export const recordedBanner = ({ publishedAt, ...content }: BannerContent) => ({
  ...content,
  publishAt: publishedAt,
});

/** Throws `picture_unknown`, `banner_too_small`. */
export const refuseBannerPicture = async (tx: Tx, key: string): Promise<void> => {
  const picture = await findPicture(tx, key);
  if (!picture) throw new Refusal('picture_unknown');
  if (picture.width < BANNER_MIN.width || picture.height < BANNER_MIN.height)
    throw new Refusal('banner_too_small');
};

/** Positions follow the highest one, and an order names all banners. Readers go on. */
export const lockBanners = (tx: Tx) => tx.execute(sql`lock table ${banners} in share row exclusive mode`);

/** The last one. Throws `picture_unknown`, `banner_too_small`. */
export const createBanner = async (
  tx: Tx,
  content: BannerContent,
  { actor, now }: Context<StaffOrSystem>,
): Promise<number> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  await refuseBannerPicture(tx, content.pictureKey);
  await lockBanners(tx);
  const position = sql<number>`(select coalesce(max(${banners.position}), 0) + 1 from ${banners})`;
  const [created] = await tx
    .insert(banners)
    .values({ ...content, position })
    .returning({ id: banners.id });
  if (!created) throw new Error('the banner was not inserted');
  const event = { actor, action: 'banner.create', subject: 'banner', subjectId: created.id } as const;
  await recordEvent(tx, { ...event, after: recordedBanner(content) }, now);
  return created.id;
};
