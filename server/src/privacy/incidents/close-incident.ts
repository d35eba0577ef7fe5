import { and, eq, inArray } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { isRepeatedStep } from '../../audit/version.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { INCIDENT_STEPS } from '../states.ts';
import { incidents } from '../tables.ts';
import { lockIncident, versionedIncident } from './find-incident.ts';

interface Closing {
  readonly id: number;
  readonly version: number;
  readonly note: string;
}

export const closeIncident = async (
  tx: Tx,
  { id, version, note }: Closing,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { organizationId, state } = await lockIncident(tx, id, actor);
  const { from, to, action } = INCIDENT_STEPS.close;
  if (await isRepeatedStep(tx, versionedIncident(id), { version, actor, action })) return;
  const { rowCount } = await tx
    .update(incidents)
    .set({ state: to, closedAt: now, closingNote: note })
    .where(and(eq(incidents.id, id), inArray(incidents.state, [...from])));
  if (rowCount !== 1) throw new Refusal('incident_closed');
  const event = { actor, action, subject: 'incident', subjectId: id } as const;
  const states = { before: { state }, after: { state: to } };
  await recordEvent(tx, { ...event, ...states, organizationId: organizationId ?? undefined }, now);
};
