import { and, eq, inArray } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import type { Job } from './queries.ts';
import { JOB_STEPS, mayStep, stepRefusal } from './states.ts';
import { jobs } from './tables.ts';

/** A step of staff with its event. The job must be locked. A repeat changes nothing. */
export const changeJob = async (
  tx: Tx,
  step: 'stop' | 'continue',
  { id, state, title, organizationId }: Job,
  set: Partial<typeof jobs.$inferInsert>,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const refusal = stepRefusal(step, state);
  if (refusal) throw new Refusal(refusal);
  if (!mayStep(step, state)) return;
  const { from, to, action } = JOB_STEPS[step];
  await tx
    .update(jobs)
    .set({ ...set, state: to })
    .where(and(eq(jobs.id, id), inArray(jobs.state, [...from])));
  const event = { actor, action, subject: 'job', subjectId: id, after: { title } } as const;
  await recordEvent(tx, { ...event, organizationId: organizationId ?? undefined }, now);
};
