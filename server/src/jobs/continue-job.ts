import type { Context } from '../audit/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { changeJob } from './change-job.ts';
import { mayUse } from './policy.ts';
import { lockJob } from './queries.ts';

/** Continues a stopped or failed job with the items that wait. */
export const continueJob = async (
  tx: Tx,
  { jobId }: { readonly jobId: number },
  context: Context<Staff>,
): Promise<void> => {
  const job = await lockJob(tx, jobId, context.actor);
  if (!mayUse(context.actor, job)) throw new Refusal('forbidden');
  const set = { endedAt: null, error: null, attempts: 0, dueAt: context.now };
  await changeJob(tx, 'continue', job, set, context);
};
