import { sql } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import { violatedConstraint } from '../platform/database/violated-constraint.ts';
import { Refusal } from '../platform/errors.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../staff/policy.ts';
import { lockIntroductions } from './lock-introductions.ts';
import { findPicture } from './queries.ts';
import { introTypes } from './tables.ts';

export const refusingTakenType = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    throw violatedConstraint(error) === 'intro_types_title_unique' ? new Refusal('intro_type_taken') : error;
  }
};

export const refuseUnknownPicture = async (tx: Tx, key: string): Promise<void> => {
  if (!(await findPicture(tx, key))) throw new Refusal('picture_unknown');
};

/** The last one. Throws `picture_unknown`, `intro_type_taken`. */
export const createIntroType = async (
  tx: Tx,
  { title, pictureKey }: { title: string; pictureKey: string },
  { actor, now }: Context<StaffOrSystem>,
): Promise<number> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  await refuseUnknownPicture(tx, pictureKey);
  await lockIntroductions(tx);
  const position = sql<number>`(select coalesce(max(${introTypes.position}), 0) + 1 from ${introTypes})`;
  const [created] = await refusingTakenType(() =>
    tx.insert(introTypes).values({ title, pictureKey, position }).returning({ id: introTypes.id }),
  );
  if (!created) throw new Error('the category was not inserted');
  const event = { actor, action: 'intro_type.create', subject: 'intro_type', subjectId: created.id } as const;
  await recordEvent(tx, { ...event, after: { title, pictureKey } }, now);
  return created.id;
};
