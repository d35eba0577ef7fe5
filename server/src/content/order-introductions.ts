import { eq, sql } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { newOrder, type Order, positionsOf } from '../platform/order.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../staff/policy.ts';
import { lockIntroductions } from './lock-introductions.ts';
import { allIntroTypes } from './queries.ts';
import { intros, introTypes } from './tables.ts';

const titlesOf = (rows: readonly { title: string }[]) => ({ order: rows.map(({ title }) => title) });

/** Throws `order_changed`. */
export const orderIntroTypes = async (
  tx: Tx,
  order: Order,
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  await lockIntroductions(tx);
  const all = await allIntroTypes(tx);
  const ordered = newOrder(all, order);
  if (!ordered) return;
  await tx.execute(sql`
    update ${introTypes} set position = ordered.position from ${positionsOf(ordered)} where ${introTypes.id} = ordered.id`);
  const event = { actor, action: 'intro_type.order', subject: 'intro_type' } as const;
  await recordEvent(tx, { ...event, before: titlesOf(all), after: titlesOf(ordered) }, now);
};

/** Throws `not_found`, `order_changed`. */
export const orderIntros = async (
  tx: Tx,
  { typeId, ...order }: Order & { typeId: number },
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  await lockIntroductions(tx);
  const [type] = await tx.select().from(introTypes).where(eq(introTypes.id, typeId));
  if (!type) throw new Refusal('not_found');
  const all = await tx.select().from(intros).where(eq(intros.typeId, typeId)).orderBy(intros.position);
  const ordered = newOrder(all, order);
  if (!ordered) return;
  // Two entries of a category must not have one position, not even between two rows of a statement.
  await tx
    .update(intros)
    .set({ position: sql`-${intros.position} - 1` })
    .where(eq(intros.typeId, typeId));
  await tx.execute(sql`
    update ${intros} set position = ordered.position from ${positionsOf(ordered)} where ${intros.id} = ordered.id`);
  const event = { actor, action: 'intro.order', subject: 'intro_type', subjectId: typeId } as const;
  await recordEvent(tx, { ...event, before: titlesOf(all), after: titlesOf(ordered) }, now);
};
