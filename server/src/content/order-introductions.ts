import { eq, sql } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../staff/policy.ts';
import { lockIntroductions } from './lock-introductions.ts';
import { allIntroTypes } from './queries.ts';
import { intros, introTypes } from './tables.ts';

interface Titled {
  readonly id: number;
  readonly title: string;
}

/** Throws unless `ids` holds every id exactly once; null if the order stays. */
const titlesInOrder = (all: readonly Titled[], ids: readonly number[]): string[] | null => {
  const titles = new Map(all.map(({ id, title }) => [id, title]));
  if (ids.length !== all.length || new Set(ids).size < ids.length || !ids.every((id) => titles.has(id)))
    throw new Refusal('content_changed');
  return all.every(({ id }, at) => id === ids[at]) ? null : ids.map((id) => titles.get(id) ?? '');
};

const numbered = (ids: readonly number[]) =>
  sql`unnest(${sql.param([...ids])}::int[]) with ordinality as ordered (id, position)`;

/** Throws `content_changed`. */
export const orderIntroTypes = async (
  tx: Tx,
  { ids }: { ids: readonly number[] },
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  await lockIntroductions(tx);
  const all = await allIntroTypes(tx);
  const order = titlesInOrder(all, ids);
  if (!order) return;
  await tx.execute(sql`
    update ${introTypes} set position = ordered.position from ${numbered(ids)} where ${introTypes.id} = ordered.id`);
  const event = { actor, action: 'intro_type.order', subject: 'intro_type' } as const;
  await recordEvent(
    tx,
    { ...event, before: { order: all.map(({ title }) => title) }, after: { order } },
    now,
  );
};

/** Throws `not_found`, `content_changed`. */
export const orderIntros = async (
  tx: Tx,
  { typeId, ids }: { typeId: number; ids: readonly number[] },
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  await lockIntroductions(tx);
  const [type] = await tx.select().from(introTypes).where(eq(introTypes.id, typeId));
  if (!type) throw new Refusal('not_found');
  const all = await tx.select().from(intros).where(eq(intros.typeId, typeId)).orderBy(intros.position);
  const order = titlesInOrder(all, ids);
  if (!order) return;
  // Two entries of a category must not have one position, not even between two rows of a statement.
  await tx
    .update(intros)
    .set({ position: sql`-${intros.position} - 1` })
    .where(eq(intros.typeId, typeId));
  await tx.execute(sql`
    update ${intros} set position = ordered.position from ${numbered(ids)} where ${intros.id} = ordered.id`);
  const event = { actor, action: 'intro.order', subject: 'intro_type', subjectId: typeId } as const;
  await recordEvent(
    tx,
    { ...event, before: { order: all.map(({ title }) => title) }, after: { order } },
    now,
  );
};
