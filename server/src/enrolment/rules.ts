import type { EnrolmentObstacle } from '@portal/contract/catalogue';
import { addDays, addYears, today } from '@portal/contract/dates';
import type { BankAccount, Dues, Shortfall } from '@portal/contract/enrolment';
import type { RefusalCode } from '@portal/contract/errors';
import type { Concern } from '@portal/contract/office/enrolment';
import { hasStarted } from '../catalogue/rules.ts';
import { dueOf } from '../money/rules.ts';
import { holdsSeat, MOST_URGENT_FIRST, type ShownState, type State } from './states.ts';

export const refusalsOfPersonalEnrolment: Record<EnrolmentObstacle, RefusalCode> = {
  not_allowed: 'personal_not_allowed',
  not_open_yet: 'class_not_open_yet',
  closed: 'class_closed',
  started: 'class_started',
  called_off: 'class_called_off',
  full: 'class_full',
  already_applied: 'already_applied',
};

export interface CallerRegistration {
  readonly id: number;
  readonly accountId: number;
  readonly state: State;
  /** Set if the caller manages the group of the registration. */
  readonly managedGroup: { readonly id: number; readonly code: string; readonly name: string } | null;
  readonly paymentDue: string | null;
  /** The last day of free cancellation after a postponement. */
  readonly freeCancelUntil: string | null;
  /** When the registration lapses; null for never. */
  readonly confirmBy: Date | null;
  /** The fee for this person. */
  readonly fee: number;
  /** The amount that the person still owes by the ledger. */
  readonly due: number;
}

/** The caller's own registration, or all registrations of one group. */
export interface RegistrationSelection<S extends CallerRegistration> {
  readonly group: CallerRegistration['managedGroup'];
  readonly registrations: readonly S[];
}

/** Ignores the caller's seat in a group that they manage: it belongs to the group's roster. */
export const ownRegistration = <S extends CallerRegistration>(
  registrations: readonly S[],
  accountId: number,
): S | undefined =>
  registrations.find((registration) => registration.accountId === accountId && !registration.managedGroup);

/**
 * Selects among the registrations that hold a seat:
 * - with `groupCode`, those of this group if the caller manages it;
 * - otherwise the caller's own;
 * - if the caller has none, those of the first group that they manage, by code.
 */
export const selectionFor = <S extends CallerRegistration>(
  registrations: readonly S[],
  { accountId, groupCode }: { accountId: number; groupCode?: string | undefined },
): RegistrationSelection<S> | null => {
  const seated = registrations.filter(({ state }) => holdsSeat(state));
  const own = groupCode === undefined ? ownRegistration(seated, accountId) : undefined;
  if (own) return { group: null, registrations: [own] };
  const [group] = seated
    .flatMap(({ managedGroup }) => managedGroup ?? [])
    .filter(({ code }) => groupCode === undefined || code === groupCode)
    .sort((a, b) => (a.code < b.code ? -1 : 1));
  return group
    ? { group, registrations: seated.filter(({ managedGroup }) => managedGroup?.id === group.id) }
    : null;
};

/** The caller's own last registration was rejected, and they have not enrolled again. False for a call about a group. */
export const wasRejected = (
  registrations: readonly CallerRegistration[],
  { accountId, groupCode }: { accountId: number; groupCode?: string | undefined },
): boolean => {
  if (groupCode !== undefined) return false;
  const own = registrations.filter(
    (registration) => registration.accountId === accountId && !registration.managedGroup,
  );
  return own.toSorted((one, other) => other.id - one.id)[0]?.state === 'rejected';
};

interface Payable {
  readonly state: State;
  readonly paymentDue: string | null;
  readonly due: number;
}

const earliestDeadline = (registrations: readonly Payable[], now: Date) => {
  const [earliest = null] = registrations.flatMap(({ paymentDue }) => paymentDue ?? []).sort();
  return { payment_due: earliest, overdue: earliest !== null && earliest < today(now) };
};

/** The sum for unpaid registrations, with their earliest deadline, and the fee that is shown for all. */
export const duesOf = (fee: number, registrations: readonly Payable[], now: Date): Dues => {
  const unpaid = registrations.filter(({ state }) => state === 'unpaid');
  return { fee, unpaid: unpaid.length, amount: dueOf(unpaid), ...earliestDeadline(unpaid, now) };
};

interface Reported extends Payable {
  /** The latest one that the caller may see. */
  readonly report: { readonly id: number; readonly paidMoney: number } | null;
}

/** Compares the sum of the reports of reported registrations with what is due for these. Null if nothing is missing. */
export const shortfallOf = (registrations: readonly Reported[], now: Date): Shortfall | null => {
  const seats = registrations.filter(({ state, report }) => state === 'reported' && report !== null);
  const money = new Map(seats.flatMap(({ report }) => (report ? [[report.id, report.paidMoney]] : [])));
  const reported = [...money.values()].reduce((sum, paidMoney) => sum + paidMoney, 0);
  const due = dueOf(seats);
  const missing = due - reported;
  return missing > 0 ? { reported, due, missing, ...earliestDeadline(seats, now) } : null;
};

export const bankAccountOf = ({
  bank,
  holder,
  accountNumber,
}: {
  bank: string | null;
  holder: string | null;
  accountNumber: string | null;
}): BankAccount | null =>
  bank === null || holder === null || accountNumber === null ? null : { bank, holder, number: accountNumber };

/**
 * The payment deadline: `paymentDays` after `from`, the day of the approval or move; at the latest the day before the
 * class, but never before `from`.
 */
export const paymentDueOf = (
  { startTime, paymentDays }: { startTime: Date; paymentDays: number },
  from: string,
): string => {
  const latest = addDays(today(startTime), -1);
  const due = addDays(from, paymentDays);
  if (latest < from) return from;
  return due < latest ? due : latest;
};

/** The one state that is shown for several registrations of a group. */
export const groupState = (states: readonly State[]): ShownState | undefined =>
  MOST_URGENT_FIRST.find((state) => states.includes(state));

/** Every selected registration holds a seat, so there is a state; the default only satisfies the type. */
export const situationOf = ({ registrations }: RegistrationSelection<CallerRegistration>): ShownState =>
  groupState(registrations.map(({ state }) => state)) ?? 'pending';

export interface PrerequisiteStatus {
  readonly course: string;
  readonly certificate: string;
  /** Null without a certificate. */
  readonly number: string | null;
  /** The last valid day; null without a certificate. */
  readonly endTime: string | null;
}

/** Whether there is a certificate, and whether it is valid on the first day of the class. */
export const prerequisiteValidity = (
  { endTime }: Pick<PrerequisiteStatus, 'endTime'>,
  startTime: Date,
): 'valid' | 'expired' | 'none' => {
  if (endTime === null) return 'none';
  return endTime >= today(startTime) ? 'valid' : 'expired';
};

/** The age in full years on the first day of the class. */
export const ageAt = (birthday: string, startTime: Date): number => {
  const day = today(startTime);
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return addYears(birthday, years) > day ? years - 1 : years;
};

interface ConcernFacts {
  readonly startTime: Date;
  readonly complete: boolean;
  readonly suspended: boolean;
  readonly unconfirmed: boolean;
  readonly hasPhoto: boolean;
  readonly documentMissing: boolean;
  readonly overlaps: boolean;
  readonly prerequisites: readonly Pick<PrerequisiteStatus, 'endTime'>[];
}

/** Returns the most serious first. */
export const concernsOf = (facts: ConcernFacts, now: Date): Concern[] => {
  const validities = facts.prerequisites.map((prerequisite) =>
    prerequisiteValidity(prerequisite, facts.startTime),
  );
  const found: Record<Concern, boolean> = {
    suspended: facts.suspended,
    unconfirmed: facts.unconfirmed,
    class_started: hasStarted(facts, now),
    prerequisite_missing: validities.includes('none'),
    prerequisite_expired: validities.includes('expired'),
    overlap: facts.overlaps,
    profile_incomplete: !facts.complete,
    document_missing: facts.documentMissing,
    photo_missing: !facts.hasPhoto,
  };
  return (Object.keys(found) as Concern[]).filter((concern) => found[concern]);
};

interface ClassOfMove {
  readonly id: number;
  readonly courseId: number;
  readonly fee: number;
  readonly startTime: Date;
  readonly number: number;
  readonly limitNumber: number;
  /** The group that the class is reserved for. */
  readonly groupId: number | null;
}

interface MovedRegistration {
  readonly state: State;
  readonly result: number | null;
  readonly groupId: number | null;
}

export const moveRefusal = (
  { state, result, groupId }: MovedRegistration,
  from: ClassOfMove,
  to: ClassOfMove,
  now: Date,
): RefusalCode | null => {
  if (result !== null) return 'move_result';
  if (from.id === to.id) return 'move_same_class';
  if (from.courseId !== to.courseId) return 'move_other_course';
  if (hasStarted(to, now)) return 'staff_class_started';
  if (to.groupId !== null && to.groupId !== groupId) return 'class_reserved';
  if (state === 'reported' && from.fee !== to.fee) return 'move_reported';
  return to.number >= to.limitNumber ? 'staff_class_full' : null;
};

export type MoveStep = 'move_class' | 'move_to_confirmed' | 'move_to_unpaid';

/** `owed`: what the person owes after the move, by the ledger. The state follows from it once the fee is fixed. */
export const moveStep = ({ state }: Pick<MovedRegistration, 'state'>, owed: number): MoveStep => {
  if (state === 'unpaid' && owed <= 0) return 'move_to_confirmed';
  return state === 'confirmed' && owed > 0 ? 'move_to_unpaid' : 'move_class';
};
