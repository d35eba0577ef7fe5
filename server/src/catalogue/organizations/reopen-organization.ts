import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { organizations } from '../tables.ts';
import { lockOrganization } from './organization-queries.ts';

export const reopenOrganization = async (
  tx: Tx,
  { id }: { id: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  const { name, closedAt } = await lockOrganization(tx, id);
  if (!closedAt) return;
  await tx.update(organizations).set({ closedAt: null }).where(eq(organizations.id, id));
  const event = { actor, action: 'organization.reopen', subject: 'organization', subjectId: id } as const;
  await recordEvent(tx, { ...event, after: { name } }, now);
};
