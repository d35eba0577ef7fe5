import { eq, sql } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { cleanHtml } from '../platform/http/html.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../staff/policy.ts';
import { lockIntroductions } from './lock-introductions.ts';
import { intros, introTypes } from './tables.ts';

interface NewIntro {
  readonly typeId: number;
  readonly title: string;
  readonly html: string;
  /** Null: a draft. */
  readonly publishedAt: Date | null;
}

/** The last of its category. Throws `not_found`. */
export const createIntro = async (
  tx: Tx,
  { typeId, title, html, publishedAt }: NewIntro,
  { actor, now }: Context<StaffOrSystem>,
): Promise<number> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  await lockIntroductions(tx);
  const [type] = await tx.select({ id: introTypes.id }).from(introTypes).where(eq(introTypes.id, typeId));
  if (!type) throw new Refusal('not_found');
  const position = sql<number>`(select coalesce(max(${intros.position}), 0) + 1 from ${intros} where ${intros.typeId} = ${typeId})`;
  const [created] = await tx
    .insert(intros)
    .values({ typeId, title, html: cleanHtml(html), position, publishedAt })
    .returning({ id: intros.id });
  if (!created) throw new Error('the entry was not inserted');
  const event = { actor, action: 'intro.create', subject: 'intro', subjectId: created.id } as const;
  await recordEvent(tx, { ...event, after: { typeId, title, publishAt: publishedAt } }, now);
  return created.id;
};
