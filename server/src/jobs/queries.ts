import { JOB_ITEMS_SHOWN, JOBS_SHOWN } from '@portal/contract/office/jobs';
import { and, asc, desc, eq, getTableColumns, gt, sql } from 'drizzle-orm';
import type { Executor, Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { withinScope } from '../staff/scope.ts';
import { staffAccounts } from '../staff/tables.ts';
import { mayLook } from './policy.ts';
import { jobItems, jobs } from './tables.ts';

export type Job = typeof jobs.$inferSelect;

const jobsWithNames = (db: Executor) =>
  db
    .select({ ...getTableColumns(jobs), askedBy: staffAccounts.name })
    .from(jobs)
    .innerJoin(staffAccounts, eq(staffAccounts.id, jobs.staffId))
    .$dynamic();

export type NamedJob = Awaited<ReturnType<typeof jobsWithNames>>[number];

/** The newest ones. `everyone`: those that the reader oversees, too. */
export const findJobs = (db: Executor, reader: Staff, everyone: boolean): Promise<NamedJob[]> =>
  jobsWithNames(db)
    .where(
      everyone ? withinScope(reader, 'staff.manage', jobs.organizationId) : eq(jobs.staffId, reader.staffId),
    )
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(JOBS_SHOWN);

/** Throws `not_found` unless the reader may look at it. */
export const findJob = async (db: Executor, id: number, reader: Staff): Promise<NamedJob> => {
  const [found] = await jobsWithNames(db).where(eq(jobs.id, id));
  if (!found || !mayLook(reader, found)) throw new Refusal('not_found');
  return found;
};

/** Throws `not_found` unless the actor may look at it. */
export const lockJob = async (tx: Tx, id: number, actor: Staff): Promise<Job> => {
  const [found] = await tx.select().from(jobs).where(eq(jobs.id, id)).for('no key update');
  if (!found || !mayLook(actor, found)) throw new Refusal('not_found');
  return found;
};

/** The newest one of this kind and input that the person asked for and that has not come to its end. */
export const findUnfinishedJob = async (
  db: Executor,
  { staffId }: Staff,
  { kind, input }: { readonly kind: string; readonly input: object },
): Promise<number | null> => {
  const [found] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.staffId, staffId),
        eq(jobs.kind, kind),
        sql`${jobs.input} = ${JSON.stringify(input)}::jsonb and ${jobs.state} <> 'done'`,
      ),
    )
    .orderBy(desc(jobs.id))
    .limit(1);
  return found?.id ?? null;
};

/** The keys of the items that were done, in their order. */
export const findDoneKeys = async (db: Executor, jobId: number): Promise<string[]> => {
  const done = await db
    .select({ key: jobItems.key })
    .from(jobItems)
    .where(and(eq(jobItems.jobId, jobId), eq(jobItems.state, 'done')))
    .orderBy(asc(jobItems.position));
  return done.map(({ key }) => key);
};

interface ItemsAsked {
  readonly only?: 'failed' | undefined;
  /** A position. */
  readonly after?: number | undefined;
}

/** One more than is shown, so that the caller knows whether there are more. */
export const findItems = (db: Executor, jobId: number, { only, after = 0 }: ItemsAsked) =>
  db
    .select()
    .from(jobItems)
    .where(and(eq(jobItems.jobId, jobId), gt(jobItems.position, after), only && eq(jobItems.state, only)))
    .orderBy(asc(jobItems.position))
    .limit(JOB_ITEMS_SHOWN + 1);

export type ItemRow = Awaited<ReturnType<typeof findItems>>[number];
