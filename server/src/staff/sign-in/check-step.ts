import { Refusal } from '../../platform/errors.ts';
import { mayStep, type StaffStep, type StoredState, stateOf, stepRefusal } from '../states.ts';

/** Returns false for a repeat of the step. Lock the account first. */
export const checkStep = (step: StaffStep, account: StoredState): boolean => {
  const state = stateOf(account);
  const refusal = stepRefusal(step, state);
  if (refusal) throw new Refusal(refusal);
  return mayStep(step, state);
};
