import { today } from '@portal/contract/dates';
import { stateNames } from '@portal/contract/office/code-names';
import type { Right } from '@portal/contract/rights';
import { hasStarted } from '../catalogue/rules.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';
import { mayStep, type State, type Step, WIRE } from './states.ts';

export interface RegistrationFacts {
  readonly state: State;
  readonly result: number | null;
  readonly startTime: Date;
  readonly organizationId: number;
  /** The person has a completed registration where the actor may see identities. */
  readonly hasCompleted: boolean;
}

/** The page of a registration offers these acts. Some are a step of the registration (`states.ts`). */
export type ReviewAct =
  | 'approve'
  | 'reject'
  | 'reopen'
  | 'cancel'
  | 'move'
  | 'note'
  | 'identity'
  | 'confirmPhone';

const rights: Readonly<Record<ReviewAct, Right>> = {
  approve: 'registration.review',
  reject: 'registration.review',
  reopen: 'registration.review',
  cancel: 'registration.review',
  move: 'registration.review',
  note: 'registration.review',
  identity: 'person.identity',
  confirmPhone: 'person.edit',
};

export const mayReviewIn = (actor: Staff, { organizationId }: { readonly organizationId: number }): boolean =>
  may(actor, 'registration.review', organizationId);

const steps: Readonly<Partial<Record<ReviewAct, Step>>> = {
  approve: 'approve',
  reject: 'reject',
  reopen: 'reopen',
  cancel: 'cancel_by_staff',
  move: 'move_class',
};

const acts = Object.keys(rights) as ReviewAct[];

const stateRefusal = (act: ReviewAct, { state }: RegistrationFacts): Refusal | null => {
  const step = steps[act];
  if (!step || mayStep(step, state)) return null;
  return new Refusal('step_from_state', { values: { state: stateNames[state] } });
};

const startOrResultRefusal = (act: ReviewAct, facts: RegistrationFacts, now: Date): Refusal | null => {
  const { result } = facts;
  if (act === 'reopen' && hasStarted(facts, now)) return new Refusal('review_after_start');
  if (act === 'cancel' && result !== null) return new Refusal('staff_cancel_result');
  return act === 'move' && result !== null ? new Refusal('move_result') : null;
};

const refusalOf = (act: ReviewAct, facts: RegistrationFacts, actor: Staff, now: Date): Refusal | null => {
  if (!may(actor, rights[act], facts.organizationId)) return new Refusal('forbidden');
  if (act === 'identity' && !facts.hasCompleted) return new Refusal('identity_masked');
  return stateRefusal(act, facts) ?? startOrResultRefusal(act, facts, now);
};

/** The refusal for each act; null if it is allowed. Does not check for free seats. */
export const reviewRefusals = (
  facts: RegistrationFacts,
  actor: Staff,
  now: Date,
): Record<ReviewAct, Refusal | null> =>
  Object.fromEntries(acts.map((act) => [act, refusalOf(act, facts, actor, now)])) as Record<
    ReviewAct,
    Refusal | null
  >;

interface WithStart {
  readonly startTime: Date;
}

/** The facts that decide about a record on the trainee's page: one registration, or all of a group in a class. */
interface RecordFacts extends WithStart {
  readonly state: Exclude<State, 'cancelled'>;
  /** The caller manages the group of the registration; false for its other members. */
  readonly managed: boolean;
  /** The last day of free cancellation after a postponement. */
  readonly freeCancelUntil: string | null;
}

/** Payment instructions appear only after approval, when the API's `enable` is 1 (specification §2). */
export const maySeePayment = ({ state }: Pick<RecordFacts, 'state'>): boolean => WIRE[state].enable === 1;

/** Paid registrations may also be cancelled for some days after a postponement. */
export const cancelStep = (
  { freeCancelUntil }: Pick<RecordFacts, 'freeCancelUntil'>,
  now: Date,
): 'cancel' | 'cancel_after_postponement' =>
  freeCancelUntil !== null && today(now) <= freeCancelUntil ? 'cancel_after_postponement' : 'cancel';

/** Managers change the seats of their group through its roster. Other members may cancel their own. */
const mayCancel = (record: RecordFacts, now: Date): boolean =>
  !record.managed && mayStep(cancelStep(record, now), record.state) && !hasStarted(record, now);

export const mayEditRoster = (record: WithStart & Pick<RecordFacts, 'managed'>, now: Date): boolean =>
  record.managed && !hasStarted(record, now);

/** Managers enrol rejected members again through the roster. Other members may also enrol again personally. */
const mayEnrolAgain = (record: RecordFacts, now: Date): boolean =>
  !record.managed && record.state === 'rejected' && !hasStarted(record, now);

export const mayCheckIn = ({ isOwn, state }: { isOwn: boolean; state: State }): boolean =>
  isOwn && state === 'confirmed';

export const permissionsOfRecord = (record: RecordFacts, now: Date) => ({
  can_see_payment: maySeePayment(record),
  can_report_payment: mayStep('report_payment', record.state),
  can_cancel: mayCancel(record, now),
  can_edit_roster: mayEditRoster(record, now),
  can_enrol_again: mayEnrolAgain(record, now),
});
