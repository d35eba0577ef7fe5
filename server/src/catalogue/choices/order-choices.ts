import type { ChoiceList } from '@portal/contract/office/choices';
import { sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newOrder, type Order, positionsOf } from '../../platform/order.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { choiceTables, findChoiceRows, lockChoices, subjectOf } from './choice-queries.ts';

/** Throws `order_changed`. */
export const orderChoices = async (
  tx: Tx,
  { list, ...order }: Order & { list: ChoiceList },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  await lockChoices(tx, list);
  const all = await findChoiceRows(tx, list);
  const ordered = newOrder(all, order);
  if (!ordered) return;
  const table = choiceTables[list];
  await tx.execute(sql`
    update ${table} set position = ordered.position from ${positionsOf(ordered)} where ${table.id} = ordered.id`);
  const names = (rows: typeof all) => ({ order: rows.map(({ name }) => name) });
  const event = { actor, action: 'choice.order', subject: subjectOf(list) } as const;
  await recordEvent(tx, { ...event, before: names(all), after: names(ordered) }, now);
};
