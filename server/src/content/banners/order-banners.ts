import { sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newOrder, type Order, positionsOf } from '../../platform/order.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { allBanners } from '../queries.ts';
import { banners } from '../tables.ts';
import { lockBanners } from './create-banner.ts';

/** Throws `order_changed`. */
export const orderBanners = async (
  tx: Tx,
  order: Order,
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  await lockBanners(tx);
  const all = await allBanners(tx);
  const ordered = newOrder(all, order);
  if (!ordered) return;
  await tx.execute(sql`
    update ${banners} set position = ordered.position from ${positionsOf(ordered)} where ${banners.id} = ordered.id`);
  const titles = (rows: typeof all) => ({ order: rows.map(({ title }) => title) });
  const event = { actor, action: 'banner.order', subject: 'banner' } as const;
  await recordEvent(tx, { ...event, before: titles(all), after: titles(ordered) }, now);
};
