import type { StartedJob } from '@portal/contract/office/jobs';
import { sql } from 'drizzle-orm';
import { type Context, sessionOf } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { requireRight } from '../staff/policy.ts';
import type { JobKind } from './job-kind.ts';
import { jobItems, jobs } from './tables.ts';

const DAY_HOURS = 24;

interface JobItem {
  readonly key: string;
  /** Shown to staff, for example a name. */
  readonly label: string;
}

interface NewJob<Input> {
  readonly kind: JobKind<Input>;
  /** Shown to staff, in Traditional Chinese. */
  readonly title: string;
  readonly input: Input;
  /** Null: the whole association. */
  readonly organizationId: number | null;
  /** Each key once, in the order of the work. */
  readonly items: readonly JobItem[];
}

/** Queues long work in the transaction of the caller. Throws `job_empty` without items. Use `startJob` in a route. */
export const enqueueJob = async <Input>(
  tx: Tx,
  { kind, title, input, organizationId, items }: NewJob<Input>,
  { actor, now }: Context<Staff>,
): Promise<StartedJob> => {
  requireRight(actor, kind.right, organizationId);
  if (items.length === 0) throw new Refusal('job_empty');
  const [job] = await tx
    .insert(jobs)
    .values({
      ...{ kind: kind.kind, title, input, organizationId, right: kind.right },
      ...{ staffId: actor.staffId, sessionId: sessionOf(actor) },
      ...{ total: items.length, dueAt: now, createdAt: now, keptHours: kind.keptHours ?? DAY_HOURS },
    })
    .returning({ id: jobs.id });
  if (!job) throw new Error('the job was not inserted');
  await tx.execute(sql`
    insert into ${jobItems} (job_id, position, key, label)
    select ${job.id}, position, item ->> 'key', item ->> 'label'
    from jsonb_array_elements(${JSON.stringify(items)}::jsonb) with ordinality as item_list (item, position)`);
  const after = { title, rows: items.length };
  const event = { actor, action: 'job.start', subject: 'job', subjectId: job.id, after } as const;
  await recordEvent(tx, { ...event, organizationId: organizationId ?? undefined }, now);
  return { jobId: job.id };
};
