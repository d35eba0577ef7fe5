import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../staff/policy.ts';
import { organizations } from './tables.ts';

export const createOrganization = async (
  tx: Tx,
  organization: { id: number; code: string; name: string; position: number },
  { actor, now }: Context<StaffOrSystem>,
): Promise<void> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  await tx.insert(organizations).values(organization);
  const { id, code, name } = organization;
  const event = { actor, action: 'organization.create', subject: 'organization', subjectId: id } as const;
  await recordEvent(tx, { ...event, after: { code, name } }, now);
};
