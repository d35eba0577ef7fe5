import type { IncidentEdit } from '@portal/contract/office/incidents';
import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { changedFields } from '../../audit/changed-fields.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { refuseOldVersion } from '../../audit/version.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { incidentRefusal } from '../states.ts';
import { incidents } from '../tables.ts';
import { columnsOf, selectionOf, storedColumns } from './columns.ts';
import { lockIncident, versionedIncident } from './find-incident.ts';
import { listPeople, refuseWrongTime } from './list-people.ts';

/** Changes the incident, and lists anew whom it concerns. The event names the fields: the texts may name people. */
export const editIncident = async (
  tx: Tx,
  id: number,
  { version, ...wanted }: IncidentEdit,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const incident = await lockIncident(tx, id, actor);
  await refuseOldVersion(tx, versionedIncident(id), version);
  const refusal = incidentRefusal('edit', incident.state);
  if (refusal) throw new Refusal(refusal);
  refuseWrongTime(wanted, now);
  const changed = changedFields(storedColumns(incident), columnsOf(wanted));
  if (!changed) return;
  await tx.update(incidents).set(changed.after).where(eq(incidents.id, id));
  const { organizationId } = incident;
  const people = await listPeople(tx, id, selectionOf(wanted, organizationId));
  const event = { actor, action: 'incident.edit', subject: 'incident', subjectId: id } as const;
  const after = { fields: Object.keys(changed.after), people };
  await recordEvent(tx, { ...event, organizationId: organizationId ?? undefined, after }, now);
};
