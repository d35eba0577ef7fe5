import { and, eq, inArray, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database, Executor, Tx } from '../platform/database/database.ts';
import { type Refusal, refusalText } from '../platform/errors.ts';
import type { Job } from './queries.ts';
import { JOB_STEPS, type JobStep } from './states.ts';
import { jobItems, jobs } from './tables.ts';

/** In milliseconds. When a lease has ended, another server takes the job over, unless a step holds the job's row. */
export const LEASE_MS = 30_000;

const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/** Takes the job that has waited longest. Kinds that this version does not know are left for a newer server. */
export const leaseJob = async (
  db: Database,
  kinds: readonly string[],
  now: Date,
): Promise<Job | undefined> => {
  const due = sql`array(
    select id from ${jobs} where state in ('queued', 'running') and due_at <= ${now} and kind = any(${sql.param([...kinds])})
    order by due_at limit 1 for update skip locked)`;
  const [leased] = await db
    .update(jobs)
    .set({
      state: JOB_STEPS.lease.to,
      dueAt: leaseEnd(now),
      leaseNumber: sql`${jobs.leaseNumber} + 1`,
      attempts: sql`${jobs.attempts} + 1`,
    })
    .where(sql`${jobs.id} = any(${due})`)
    .returning();
  return leased;
};

const isStillOurs = ({ id, leaseNumber }: Job) =>
  and(eq(jobs.id, id), eq(jobs.leaseNumber, leaseNumber), eq(jobs.state, 'running'));

export const renewLease = async (db: Database, job: Job, now: Date): Promise<void> => {
  await db
    .update(jobs)
    .set({ dueAt: leaseEnd(now) })
    .where(isStillOurs(job));
};

/** Returns the number of attempts since the last progress. Reads it anew, as `job` may be older than the progress. */
export const findAttempts = async (db: Database, { id }: Job): Promise<number> => {
  const [found] = await db.select({ attempts: jobs.attempts }).from(jobs).where(eq(jobs.id, id));
  return found?.attempts ?? 0;
};

/** Does nothing if the job was stopped or taken by another server. */
export const applyStep = async (
  db: Executor,
  step: Exclude<JobStep, 'lease' | 'continue'>,
  job: Job,
  values: Omit<PgUpdateSetSource<typeof jobs>, 'state'>,
): Promise<void> => {
  const { from, to } = JOB_STEPS[step];
  await db
    .update(jobs)
    .set({ ...values, state: to })
    .where(and(isStillOurs(job), inArray(jobs.state, [...from])));
};

export interface Item {
  readonly position: number;
  readonly key: string;
}

/**
 * Locks the job until the end of the transaction, so that no other server works on it and a stop waits. Returns null after
 * the last item, and `lost` if the job was stopped or taken by another server.
 */
export const lockNextItem = async (tx: Tx, { id, leaseNumber }: Job): Promise<Item | null | 'lost'> => {
  const { rows } = await tx.execute<{ position: number | null; key: string | null }>(sql`
    select item.position, item.key from ${jobs} job
    left join lateral (
      select position, key from ${jobItems}
      where job_id = ${id} and state = 'waiting' order by position limit 1
    ) item on true
    where job.id = ${id} and job.lease_number = ${leaseNumber} and job.state = 'running'
    for no key update of job`);
  const [row] = rows;
  if (!row) return 'lost';
  return row.position === null || row.key === null ? null : { position: row.position, key: row.key };
};

type Outcome = { readonly note: string | null } | { readonly refusal: Refusal };

/** Records the result of an item, the progress of the job and a new lease, unless the job is lost. */
export const recordItem = async (
  tx: Executor,
  { id, leaseNumber }: Job,
  { position }: Item,
  outcome: Outcome,
  now: Date,
): Promise<void> => {
  const refusal = 'refusal' in outcome ? outcome.refusal : null;
  const note = 'refusal' in outcome ? refusalText(outcome.refusal) : outcome.note;
  const [done, failed] = refusal ? [0, 1] : [1, 0];
  await tx.execute(sql`
    with job as (
      update ${jobs} set done = done + ${done}::int, failed = failed + ${failed}::int, attempts = 0, due_at = ${leaseEnd(now)}
      where id = ${id} and lease_number = ${leaseNumber} and state = 'running' returning id
    )
    update ${jobItems} set state = ${refusal ? 'failed' : 'done'}, code = ${refusal?.code ?? null}, note = ${note}
    from job where job_id = job.id and position = ${position}`);
};
