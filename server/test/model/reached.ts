import { day, isAsked, isCurrent, type Life, renewalObstacle } from './life.ts';
import { groups } from './world.ts';

/** Counts the states and steps that the runs reach: a run that reaches little would prove little. */
export class Reached {
  readonly counts = new Map<string, number>();

  add(...names: readonly string[]): void {
    for (const name of names) this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** The names never reached. */
  missing(names: readonly string[]): string[] {
    return names.filter((name) => !this.counts.has(name));
  }
}

const certificateState = (life: Life, held: Life['certificates'][number]): string => {
  if (held.state === 'revoked' || held.state === 'corrected') return held.state;
  if (held.replacedBy !== null) return 'replaced';
  if (!isCurrent(life, held)) return isAsked(held) ? 'expired while asked' : 'expired';
  if (isAsked(held)) return 'asked';
  if (renewalObstacle(life, held) === null) return held.end === day(life) ? 'open, last day' : 'open';
  return held.kind === 'ordinary' ? 'ordinary' : 'not open yet';
};

/** Names the state of each record. */
export const reachedStates = (life: Life): string[] => [
  ...life.registrations.map(({ state }) => `is ${state}`),
  ...life.certificates.map((held) => `certificate is ${certificateState(life, held)}`),
  ...groups.flatMap((group) => Object.values(life.members[group]).map((role) => `member is ${role}`)),
];

const STATES = [
  'is pending',
  'is rejected',
  'is unpaid',
  'is reported',
  'is confirmed',
  'is cancelled',
  'certificate is ordinary',
  'certificate is not open yet',
  'certificate is open',
  'certificate is asked',
  'certificate is replaced',
  'certificate is expired',
  'certificate is revoked',
  'certificate is corrected',
  'member is left',
];

const STEPS = [
  'enrol: → pending',
  'enrol: rejected→ pending',
  'enrol: cancelled→ pending',
  'cancel: pending → cancelled',
  'cancel: unpaid → cancelled',
  'cancel: rejected → cancelled',
  'roster enrol: → pending',
  'roster: admins ticked',
  'roster: admins unticked',
  'roster: members ticked',
  'roster: members unticked',
  'roster: had_removed unticked',
  'roster: pending → cancelled',
  'roster: unpaid → cancelled',
  'approve: pending → unpaid',
  'approve: pending → confirmed',
  'refuse: pending → rejected',
  'refuse: unpaid → rejected',
  'report: unpaid → reported',
  'report: reported → reported',
  'report: unpaid → reported (of a group)',
  'confirm: unpaid → confirmed',
  'confirm: reported → confirmed',
  'reject: reported → unpaid',
  'reject: the report of a cancelled registration',
  'reopen: rejected → pending',
  'call_off: pending → cancelled',
  'call_off: unpaid → cancelled',
  'call_off: reported → cancelled',
  'call_off: confirmed → cancelled',
  'move: pending → pending',
  'move: unpaid → unpaid',
  'move: unpaid → confirmed',
  'move: confirmed → confirmed',
  'move: confirmed → unpaid',
  'enrol for: → pending',
  'enrol for: outside the enrolment period',
  'result: none → 1',
  'result: none → 2',
  'issue: coach',
  'issue: ordinary',
  'ask: → asked',
  'ask: refused → asked',
  'renew: asked → replaced',
  'decline: asked → refused',
  'revoke: valid → revoked',
  'revoke: asked → revoked',
  'correct: valid → corrected',
  'correct: asked → corrected',
  'add: none → member',
  'add: left → member',
  'remove: member → left',
];

/** Every state, and every step of the table of decisions. */
export const EVERY_STEP: readonly string[] = [...STATES, ...STEPS];

/** Every step from each state in which it is not allowed, and every other reason to refuse a step. */
export const EVERY_REFUSAL: readonly string[] = [
  'enrol ✗ personal_not_allowed',
  'enrol ✗ class_not_open_yet',
  'enrol ✗ class_started',
  'enrol ✗ class_closed',
  'enrol ✗ already_applied',
  'enrol ✗ class_full',
  'cancel ✗ registration_unknown',
  'cancel ✗ cancel_group_seat',
  'cancel: reported ✗ cancel_under_review',
  'cancel: confirmed ✗ cancel_after_paying',
  'cancel ✗ cancel_after_start',
  'roster ✗ group_not_managed',
  'roster ✗ group_unnamed',
  'roster ✗ group_not_allowed',
  'roster ✗ class_not_open_yet',
  'roster ✗ class_closed',
  'roster ✗ class_started',
  'roster ✗ seats_left',
  'roster ✗ member_applied',
  'roster ✗ roster_stranger',
  'roster ✗ cancel_after_start',
  'roster: reported ✗ member_under_review',
  'roster: confirmed ✗ member_paid',
  'approve: rejected ✗ review_conflict',
  'approve: reported ✗ review_conflict',
  'approve: confirmed ✗ review_conflict',
  'approve: cancelled ✗ registration_unknown',
  'approve: unpaid again',
  'approve: confirmed again',
  'refuse: reported ✗ review_conflict',
  'refuse: confirmed ✗ review_conflict',
  'refuse: cancelled ✗ registration_unknown',
  'refuse: rejected again',
  'report ✗ not_applied',
  'report ✗ paid_time_late',
  'report ✗ paid_time_early',
  'report: pending ✗ payment_not_approved',
  'report: rejected ✗ payment_not_approved',
  'report: confirmed ✗ payment_confirmed',
  'confirm: pending ✗ payment_not_approved',
  'confirm: rejected ✗ payment_not_approved',
  'confirm: cancelled ✗ registration_unknown',
  'confirm: confirmed again',
  'reject: pending ✗ payment_not_approved',
  'reject: rejected ✗ payment_not_approved',
  'reject: confirmed ✗ payment_confirmed',
  'reject: cancelled ✗ registration_unknown',
  'reject: unpaid again',
  'reopen: unpaid ✗ review_conflict',
  'reopen: cancelled ✗ registration_unknown',
  'reopen: pending again',
  'reopen ✗ person_holds_seat',
  'reopen ✗ staff_class_full',
  'reopen ✗ review_after_start',
  'call_off: rejected ✗ review_conflict',
  'call_off: cancelled again',
  'call_off ✗ staff_cancel_result',
  'move ✗ move_result',
  'move ✗ move_same_class',
  'move ✗ staff_class_started',
  'move ✗ class_reserved',
  'move ✗ move_reported',
  'move ✗ staff_class_full',
  'move ✗ person_holds_seat',
  'move: rejected ✗ review_conflict',
  'move: cancelled ✗ registration_unknown',
  'enrol for ✗ staff_class_started',
  'enrol for ✗ class_reserved',
  'enrol for ✗ override_reason',
  'enrol for ✗ person_holds_seat',
  'enrol for ✗ staff_class_full',
  'result ✗ result_before_start',
  'result: pending ✗ result_not_confirmed',
  'result: rejected ✗ result_not_confirmed',
  'result: unpaid ✗ result_not_confirmed',
  'result: reported ✗ result_not_confirmed',
  'result: cancelled ✗ registration_unknown',
  'issue ✗ certificate_dates',
  'issue: again',
  'ask ✗ certificate_unknown',
  'ask ✗ certificate_ordinary',
  'ask ✗ certificate_replaced',
  'ask ✗ certificate_revoked',
  'ask ✗ renewal_asked',
  'ask ✗ certificate_expired',
  'ask ✗ renewal_not_open',
  'renew ✗ renewal_decided',
  'renew: again',
  'decline ✗ renewal_decided',
  'decline: again',
  'revoke ✗ certificate_replaced',
  'revoke: again',
  'correct ✗ certificate_replaced',
  'correct ✗ certificate_revoked',
  'correct: again',
  'add ✗ member_already',
  'add ✗ member_is_manager',
  'add ✗ group_not_found',
  'add ✗ group_managers_only',
  'remove ✗ manager_stays',
  'remove: none ✗ member_unknown',
  'remove: left ✗ member_unknown',
  'remove ✗ group_not_found',
  'remove ✗ group_managers_only',
  'roster ✗ member_not_in_group',
  'approve by others ✗ registration_unknown',
  'move by others ✗ registration_unknown',
  'enrol for by others ✗ person_unknown',
  'confirm by others ✗ registration_unknown',
  'renew by others ✗ renewal_unknown',
  'revoke by others ✗ certificate_unknown',
  'correct by others ✗ certificate_unknown',
];

/** Two steps at once of which the order mattered, both ways. */
export const BOTH_ORDERS: readonly string[] = [
  'at once: the first one first',
  'at once: the second one first',
];
