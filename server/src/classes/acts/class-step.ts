import type { ClassAct } from '@portal/contract/office/classes';
import { eq } from 'drizzle-orm';
import type { Actor, Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { LockedClass } from '../../catalogue/lock-class.ts';
import type { Tx } from '../../platform/database/database.ts';
import { actRefusal, type ClassFacts } from '../policy.ts';
import { countRegistrations } from '../queries.ts';
import { mayStep, STEPS, type Step } from '../states.ts';
import { classes } from '../tables.ts';

const findClassFacts = async (tx: Tx, trainingClass: LockedClass): Promise<ClassFacts> => ({
  ...trainingClass,
  ...(await countRegistrations(tx, trainingClass.id)),
});

/** Throws if the state or the facts of the class do not allow the act. The class must be locked. */
export const refuseImpossibleAct = async (
  tx: Tx,
  act: ClassAct,
  trainingClass: LockedClass,
  now: Date,
): Promise<void> => {
  const refusal = actRefusal(act, await findClassFacts(tx, trainingClass), now);
  if (refusal) throw refusal;
};

interface Change {
  readonly set?: Partial<typeof classes.$inferInsert>;
  readonly before?: object;
  readonly after?: object;
}

/**
 * Changes the state and records the event. Does nothing if the state does not allow the step, so that a repeat changes
 * nothing.
 */
export const takeStep = async (
  tx: Tx,
  step: Step,
  { id, state }: Pick<LockedClass, 'id' | 'state'>,
  { set, before, after }: Change,
  { actor, now }: Context<Actor>,
): Promise<void> => {
  if (!mayStep(step, state)) return;
  const { to, action } = STEPS[step];
  await tx
    .update(classes)
    .set({ ...set, ...(to && { state: to }) })
    .where(eq(classes.id, id));
  const event = { actor, action, subject: 'class', subjectId: id } as const;
  await recordEvent(
    tx,
    {
      ...event,
      before: { ...(to && { state }), ...before },
      after: { ...(to && { state: to }), ...after },
    },
    now,
  );
};
