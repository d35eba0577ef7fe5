import { stateNames } from '@portal/contract/office/reviews';
import type { Right } from '@portal/contract/rights';
import { hasStarted } from '../catalogue/rules.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';
import { mayStep, type State, type Step } from './states.ts';

/** The facts of a registration that decide what staff may do with it. */
export interface ReviewedFacts {
  readonly state: State;
  readonly result: number | null;
  readonly startTime: Date;
  readonly organizationId: number;
}

export type ReviewAct = 'approve' | 'reject' | 'reopen' | 'cancel' | 'move' | 'note' | 'identity';

const rights: Readonly<Record<ReviewAct, Right>> = {
  approve: 'registration.review',
  reject: 'registration.review',
  reopen: 'registration.review',
  cancel: 'registration.review',
  move: 'registration.review',
  note: 'registration.review',
  identity: 'person.identity',
};

const steps: Readonly<Partial<Record<ReviewAct, Step>>> = {
  approve: 'approve',
  reject: 'refuse',
  reopen: 'reopen',
  cancel: 'cancel_by_staff',
  move: 'move_class',
};

const acts = Object.keys(rights) as ReviewAct[];

const stateRefusal = (act: ReviewAct, { state }: ReviewedFacts): Refusal | null => {
  const step = steps[act];
  if (!step || mayStep(step, state)) return null;
  return new Refusal('step_from_state', { values: { state: stateNames[state] } });
};

/** What only some acts mind. */
const ownRefusal = (act: ReviewAct, { result, ...opening }: ReviewedFacts, now: Date): Refusal | null => {
  if (act === 'reopen' && hasStarted(opening, now)) return new Refusal('review_after_start');
  if (act === 'cancel' && result !== null) return new Refusal('staff_cancel_result');
  return act === 'move' && result !== null ? new Refusal('move_result') : null;
};

const refusalOf = (act: ReviewAct, facts: ReviewedFacts, actor: Staff, now: Date): Refusal | null => {
  if (!may(actor, rights[act], facts.organizationId)) return new Refusal('forbidden');
  return stateRefusal(act, facts) ?? ownRefusal(act, facts, now);
};

/** Why the actor may not do each act now; null where they may. Free seats are not looked at. */
export const reviewRefusals = (
  facts: ReviewedFacts,
  actor: Staff,
  now: Date,
): Record<ReviewAct, Refusal | null> =>
  Object.fromEntries(acts.map((act) => [act, refusalOf(act, facts, actor, now)])) as Record<
    ReviewAct,
    Refusal | null
  >;
