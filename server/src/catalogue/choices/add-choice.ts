import { CHOICES_MAX, type ChoiceForm, type ChoiceList } from '@portal/contract/office/choices';
import { sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { violatedConstraint } from '../../platform/database/violated-constraint.ts';
import { Refusal } from '../../platform/errors.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { choiceTables, lockChoices, subjectOf } from './choice-queries.ts';

const NAMES: readonly (string | undefined)[] = [
  ...['careers_name_unique', 'educations_name_unique', 'education_statuses_name_unique'],
];

export const refusingTakenChoice = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write();
  } catch (error) {
    if (NAMES.includes(violatedConstraint(error))) throw new Refusal('choice_taken');
    throw error;
  }
};

export const addChoice = async (
  tx: Tx,
  { list, name }: ChoiceForm & { list: ChoiceList },
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  await lockChoices(tx, list);
  const table = choiceTables[list];
  const [last] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      id: sql<number>`coalesce(max(${table.id}), 0)::int`,
      position: sql<number>`coalesce(max(${table.position}), 0)::int`,
    })
    .from(table);
  const { count = 0, id = 0, position = 0 } = last ?? {};
  if (count >= CHOICES_MAX) throw new Refusal('choices_full', { values: { n: CHOICES_MAX } });
  await refusingTakenChoice(() => tx.insert(table).values({ id: id + 1, name, position: position + 1 }));
  const event = { actor, action: 'choice.add', subject: subjectOf(list), subjectId: id + 1 } as const;
  await recordEvent(tx, { ...event, after: { name } }, now);
};
