import type { ChoiceList } from '@portal/contract/office/choices';
import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { choiceTables, lockChoice, subjectOf } from './choice-queries.ts';

export const restoreChoice = async (
  tx: Tx,
  { list, id }: { list: ChoiceList; id: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  const { name, retiredAt } = await lockChoice(tx, { list, id });
  if (!retiredAt) return;
  const table = choiceTables[list];
  await tx.update(table).set({ retiredAt: null }).where(eq(table.id, id));
  const event = { actor, action: 'choice.restore', subject: subjectOf(list), subjectId: id } as const;
  await recordEvent(tx, { ...event, after: { name } }, now);
};
