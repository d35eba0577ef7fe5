import { readableTime } from '@portal/contract/dates';
import { type Action, actionText } from '@portal/contract/office/audit';
import { PHRASES_MAX } from '@portal/contract/office/enrolment';
import type { EventData } from '@portal/contract/office/event-fields';
import { eq, sql } from 'drizzle-orm';
import { actorName, type Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { violatedConstraint } from '../../platform/database/violated-constraint.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { findActorName } from '../../staff/find-actor-name.ts';
import { reviewPhrases } from '../tables.ts';

/** Serialises changes: each position depends on those of the other phrases. */
const lockPhrases = (tx: Tx) => tx.execute(sql`lock table ${reviewPhrases} in share row exclusive mode`);

const refusingDuplicate = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) === 'review_phrases_text_once') throw new Refusal('phrase_taken');
    throw error;
  }
};

const record = (
  tx: Tx,
  { action, id, before, after }: { action: Action; id: number; before?: EventData; after?: EventData },
  { actor, now }: Context<Staff>,
) => recordEvent(tx, { actor, action, subject: 'review_phrase', subjectId: id, before, after }, now);

export const addPhrase = async (
  tx: Tx,
  { text }: { text: string },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  await lockPhrases(tx);
  const [current] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      next: sql<number>`(coalesce(max(${reviewPhrases.position}), 0) + 1)::int`,
    })
    .from(reviewPhrases);
  if ((current?.count ?? 0) >= PHRASES_MAX) throw new Refusal('phrases_full', { values: { n: PHRASES_MAX } });
  const written = { updatedBy: actorName(actor), updatedAt: now };
  const [added] = await refusingDuplicate(() =>
    tx
      .insert(reviewPhrases)
      .values({ text, position: current?.next ?? 1, ...written })
      .returning({ id: reviewPhrases.id }),
  );
  if (added) await record(tx, { action: 'review_phrase.add', id: added.id, after: { text } }, { actor, now });
};

const lockPhrase = async (tx: Tx, id: number) => {
  await lockPhrases(tx);
  const [found] = await tx.select().from(reviewPhrases).where(eq(reviewPhrases.id, id));
  if (!found) throw new Refusal('not_found');
  return found;
};

const refuseOldVersion = async (
  tx: Tx,
  found: { version: number; updatedBy: string; updatedAt: Date },
  version: number,
): Promise<void> => {
  if (found.version === version) return;
  const name = await findActorName(tx, found.updatedBy);
  const values = { name, time: readableTime(found.updatedAt), what: actionText('review_phrase.edit') };
  throw new Refusal('changed_meanwhile', { values });
};

/** Throws if somebody has changed the phrase since `version`. */
export const editPhrase = async (
  tx: Tx,
  { id, text, version }: { id: number; text: string; version: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const found = await lockPhrase(tx, id);
  if (found.text === text) return;
  await refuseOldVersion(tx, found, version);
  const written = { updatedBy: actorName(actor), updatedAt: now };
  await refusingDuplicate(() =>
    tx
      .update(reviewPhrases)
      .set({ text, version: version + 1, ...written })
      .where(eq(reviewPhrases.id, id)),
  );
  const texts = { before: { text: found.text }, after: { text } };
  await record(tx, { action: 'review_phrase.edit', id, ...texts }, { actor, now });
};

/** Throws unless `ids` holds every phrase exactly once. */
export const orderPhrases = async (
  tx: Tx,
  { ids }: { ids: readonly number[] },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  await lockPhrases(tx);
  const known = await tx
    .select({ id: reviewPhrases.id })
    .from(reviewPhrases)
    .orderBy(reviewPhrases.position, reviewPhrases.id);
  const before = known.map(({ id }) => id);
  const isComplete = ids.length === before.length && before.every((id) => ids.includes(id));
  if (!isComplete) throw new Refusal('phrase_unknown');
  if (ids.every((id, index) => id === before[index])) return;
  await tx.execute(sql`
    update ${reviewPhrases} set position = ordered.position
    from unnest(${sql.param([...ids])}::bigint[]) with ordinality as ordered (id, position)
    where ${reviewPhrases.id} = ordered.id`);
  const event = { actor, action: 'review_phrase.order', subject: 'review_phrase' } as const;
  await recordEvent(tx, { ...event, before: { order: before }, after: { order: ids } }, now);
};

/** Rejections that used the phrase keep its text. */
export const removePhrase = async (
  tx: Tx,
  { id }: { id: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { text } = await lockPhrase(tx, id);
  await tx.delete(reviewPhrases).where(eq(reviewPhrases.id, id));
  await record(tx, { action: 'review_phrase.remove', id, before: { text } }, { actor, now });
};
