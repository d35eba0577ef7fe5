import type { ChoiceList } from '@portal/contract/office/choices';
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { choiceTables, lockChoice, subjectOf } from './choice-queries.ts';

/** Nobody can choose it any more; people who have chosen it keep it. One choice of the list must remain. */
export const retireChoice = async (
  tx: Tx,
  { list, id }: { list: ChoiceList; id: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  const { name, retiredAt } = await lockChoice(tx, { list, id });
  if (retiredAt) return;
  const table = choiceTables[list];
  const remains = and(isNull(table.retiredAt), ne(table.id, id));
  const [other] = await tx.select({ id: table.id }).from(table).where(remains).limit(1);
  if (!other) throw new Refusal('choice_last');
  await tx.update(table).set({ retiredAt: now }).where(eq(table.id, id));
  const event = { actor, action: 'choice.retire', subject: subjectOf(list), subjectId: id } as const;
  await recordEvent(tx, { ...event, after: { name } }, now);
};
