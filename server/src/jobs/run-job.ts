import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { Refusal, refusalText } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';
import { findActiveStaff } from '../staff/queries.ts';
import type { ItemResult, JobBook, JobFile, JobKind } from './job-kind.ts';
import {
  applyStep,
  findAttempts,
  type Item,
  LEASE_MS,
  leaseJob,
  lockNextItems,
  recordItems,
  renewLease,
} from './lease.ts';
import type { Job } from './queries.ts';
import { rest, restAfter } from './rest.ts';

const SECOND = 1000;
/** In milliseconds. When a turn ends, the job that has waited longest is next. */
const TURN_MS = 5 * SECOND;
/** Attempts without progress. */
export const ATTEMPTS_MAX = 5;

/** Returns the pause after a failed attempt: 1 s, doubled each time. */
export const retryPause = (attempts: number): number => SECOND * 2 ** Math.max(attempts - 1, 0);

export interface JobRunner extends Services {
  readonly kinds: JobBook;
  readonly publicUrl: string;
  /** Ends the turn after the step that is under way. */
  readonly signal?: AbortSignal;
  /** Waits between two steps, in milliseconds. */
  readonly pause?: (length: number) => Promise<unknown>;
}

interface Turn {
  readonly runner: JobRunner;
  readonly job: Job;
  readonly kind: JobKind;
  readonly actor: Staff;
}

const contextOf = ({ runner: { db: _, kinds: __, signal: ___, publicUrl, ...services }, actor }: Turn) => ({
  actor,
  publicUrl,
  now: services.clock(),
  services,
});

type Outcome = 'next' | 'last' | 'lost';

const resultsOf = (items: readonly Item[], results: ReadonlyMap<string, ItemResult>) =>
  new Map(
    items.map((item) => {
      const result = results.get(item.key);
      if (result === undefined) throw new Error(`the step has no result for ${item.key}`);
      return [item, result] as const;
    }),
  );

/** The results of items are in the transaction of their work, so that it happens once however a server ends. */
const runNextItems = async (turn: Turn, atOnce: number): Promise<Outcome> => {
  const { runner, job, kind } = turn;
  const { db } = runner;
  const context = contextOf(turn);
  const underWay: { items: readonly Item[] } = { items: [] };
  try {
    return await inTransaction(db, async (tx): Promise<Outcome> => {
      const items = await lockNextItems(tx, job, atOnce);
      if (items === 'lost') return 'lost';
      if (items.length === 0) return 'last';
      underWay.items = items;
      const keys = items.map(({ key }) => key);
      const results = await kind.stepMany(tx, { input: job.input, keys }, context);
      await recordItems(tx, job, resultsOf(items, results), runner.clock());
      return 'next';
    });
  } catch (error) {
    if (!(error instanceof Refusal) || underWay.items.length === 0) throw error;
    const refused = new Map(underWay.items.map((item) => [item, error]));
    await recordItems(db, job, refused, runner.clock());
    return 'next';
  }
};

const whileRenewing = async <T>({ runner: { db, clock }, job }: Turn, work: () => Promise<T>): Promise<T> => {
  const renew = () => void renewLease(db, job, clock()).catch(() => {});
  const timer = setInterval(renew, LEASE_MS / 3);
  return work().finally(() => clearInterval(timer));
};

const storeFile = async ({ runner: { files } }: Turn, { name, type, bytes }: JobFile) => {
  const fileKey = `jobs/${randomUUID()}`;
  await files.put(fileKey, bytes);
  return { fileKey, fileName: name, fileType: type };
};

const finish = async (turn: Turn): Promise<void> => {
  const { runner, job, kind } = turn;
  const stored = await whileRenewing(turn, async () => {
    const file = await kind.makeFile?.(runner.db, { input: job.input, jobId: job.id }, contextOf(turn));
    return file && storeFile(turn, file);
  });
  await applyStep(runner.db, 'finish', job, { ...stored, endedAt: runner.clock() });
};

const runTurn = async (turn: Turn): Promise<void> => {
  const { runner, job, kind } = turn;
  // Each item is tried alone after a failed attempt, so that the others go on.
  const atOnce = job.attempts > 1 ? 1 : kind.atOnce;
  const time = () => runner.clock().getTime();
  const end = time() + TURN_MS;
  let isBusy = true;
  for (;;) {
    const began = time();
    if (runner.signal?.aborted || began >= end)
      return applyStep(runner.db, 'pass_on', job, { dueAt: runner.clock(), attempts: 0 });
    const outcome = await runNextItems(turn, atOnce);
    if (outcome === 'last') return finish(turn);
    if (outcome === 'lost') return;
    isBusy = await rest(restAfter(time() - began, isBusy), runner.pause ?? setTimeout);
  }
};

const fail = (db: Database, job: Job, refusal: Refusal, now: Date): Promise<void> =>
  applyStep(db, 'fail', job, { error: refusalText(refusal), endedAt: now });

const tooManyAttempts = () => new Refusal('job_failed', { values: { n: ATTEMPTS_MAX } });

const tryAgainOrFail = async ({ db, log, clock }: JobRunner, job: Job, error: unknown): Promise<void> => {
  const attempts = await findAttempts(db, job);
  log.warn({ error, job: job.id, kind: job.kind, attempts }, 'job failed');
  if (error instanceof Refusal) return fail(db, job, error, clock());
  if (attempts >= ATTEMPTS_MAX) return fail(db, job, tooManyAttempts(), clock());
  return applyStep(db, 'pass_on', job, { dueAt: new Date(clock().getTime() + retryPause(attempts)) });
};

/** Identifies the requester again at each turn, so that the job ends if they have lost the right. */
const findAsker = async (
  db: Database,
  { staffId, sessionId, right, organizationId }: Job,
): Promise<Staff | null> => {
  const found = await findActiveStaff(db, staffId, sessionId);
  return found && may(found, right, organizationId) ? found : null;
};

const runLeased = async (runner: JobRunner, job: Job): Promise<void> => {
  const { db, kinds, clock } = runner;
  const kind = kinds.get(job.kind);
  if (!kind) throw new Error(`a job of unknown kind ${job.kind} was leased`);
  const actor = await findAsker(db, job);
  if (!actor) {
    const error = refusalText(new Refusal('job_asker_gone'));
    return applyStep(db, 'stop', job, { error, endedAt: clock() });
  }
  // The server was killed each time.
  if (job.attempts > ATTEMPTS_MAX) return fail(db, job, tooManyAttempts(), clock());
  return runTurn({ runner, job, kind, actor });
};

/** Works on the job that has waited longest. Returns false if none is due. */
export const runNextJob = async (runner: JobRunner): Promise<boolean> => {
  const { db, kinds, clock } = runner;
  const job = await leaseJob(db, [...kinds.keys()], clock());
  if (!job) return false;
  try {
    await runLeased(runner, job);
  } catch (error) {
    await tryAgainOrFail(runner, job, error);
  }
  return true;
};
