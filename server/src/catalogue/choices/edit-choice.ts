import type { ChoiceForm, ChoiceList } from '@portal/contract/office/choices';
import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { refuseOldVersion } from '../../audit/version.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { refusingTakenChoice } from './add-choice.ts';
import { choiceTables, lockChoice, subjectOf, versionedChoice } from './choice-queries.ts';

type EditedChoice = ChoiceForm & { list: ChoiceList; id: number; version: number };

export const editChoice = async (
  tx: Tx,
  { list, id, name, version }: EditedChoice,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  const former = await lockChoice(tx, { list, id });
  await refuseOldVersion(tx, versionedChoice(list, id), version);
  if (former.name === name) return;
  const table = choiceTables[list];
  await refusingTakenChoice(() => tx.update(table).set({ name }).where(eq(table.id, id)));
  const event = { actor, action: 'choice.edit', subject: subjectOf(list), subjectId: id } as const;
  await recordEvent(tx, { ...event, before: { name: former.name }, after: { name } }, now);
};
