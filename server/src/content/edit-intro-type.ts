import { eq } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { recordEvent } from '../audit/record-event.ts';
import { refuseOldVersion } from '../audit/version.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../staff/policy.ts';
import { refuseUnknownPicture, refusingTakenType } from './create-intro-type.ts';
import { introTypes } from './tables.ts';

export const versionedIntroType = (id: number) =>
  ({ subject: 'intro_type', id, actions: ['intro_type.edit'] }) as const;

interface TypeChange {
  readonly id: number;
  readonly version: number;
  readonly title: string;
  readonly pictureKey: string;
}

/** Throws `not_found`, `changed_meanwhile`, `picture_unknown`, `intro_type_taken`. */
export const editIntroType = async (
  tx: Tx,
  { id, version, ...set }: TypeChange,
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  const [former] = await tx.select().from(introTypes).where(eq(introTypes.id, id)).for('update');
  if (!former) throw new Refusal('not_found');
  await refuseOldVersion(tx, versionedIntroType(id), version);
  await refuseUnknownPicture(tx, set.pictureKey);
  const { title, pictureKey } = former;
  const changes = changedFields({ title, pictureKey }, set);
  if (!changes) return;
  await refusingTakenType(() => tx.update(introTypes).set(set).where(eq(introTypes.id, id)));
  const event = { actor, action: 'intro_type.edit', subject: 'intro_type', subjectId: id } as const;
  await recordEvent(tx, { ...event, ...changes }, now);
};
