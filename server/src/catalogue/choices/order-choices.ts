import type { ChoiceList } from '@portal/contract/office/choices';
import { sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { choiceTables, findChoiceRows, lockChoices, subjectOf } from './choice-queries.ts';

/** Throws unless `ids` holds every choice of the list exactly once. */
export const orderChoices = async (
  tx: Tx,
  { list, ids }: { list: ChoiceList; ids: readonly number[] },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  await lockChoices(tx, list);
  const all = await findChoiceRows(tx, list);
  const names = new Map(all.map(({ id, name }) => [id, name]));
  if (ids.length !== all.length || new Set(ids).size < ids.length || !ids.every((id) => names.has(id)))
    throw new Refusal('choices_changed');
  if (all.every(({ id }, index) => id === ids[index])) return;
  const table = choiceTables[list];
  await tx.execute(sql`
    update ${table} set position = ordered.position
    from unnest(${sql.param([...ids])}::int[]) with ordinality as ordered (id, position)
    where ${table.id} = ordered.id`);
  const before = { order: all.map(({ name }) => name) };
  const after = { order: ids.map((id) => names.get(id)) };
  await recordEvent(tx, { actor, action: 'choice.order', subject: subjectOf(list), before, after }, now);
};
