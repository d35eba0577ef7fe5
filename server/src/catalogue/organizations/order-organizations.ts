import { sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { allOrganizations } from '../queries.ts';
import { organizations } from '../tables.ts';
import { lockOrganizations } from './create-organization.ts';

/** Throws unless `ids` holds every organisation exactly once. */
export const orderOrganizations = async (
  tx: Tx,
  { ids }: { ids: readonly number[] },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  await lockOrganizations(tx);
  const all = await allOrganizations(tx);
  const names = new Map(all.map(({ id, name }) => [id, name]));
  if (ids.length !== all.length || new Set(ids).size < ids.length || !ids.every((id) => names.has(id)))
    throw new Refusal('organizations_changed');
  if (all.every(({ id }, index) => id === ids[index])) return;
  await tx.execute(sql`
    update ${organizations} set position = ordered.position
    from unnest(${sql.param([...ids])}::int[]) with ordinality as ordered (id, position)
    where ${organizations.id} = ordered.id`);
  const event = { actor, action: 'organization.order', subject: 'organization' } as const;
  const before = { order: all.map(({ name }) => name) };
  await recordEvent(tx, { ...event, before, after: { order: ids.map((id) => names.get(id)) } }, now);
};
