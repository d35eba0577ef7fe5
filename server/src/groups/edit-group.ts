import type { EventData } from '@portal/contract/office/event-fields';
import type { GroupForm } from '@portal/contract/office/groups';
import { eq } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { recordEvent } from '../audit/record-event.ts';
import { refuseOldVersion } from '../audit/version.ts';
import { organizations } from '../catalogue/tables.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { lockGroup } from './lock-group.ts';
import { versionedGroup } from './office-queries.ts';
import { mayManage } from './policy.ts';
import { groups } from './tables.ts';

const refuseUnknownOrganization = async (
  tx: Tx,
  actor: Staff,
  organizationId: number | null,
): Promise<void> => {
  const unknown = new Refusal('class_organization_unknown');
  if (!mayManage(actor, { organizationId })) throw unknown;
  if (organizationId === null) return;
  const found = await tx.$count(organizations, eq(organizations.id, organizationId));
  if (found === 0) throw unknown;
};

/** Staff may hand a group only to a branch of their own. */
export const editGroup = async (
  tx: Tx,
  { id, version, ...form }: GroupForm & { id: number; version: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { name, organizationId } = await lockGroup(tx, id, actor);
  const changed = changedFields<EventData>({ name, organizationId }, form);
  if (changed === null) return;
  await refuseOldVersion(tx, versionedGroup(id), version);
  await refuseUnknownOrganization(tx, actor, form.organizationId);
  await tx.update(groups).set(form).where(eq(groups.id, id));
  await recordEvent(tx, { actor, action: 'group.edit', subject: 'group', subjectId: id, ...changed }, now);
};
