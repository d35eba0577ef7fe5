import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import { cleanHtml } from '../platform/http/html.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../staff/policy.ts';
import { intros } from './tables.ts';

export const createIntro = async (
  tx: Tx,
  input: { typeId: number; title: string; html: string; position: number },
  { actor, now }: Context<StaffOrSystem>,
): Promise<number> => {
  requireRight(actor, 'content.edit', WHOLE_ASSOCIATION);
  const [created] = await tx
    .insert(intros)
    .values({ ...input, html: cleanHtml(input.html) })
    .returning({ id: intros.id });
  if (!created) throw new Error('the entry was not inserted');
  const event = { actor, action: 'intro.create', subject: 'intro', subjectId: created.id } as const;
  await recordEvent(tx, { ...event, after: { typeId: input.typeId, title: input.title } }, now);
  return created.id;
};
