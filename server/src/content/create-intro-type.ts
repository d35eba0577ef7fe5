import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../staff/policy.ts';
import { introTypes } from './tables.ts';

/** `pictureKey`: from `savePicture`. */
export const createIntroType = async (
  tx: Tx,
  input: { title: string; pictureKey: string; position: number },
  { actor, now }: Context<StaffOrSystem>,
): Promise<number> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  const [created] = await tx.insert(introTypes).values(input).returning({ id: introTypes.id });
  if (!created) throw new Error('the category was not inserted');
  const event = { actor, action: 'intro_type.create', subject: 'intro_type', subjectId: created.id } as const;
  await recordEvent(tx, { ...event, after: { title: input.title } }, now);
  return created.id;
};
