import type { NewIncident } from '@portal/contract/office/incidents';
import { actorName, type Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireRight } from '../../staff/policy.ts';
import { HANDLE } from '../requests/find-request.ts';
import { incidents } from '../tables.ts';
import { columnsOf, selectionOf } from './columns.ts';
import { listPeople, refuseWrongTime } from './list-people.ts';

/** Stores the incident and whom it concerns. Returns its id. */
export const createIncident = async (
  tx: Tx,
  { organizationId, ...wanted }: NewIncident,
  { actor, now }: Context<Staff>,
): Promise<number> => {
  requireRight(actor, HANDLE, organizationId);
  refuseWrongTime(wanted, now);
  const [incident] = await tx
    .insert(incidents)
    .values({ ...columnsOf(wanted), organizationId, createdAt: now, createdBy: actorName(actor) })
    .returning({ id: incidents.id });
  if (!incident) throw new Error('the incident was not inserted');
  const people = await listPeople(tx, incident.id, selectionOf(wanted, organizationId));
  const event = { actor, action: 'incident.create', subject: 'incident', subjectId: incident.id } as const;
  const after = { title: wanted.title, people };
  await recordEvent(tx, { ...event, organizationId: organizationId ?? undefined, after }, now);
  return incident.id;
};
