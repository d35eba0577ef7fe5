import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { organizations } from '../tables.ts';
import { countClassesBefore, lockOrganization } from './organization-queries.ts';

/** Locks the organisation first: a class that is published meanwhile waits, and then finds it closed. */
export const closeOrganization = async (
  tx: Tx,
  { id }: { id: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  const { name, closedAt } = await lockOrganization(tx, id);
  if (closedAt) return;
  const n = await countClassesBefore(tx, id, now);
  if (n > 0) throw new Refusal('organization_used', { values: { n } });
  await tx.update(organizations).set({ closedAt: now }).where(eq(organizations.id, id));
  const event = { actor, action: 'organization.close', subject: 'organization', subjectId: id } as const;
  await recordEvent(tx, { ...event, after: { name } }, now);
};
