import type { Publication } from '@portal/contract/office/content';
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
import { publishedAtOf } from './rules.ts';
import { intros } from './tables.ts';

export const versionedIntro = (id: number) => ({ subject: 'intro', id, actions: ['intro.edit'] }) as const;

interface IntroChange {
  readonly id: number;
  readonly version: number;
  readonly title: string;
  readonly html: string;
  readonly publication: Publication;
  readonly at: Date | null;
}

type Shown = Pick<typeof intros.$inferSelect, 'title' | 'html' | 'publishedAt'>;

const recorded = ({ title, html, publishedAt }: Shown) => ({ title, value: html, publishAt: publishedAt });

/** Throws `not_found`, `changed_meanwhile`. */
export const editIntro = async (
  tx: Tx,
  { id, version, title, html, ...publication }: IntroChange,
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  const [former] = await tx.select().from(intros).where(eq(intros.id, id)).for('update');
  if (!former) throw new Refusal('not_found');
  await refuseOldVersion(tx, versionedIntro(id), version);
  const publishedAt = publishedAtOf(publication, former.publishedAt, now);
  const set = { title, html: cleanHtml(html), publishedAt };
  const changes = changedFields(recorded(former), recorded(set));
  if (!changes) return;
  await tx.update(intros).set(set).where(eq(intros.id, id));
  await recordEvent(tx, { actor, action: 'intro.edit', subject: 'intro', subjectId: id, ...changes }, now);
};
