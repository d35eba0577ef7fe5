import type { EventData } from '@portal/contract/office/event-fields';
import type { OrganizationForm } from '@portal/contract/office/organizations';
import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { changedFields } from '../../audit/changed-fields.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { refuseOldVersion } from '../../audit/version.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { organizations } from '../tables.ts';
import { refusingTakenOrganization } from './create-organization.ts';
import { lockOrganization } from './organization-queries.ts';

/** Codes of classes and numbers of certificates that were given out keep the former code and name. */
export const editOrganization = async (
  tx: Tx,
  { id, version, ...form }: OrganizationForm & { id: number; version: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  requireRight(actor, 'settings.edit', WHOLE_ASSOCIATION);
  const { code, name } = await lockOrganization(tx, id);
  await refuseOldVersion(tx, { subject: 'organization', id, actions: ['organization.edit'] }, version);
  const changed = changedFields<EventData>({ code, name }, form);
  if (changed === null) return;
  await refusingTakenOrganization(() => tx.update(organizations).set(form).where(eq(organizations.id, id)));
  const event = { actor, action: 'organization.edit', subject: 'organization', subjectId: id } as const;
  await recordEvent(tx, { ...event, ...changed }, now);
};
