import { today } from '@portal/contract/dates';
import { stateNames } from '@portal/contract/office/reviews';
import type { Right } from '@portal/contract/rights';
import { hasStarted } from '../catalogue/rules.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';
import { mayStep, type State, type Step, WIRE } from './states.ts';

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

/** Refusals that depend on more than the state. */
const extraRefusal = (act: ReviewAct, { result, ...opening }: ReviewedFacts, now: Date): Refusal | null => {
  if (act === 'reopen' && hasStarted(opening, now)) return new Refusal('review_after_start');
  if (act === 'cancel' && result !== null) return new Refusal('staff_cancel_result');
  return act === 'move' && result !== null ? new Refusal('move_result') : null;
};

const refusalOf = (act: ReviewAct, facts: ReviewedFacts, actor: Staff, now: Date): Refusal | null => {
  if (!may(actor, rights[act], facts.organizationId)) return new Refusal('forbidden');
  return stateRefusal(act, facts) ?? extraRefusal(act, facts, now);
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

interface Started {
  readonly startTime: Date;
}

/** A registration, or all of a group in a class as one row, as the trainee's records show it. */
interface Row extends Started {
  /** The most urgent of its states. */
  readonly state: Exclude<State, 'cancelled'>;
  /** It belongs to a group that the trainee manages. */
  readonly managed: boolean;
  /** The last day on which they may cancel without loss, since the class was put off. */
  readonly freeCancelUntil: string | null;
}

/** Payment instructions are shown only after approval. */
export const maySeePayment = ({ state }: Pick<Row, 'state'>): boolean => WIRE[state].enable === 1;

/** The step by which a person cancels: for some days after the class was put off a paid registration too. */
export const cancelStep = (
  { freeCancelUntil }: Pick<Row, 'freeCancelUntil'>,
  now: Date,
): 'cancel' | 'cancel_postponed' =>
  freeCancelUntil !== null && today(now) <= freeCancelUntil ? 'cancel_postponed' : 'cancel';

/**
 * Until the class starts, unless a payment is reported or confirmed and the class was not put off. Seats of a group are
 * changed through its roster.
 */
export const mayCancel = ({ managed, state, ...row }: Row, now: Date): boolean =>
  !managed && mayStep(cancelStep(row, now), state) && !hasStarted(row, now);

/** Managers change the roster until the class starts. */
export const mayEditRoster = ({ managed, ...opening }: Started & Pick<Row, 'managed'>, now: Date): boolean =>
  managed && !hasStarted(opening, now);

/** A seat among those that a record stands for; one's own may be checked in once it is confirmed. */
export const mayCheckIn = ({ isOwn, state }: { isOwn: boolean; state: State }): boolean =>
  isOwn && state === 'confirmed';

/** What the trainee may do with a row of their records now. */
export const mayWithRecord = (row: Row, now: Date) => ({
  can_see_payment: maySeePayment(row),
  can_report_payment: mayStep('report_payment', row.state),
  can_cancel: mayCancel(row, now),
  can_edit_roster: mayEditRoster(row, now),
});
