import { sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newOrder, type Order, positionsOf } from '../../platform/order.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { allOrganizations } from '../queries.ts';
import { organizations } from '../tables.ts';
import { lockOrganizations } from './create-organization.ts';

/** Throws `order_changed`. */
export const orderOrganizations = async (
  tx: Tx,
  order: Order,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  await lockOrganizations(tx);
  const all = await allOrganizations(tx);
  const ordered = newOrder(all, order);
  if (!ordered) return;
  await tx.execute(sql`
    update ${organizations} set position = ordered.position from ${positionsOf(ordered)} where ${organizations.id} = ordered.id`);
  const event = { actor, action: 'organization.order', subject: 'organization' } as const;
  const names = (rows: typeof all) => ({ order: rows.map(({ name }) => name) });
  await recordEvent(tx, { ...event, before: names(all), after: names(ordered) }, now);
};
