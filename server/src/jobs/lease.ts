import { and, eq, inArray, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database, Executor, Tx } from '../platform/database/database.ts';
import { Refusal, refusalText } from '../platform/errors.ts';
import type { ItemResult } from './job-kind.ts';
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
 * Locks the job until the end of the transaction, so that no other server works on it and a stop waits. Returns the next
 * items, none after the last one, and `lost` if the job was stopped or taken by another server.
 */
export const lockNextItems = async (
  tx: Tx,
  { id, leaseNumber }: Job,
  count: number,
): Promise<Item[] | 'lost'> => {
  const { rows } = await tx.execute<{ position: number | null; key: string | null }>(sql`
    select item.position, item.key from ${jobs} job
    left join lateral (
      select position, key from ${jobItems}
      where job_id = ${id} and state = 'waiting' order by position limit ${count}
    ) item on true
    where job.id = ${id} and job.lease_number = ${leaseNumber} and job.state = 'running'
    order by item.position
    for no key update of job`);
  if (rows.length === 0) return 'lost';
  return rows.flatMap(({ position, key }) => (position === null || key === null ? [] : [{ position, key }]));
};

const rowOf = ({ position }: Item, result: ItemResult) =>
  result instanceof Refusal
    ? { position, state: 'failed', code: result.code, note: refusalText(result) }
    : { position, state: 'done', code: null, note: result };

/** Records the results of items, the progress of the job and a new lease, unless the job is lost. */
export const recordItems = async (
  tx: Executor,
  { id, leaseNumber }: Job,
  results: ReadonlyMap<Item, ItemResult>,
  now: Date,
): Promise<void> => {
  const rows = [...results].map(([item, result]) => rowOf(item, result));
  const failed = rows.filter(({ state }) => state === 'failed').length;
  await tx.execute(sql`
    with job as (
      update ${jobs} set done = done + ${rows.length - failed}::int, failed = failed + ${failed}::int, attempts = 0,
        due_at = ${leaseEnd(now)}
      where id = ${id} and lease_number = ${leaseNumber} and state = 'running' returning id
    )
    update ${jobItems} set state = became.state, code = became.code, note = became.note
    from job, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as became (position int, state text, code text, note text)
    where job_id = job.id and ${jobItems.position} = became.position`);
};
