import type { StartedJob } from '@portal/contract/office/jobs';
import { eq, sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { refuseOldVersion } from '../../audit/version.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { INCIDENT_STEPS, incidentRefusal } from '../states.ts';
import { incidents } from '../tables.ts';
import { affectedRows } from './affected-person.ts';
import { hasMailbox, lockIncident, versionedIncident } from './find-incident.ts';
import { noticeOf } from './letter.ts';
import { incidentLetterJob } from './letter-job.ts';

interface Recipient extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
}

/** Finds people with a confirmed mailbox who were not mailed yet. The ids are those that the incident names. */
const findRecipients = async (db: Executor, incidentId: number): Promise<Recipient[]> => {
  const { rows } = await db.execute<Recipient>(sql`
    select p.account_id as id, coalesce(a.chinese_name, a.english_name, '') as name from ${affectedRows}
    where p.incident_id = ${incidentId} and p.mailed_at is null and ${hasMailbox} and a.erased_at is null
    order by p.account_id`);
  return rows;
};

interface SeenIncident {
  readonly id: number;
  readonly version: number;
}

/** Starts the job that mails everybody of the incident who can be mailed and was not. */
export const notifyPeople = async (
  tx: Tx,
  { id, version }: SeenIncident,
  { actor, now }: Context<Staff>,
): Promise<StartedJob> => {
  const incident = await lockIncident(tx, id, actor);
  await refuseOldVersion(tx, versionedIncident(id), version);
  const refusal = incidentRefusal('notify', incident.state);
  if (refusal) throw new Refusal(refusal);
  noticeOf(incident);
  const recipients = await findRecipients(tx, id);
  if (recipients.length === 0) throw new Refusal('incident_nobody');
  const { organizationId, title } = incident;
  const job = await enqueueJob(
    tx,
    {
      ...{ kind: incidentLetterJob, title: `個資事件通知信：${title}`, organizationId },
      input: { incidentId: id },
      items: recipients.map((person) => ({ key: person.id, label: person.name || person.id })),
    },
    { actor, now },
  );
  const { to, action } = INCIDENT_STEPS.notify;
  await tx
    .update(incidents)
    .set({ state: to, notifiedAt: incident.notifiedAt ?? now })
    .where(eq(incidents.id, id));
  const event = { actor, action, subject: 'incident', subjectId: id } as const;
  const after = { people: recipients.length };
  await recordEvent(tx, { ...event, organizationId: organizationId ?? undefined, after }, now);
  return job;
};
