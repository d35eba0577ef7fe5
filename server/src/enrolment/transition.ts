import { asc, eq, inArray } from 'drizzle-orm';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { mayStep, STEPS, type State, type Step, transitionRefusal } from './states.ts';
import { registrationEvents, registrations } from './tables.ts';

export interface MoveDetails {
  /** Who does it: `account:12`, `staff:3` or `system`. */
  readonly actor: string;
  readonly now: Date;
  /** Why; stays with the registration until its next step. */
  readonly reason?: string;
  /** 1 pass, 2 fail: of `record_result` alone. */
  readonly result?: 1 | 2;
  /** What belongs to the event besides. */
  readonly data?: unknown;
}

export interface Moved {
  readonly id: number;
  readonly from: State;
}

/**
 * Takes those of the registrations a step further that stand where the step starts from, and writes their events.
 * The others stay: who gets fewer back than they asked for was late. All are locked, so that a step that is under way
 * is waited for, and `throwTransitionRefusal` speaks of the state that was found. Steps that free a seat go through `seats.ts`.
 */
export const move = async (
  tx: Tx,
  step: Step,
  ids: readonly number[],
  { actor, now, reason, result, data }: MoveDetails,
): Promise<Moved[]> => {
  const { to, action } = STEPS[step];
  const found = await tx
    .select({ id: registrations.id, from: registrations.state })
    .from(registrations)
    .where(inArray(registrations.id, [...ids]))
    .orderBy(asc(registrations.id))
    .for('no key update');
  const moved = found.filter(({ from }) => mayStep(step, from));
  if (moved.length === 0) return [];
  await tx
    .update(registrations)
    .set({ state: to, reason: reason ?? null, updatedAt: now, ...(result && { result }) })
    .where(
      inArray(
        registrations.id,
        moved.map(({ id }) => id),
      ),
    );
  await tx.insert(registrationEvents).values(
    moved.map(({ id, from: before }) => ({
      registrationId: id,
      at: now,
      actor,
      action,
      fromState: before,
      toState: to,
      note: reason ?? null,
      data,
    })),
  );
  return moved;
};

/** Throws what a registration in `state` has to say to `step`, which does not start from it; nothing if its end is reached. */
export const refuseStep = (step: Step, state: State): void => {
  const refusal = transitionRefusal(step, state);
  if (refusal) throw new Refusal(refusal);
};

/** Where a registration stands that `move` has locked. */
export const findState = async (tx: Tx, id: number): Promise<State | undefined> => {
  const [found] = await tx
    .select({ state: registrations.state })
    .from(registrations)
    .where(eq(registrations.id, id));
  return found?.state;
};

/** `refuseStep` of a registration that `move` left where it was: it came too late. */
export const throwTransitionRefusal = async (tx: Tx, step: Step, id: number): Promise<void> => {
  const state = await findState(tx, id);
  if (!state) throw new Refusal('registration_unknown');
  refuseStep(step, state);
};
