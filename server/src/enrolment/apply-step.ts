import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Actor } from '../audit/actor.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { recordRegistrationEvents } from './record-registration-events.ts';
import { mayStep, STEPS, type State, type Step, stateAfter, stepRefusal } from './states.ts';
import { registrations } from './tables.ts';

export interface StepDetails {
  readonly actor: Actor;
  readonly now: Date;
  /** The trainee sees it until the next step. */
  readonly reason?: string;
  /** Written to the event; by default the reason. */
  readonly note?: string | null;
  readonly toClass?: number;
  /** 1 pass, 2 fail. */
  readonly result?: 1 | 2;
  /** Stays as it is if undefined. */
  readonly paymentDue?: string | null;
  readonly data?: unknown;
}

interface Chosen {
  readonly ids: readonly number[];
  /** The class in which the caller found the registrations. Those that have moved to another since are left unchanged. */
  readonly inClass?: number;
}

export interface ChangedRegistration {
  readonly id: number;
  readonly from: State;
}

/**
 * Applies `step` to the registrations whose state allows it, records an event for each, and returns the changed
 * registrations. Locks those whose state does not allow it too, so that `throwUnlessRepeated` then finds the state that
 * prevented the step. For a step that takes or gives back a seat, call the functions of `seats.ts` instead.
 */
export const applyStep = async (
  tx: Tx,
  step: Step,
  { ids, inClass }: Chosen,
  { actor, now, reason, note = reason, toClass, result, paymentDue, data }: StepDetails,
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
  await tx
    .update(registrations)
    .set({
      // Drizzle leaves out columns that are undefined.
      state: to ?? undefined,
      classId: toClass,
      result,
      paymentDue,
      reason: reason ?? null,
      updatedAt: now,
    })
    .where(
      inArray(
        registrations.id,
        changed.map(({ id }) => id),
      ),
    );
  const events = changed.map(({ id, from: before }) => {
    return { registrationId: id, fromState: before, toState: stateAfter(step, before), note, data };
  });
  await recordRegistrationEvents(tx, action, events, { actor, now });
  return changed;
};

/** Throws the refusal that says why the step was not made. Does nothing if the state is already the step's target. */
export const refuseImpossibleStep = (step: Step, state: State): void => {
  const refusal = stepRefusal(step, state);
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

/**
 * Throws the refusal that says why `applyStep` left the registration unchanged. Does nothing if the registration
 * already has the step's target state.
 */
export const throwUnlessRepeated = async (
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
  refuseImpossibleStep(step, found.state);
};

/** For a registration that `applyStep` left unchanged: returns false if the step was a repeat, otherwise throws. */
export const falseIfRepeated = async (tx: Tx, step: Step, id: number): Promise<false> => {
  await throwUnlessRepeated(tx, step, id);
  return false;
};
