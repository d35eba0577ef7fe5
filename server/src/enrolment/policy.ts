import { today } from '@portal/contract/dates';
import { stateNames } from '@portal/contract/office/reviews';
import type { Right } from '@portal/contract/rights';
import { hasStarted } from '../catalogue/rules.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';
import { mayStep, type State, type Step, WIRE } from './states.ts';

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

const extraRefusal = (act: ReviewAct, { result, ...opening }: ReviewedFacts, now: Date): Refusal | null => {
  if (act === 'reopen' && hasStarted(opening, now)) return new Refusal('review_after_start');
  if (act === 'cancel' && result !== null) return new Refusal('staff_cancel_result');
  return act === 'move' && result !== null ? new Refusal('move_result') : null;
};

const refusalOf = (act: ReviewAct, facts: ReviewedFacts, actor: Staff, now: Date): Refusal | null => {
  if (!may(actor, rights[act], facts.organizationId)) return new Refusal('forbidden');
  return stateRefusal(act, facts) ?? extraRefusal(act, facts, now);
};

/** The refusal for each act; null if it is allowed. Does not check for free seats. */
export const reviewRefusals = (
  facts: ReviewedFacts,
  actor: Staff,
  now: Date,
): Record<ReviewAct, Refusal | null> =>
  Object.fromEntries(acts.map((act) => [act, refusalOf(act, facts, actor, now)])) as Record<
    ReviewAct,
    Refusal | null
  >;

interface Started {
  readonly startTime: Date;
}

/** A line of the trainee's records: one registration, or all of a group in a class. */
interface Row extends Started {
  readonly state: Exclude<State, 'cancelled'>;
  readonly managed: boolean;
  /** The last day of free cancellation after a postponement. */
  readonly freeCancelUntil: string | null;
}

/** Specification: payment instructions appear only after approval. */
export const maySeePayment = ({ state }: Pick<Row, 'state'>): boolean => WIRE[state].enable === 1;

/** After a postponement, paid registrations may also be cancelled for some days. */
export const cancelStep = (
  { freeCancelUntil }: Pick<Row, 'freeCancelUntil'>,
  now: Date,
): 'cancel' | 'cancel_postponed' =>
  freeCancelUntil !== null && today(now) <= freeCancelUntil ? 'cancel_postponed' : 'cancel';

/** Seats of a group are changed through its roster. */
export const mayCancel = ({ managed, state, ...row }: Row, now: Date): boolean =>
  !managed && mayStep(cancelStep(row, now), state) && !hasStarted(row, now);

export const mayEditRoster = ({ managed, ...opening }: Started & Pick<Row, 'managed'>, now: Date): boolean =>
  managed && !hasStarted(opening, now);

export const mayCheckIn = ({ isOwn, state }: { isOwn: boolean; state: State }): boolean =>
  isOwn && state === 'confirmed';

export const recordPermissions = (row: Row, now: Date) => ({
  can_see_payment: maySeePayment(row),
  can_report_payment: mayStep('report_payment', row.state),
  can_cancel: mayCancel(row, now),
  can_edit_roster: mayEditRoster(row, now),
});
