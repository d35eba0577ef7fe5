import { and, asc, eq, inArray } from 'drizzle-orm';
import { type Actor, actorName } from '../audit/actor.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { mayStep, STEPS, type State, type Step, stateAfter, transitionRefusal } from './states.ts';
import { registrationEvents, registrations } from './tables.ts';

export interface StepDetails {
  readonly actor: Actor;
  readonly now: Date;
  /** Shown to the trainee until the next step. */
  readonly reason?: string;
  /** For the event; by default the reason. */
  readonly note?: string | null;
  /** Skips registrations that have moved to another class. */
  readonly inClass?: number;
  readonly toClass?: number;
  /** 1 pass, 2 fail. */
  readonly result?: 1 | 2;
  /** Stays as it is if undefined. */
  readonly paymentDue?: string | null;
  readonly data?: unknown;
}

export interface ChangedRegistration {
  readonly id: number;
  readonly from: State;
}

/**
 * Applies `step` to the registrations whose state allows it, with events, and returns them. Locks all `ids`, so
 * that their states stay the same until `throwTransitionRefusal`. Call it through `seats.ts` for steps that take
 * or release a seat.
 */
export const applyStep = async (
  tx: Tx,
  step: Step,
  ids: readonly number[],
  { actor, now, reason, note = reason, inClass, toClass, result, paymentDue, data }: StepDetails,
): Promise<ChangedRegistration[]> => {
  const { to, action } = STEPS[step];
  const found = await tx
    .select({ id: registrations.id, from: registrations.state })
    .from(registrations)
    .where(
      and(
        inArray(registrations.id, [...ids]),
        inClass === undefined ? undefined : eq(registrations.classId, inClass),
      ),
    )
    .orderBy(asc(registrations.id))
    .for('no key update');
  const changed = found.filter(({ from }) => mayStep(step, from));
  if (changed.length === 0) return [];
  await tx
    .update(registrations)
    .set({
      // A column without a value stays as it is.
      ...{ state: to ?? undefined, classId: toClass, result, paymentDue },
      reason: reason ?? null,
      updatedAt: now,
    })
    .where(
      inArray(
        registrations.id,
        changed.map(({ id }) => id),
      ),
    );
  await tx.insert(registrationEvents).values(
    changed.map(({ id, from: before }) => ({
      registrationId: id,
      at: now,
      actor: actorName(actor),
      action,
      fromState: before,
      toState: stateAfter(step, before),
      note: note ?? null,
      data,
    })),
  );
  return changed;
};

/** Returns if the state is already the target state. */
export const refuseStep = (step: Step, state: State): void => {
  const refusal = transitionRefusal(step, state);
  if (refusal) throw new Refusal(refusal);
};

/** The registration must be locked. */
export const findState = async (tx: Tx, id: number): Promise<State | undefined> => {
  const [found] = await tx
    .select({ state: registrations.state })
    .from(registrations)
    .where(eq(registrations.id, id));
  return found?.state;
};

/** For a registration that `applyStep` did not change. */
export const throwTransitionRefusal = async (
  tx: Tx,
  step: Step,
  id: number,
  inClass?: number,
): Promise<void> => {
  const [found] = await tx
    .select({ state: registrations.state, classId: registrations.classId })
    .from(registrations)
    .where(eq(registrations.id, id));
  if (!found || found.classId !== (inClass ?? found.classId)) throw new Refusal('registration_unknown');
  refuseStep(step, found.state);
};

/** Returns false for a repeat of the step, else throws. */
export const refuseUnlessDone = async (tx: Tx, step: Step, id: number): Promise<false> => {
  await throwTransitionRefusal(tx, step, id);
  return false;
};
