import type { EventData, NamedFields } from '@portal/contract/office/event-fields';
import { eq, inArray } from 'drizzle-orm';
import type { Actor } from '../audit/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { LockedRegistration } from './lock-registrations.ts';
import { recordRegistrationEvents } from './record-registration-events.ts';
import { mayStep, STEPS, type State, type Step, stateAfter, stepRefusal } from './states.ts';
import { registrations } from './tables.ts';

interface EventDetails<Data> {
  /** The note in the event. By default it is the reason. */
  readonly note?: string | null;
  readonly data?: NamedFields<Data> | undefined;
}

/** `note` and `data` are written to the events. */
export interface StepDetails<Data = EventData> extends EventDetails<Data> {
  readonly actor: Actor;
  readonly now: Date;
  /** The trainee sees it until the next step. */
  readonly reason?: string;
  readonly toClass?: number;
  /** 1 pass, 2 fail. */
  readonly result?: 1 | 2;
  /** Stays as it is if undefined. */
  readonly paymentDue?: string | null;
  /** Stays as it is if undefined. */
  readonly fee?: number | null;
  /** Stays as it is if undefined. */
  readonly confirmBy?: null;
  /** Details of single events, by registration. */
  readonly eventDetails?: ReadonlyMap<number, EventDetails<Data>>;
}

export interface ChangedRegistration {
  readonly id: number;
  /** The class before the step. */
  readonly classId: number;
  readonly from: State;
}

/**
 * Applies `step` to the registrations whose state allows it, records an event for each, and returns the changed
 * registrations. For a step that takes or gives back a seat, call the functions of `seats.ts` instead.
 */
export const applyStep = async <Data extends EventData>(
  tx: Tx,
  step: Step,
  locked: readonly LockedRegistration[],
  details: StepDetails<Data>,
): Promise<ChangedRegistration[]> => {
  const { actor, now, reason, note = reason, data, eventDetails } = details;
  const { toClass, result, paymentDue, fee, confirmBy } = details;
  const { to, action } = STEPS[step];
  const changed = locked
    .filter(({ state }) => mayStep(step, state))
    .map(({ id, classId, state }) => ({ id, classId, from: state }));
  if (changed.length === 0) return [];
  await tx
    .update(registrations)
    .set({
      // Drizzle leaves out columns that are undefined.
      state: to ?? undefined,
      classId: toClass,
      result,
      paymentDue,
      fee,
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
    const states = { fromState: before, toState: stateAfter(step, before) };
    return { registrationId: id, ...states, note, data, ...eventDetails?.get(id) };
  });
  await recordRegistrationEvents(tx, action, events, { actor, now });
  return changed;
};

/**
 * Throws the reason why a step was not made. Does nothing for a repeat: the state is the step's target already. A state
 * that allows the step gives `review_conflict`, because something else prevented it, such as a move to another class.
 */
export const refuseUnlessTransitioned = (step: Step, state: State): void => {
  const refusal = mayStep(step, state) ? 'review_conflict' : stepRefusal(step, state);
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
