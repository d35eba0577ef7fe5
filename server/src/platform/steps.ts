import type { RefusalCode } from '@portal/contract/errors';
import type { Action } from '@portal/contract/office/audit';

export interface StepRule<State extends string> {
  readonly from: readonly State[];
  /** Null keeps the state. */
  readonly to: State | null;
  /** The event that the step records. */
  readonly action?: Action;
  /** Why the step is refused, by state. */
  readonly refusals?: Readonly<Partial<Record<State, RefusalCode>>>;
}

/**
 * The questions that a lifecycle answers, from its table of transitions. `otherwise` is the refusal of the states that
 * are neither in `from` nor in `refusals`; null if the step counts as a repeat there, or its caller refuses.
 */
export const defineSteps = <State extends string, Step extends string>(
  steps: Readonly<Record<Step, StepRule<State>>>,
  otherwise: RefusalCode | null = null,
) => {
  const mayStep = (step: Step, state: State): boolean => steps[step].from.includes(state);

  const stateAfter = (step: Step, state: State): State => steps[step].to ?? state;

  /** The step is made already: it leads to this state and does not start from it. A repeat counts as success. */
  const isRepeat = (step: Step, state: State): boolean => !mayStep(step, state) && steps[step].to === state;

  /** Null if the step is possible or a repeat. */
  const stepRefusal = (step: Step, state: State): RefusalCode | null =>
    mayStep(step, state) || isRepeat(step, state) ? null : (steps[step].refusals?.[state] ?? otherwise);

  return { mayStep, stateAfter, isRepeat, stepRefusal };
};
