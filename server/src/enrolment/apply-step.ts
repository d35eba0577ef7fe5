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
  /** Stays as it is if undefined. */
  readonly confirmBy?: null;
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
 * registrations. It also locks the registrations that it leaves unchanged, so that `refuseUnlessRepeated` then finds the
 * state that prevented the step. For a step that takes or gives back a seat, call the functions of `seats.ts` instead.
 */
export const applyStep = async (
  tx: Tx,
  step: Step,
  { ids, inClass }: Chosen,
  { actor, now, reason, note = reason, toClass, result, paymentDue, confirmBy, data }: StepDetails,
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
      confirmBy,
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

/**
 * For a step that was not made: throws the reason. Does nothing for a repeat: the state is the step's target already. A
 * state that allows the step gives `review_conflict`, because something else prevented it.
 */
export const refuseUnmadeStep = (step: Step, state: State): void => {
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
 * For a registration that `applyStep` left unchanged: throws the reason. Does nothing for a repeat: the registration has
 * the step's target state already. If the registration has moved to another class, a trainee, who names the class
 * (`inClass`), is told `registration_unknown`; staff, who name the registration, `review_conflict`.
 */
export const refuseUnlessRepeated = async (
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
  refuseUnmadeStep(step, found.state);
};
