import type { Context } from '../audit/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Staff } from '../staff/actors.ts';
import { changeJob } from './change-job.ts';
import { lockJob } from './queries.ts';

/** Stops after the item that is under way: the lock waits for its transaction. */
export const stopJob = async (
  tx: Tx,
  { jobId }: { readonly jobId: number },
  context: Context<Staff>,
): Promise<void> => {
  const job = await lockJob(tx, jobId, context.actor);
  await changeJob(tx, 'stop', job, { endedAt: context.now }, context);
};
