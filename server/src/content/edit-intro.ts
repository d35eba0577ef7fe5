import { eq } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { recordEvent } from '../audit/record-event.ts';
import { refuseOldVersion } from '../audit/version.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { cleanHtml } from '../platform/http/html.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../staff/policy.ts';
import { type ChosenPublication, isRevision, publishedAtOf, textOf } from './rules.ts';
import { intros } from './tables.ts';

export const versionedIntro = (id: number) =>
  ({ subject: 'intro', id, actions: ['intro.edit', 'intro.revise', 'intro.discard'] }) as const;

interface IntroChange extends ChosenPublication {
  readonly id: number;
  readonly version: number;
  readonly title: string;
  readonly html: string;
}

type ShownIntro = Pick<typeof intros.$inferSelect, 'title' | 'html' | 'publishedAt'>;

const recorded = ({ title, html, publishedAt }: ShownIntro) => ({
  title,
  value: html,
  publishAt: publishedAt,
});

/** Throws `not_found`. */
export const lockIntro = async (tx: Tx, id: number): Promise<typeof intros.$inferSelect> => {
  const [found] = await tx.select().from(intros).where(eq(intros.id, id)).for('update');
  if (!found) throw new Refusal('not_found');
  return found;
};

/** A revision of a public entry waits beside its text; every other change takes the place of both. Throws `not_found`, `changed_meanwhile`. */
export const editIntro = async (
  tx: Tx,
  { id, version, title, html, ...chosen }: IntroChange,
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  const former = await lockIntro(tx, id);
  await refuseOldVersion(tx, versionedIntro(id), version);
  const text = { title, html: cleanHtml(html) };
  const waits = isRevision(chosen, former.publishedAt, now);
  const publishedAt = waits ? former.publishedAt : publishedAtOf(chosen, former.publishedAt, now);
  const changes = changedFields(
    recorded({ ...textOf(former), publishedAt: former.publishedAt }),
    recorded({ ...text, publishedAt }),
  );
  const publishesRevision = former.revision !== null && !waits;
  if (!changes && !publishesRevision) return;
  await tx
    .update(intros)
    .set(waits ? { revision: text } : { ...text, publishedAt, revision: null })
    .where(eq(intros.id, id));
  const action = waits ? 'intro.revise' : 'intro.edit';
  await recordEvent(
    tx,
    { actor, action, subject: 'intro', subjectId: id, after: { title }, ...changes },
    now,
  );
};
