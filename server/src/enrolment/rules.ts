import type { EnrolmentObstacle } from '@portal/contract/catalogue';
import { addDays, addYears, today } from '@portal/contract/dates';
import type { BankAccount, Dues } from '@portal/contract/enrolment';
import type { RefusalCode } from '@portal/contract/errors';
import type { Concern } from '@portal/contract/office/reviews';
import { hasStarted } from '../catalogue/rules.ts';
import { holdsSeat, MOST_URGENT_FIRST, type ShownState, type State } from './states.ts';

export const personalRefusals: Record<EnrolmentObstacle, RefusalCode> = {
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
  readonly managed: { readonly id: number; readonly code: string } | null;
  readonly paymentDue: string | null;
  /** The last day of free cancellation after a postponement. */
  readonly freeCancelUntil: string | null;
}

/** The caller's own registration, or all registrations of one group. */
export interface RegistrationSelection<S extends CallerRegistration> {
  readonly group: { readonly id: number; readonly code: string } | null;
  readonly registrations: readonly S[];
}

/** Ignores the caller's seat in a group that they manage: it belongs to the group's roster. */
export const ownRegistration = <S extends CallerRegistration>(
  registrations: readonly S[],
  accountId: number,
): S | undefined =>
  registrations.find((registration) => registration.accountId === accountId && !registration.managed);

/**
 * Selects the group with `groupCode` if given; else the caller's own registration; else the first group that
 * they manage, by code. Ignores registrations without a seat.
 */
export const selectionFor = <S extends CallerRegistration>(
  registrations: readonly S[],
  { accountId, groupCode }: { accountId: number; groupCode?: string | undefined },
): RegistrationSelection<S> | null => {
  const seats = registrations.filter(({ state }) => holdsSeat(state));
  const own = groupCode === undefined ? ownRegistration(seats, accountId) : undefined;
  if (own) return { group: null, registrations: [own] };
  const [group] = seats
    .flatMap(({ managed }) => managed ?? [])
    .filter(({ code }) => groupCode === undefined || code === groupCode)
    .sort((a, b) => (a.code < b.code ? -1 : 1));
  return group ? { group, registrations: seats.filter(({ managed }) => managed?.id === group.id) } : null;
};

/** The caller's own last registration was rejected, and they have not enrolled again. */
export const wasRejected = (
  registrations: readonly CallerRegistration[],
  { accountId, groupCode }: { accountId: number; groupCode?: string | undefined },
): boolean => {
  if (groupCode !== undefined) return false;
  const own = registrations.filter(
    (registration) => registration.accountId === accountId && !registration.managed,
  );
  return own.toSorted((one, other) => other.id - one.id)[0]?.state === 'refused';
};

/** The sum for unpaid registrations, with their earliest deadline. */
export const duesOf = (
  fee: number,
  registrations: readonly { readonly state: State; readonly paymentDue: string | null }[],
): Dues => {
  const unpaid = registrations.filter(({ state }) => state === 'unpaid');
  const [earliest] = unpaid.flatMap(({ paymentDue }) => paymentDue ?? []).sort();
  return { fee, amount: fee * unpaid.length, payment_due: earliest ?? null };
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

/** The payment deadline: at the latest the day before the class, never before the approval on `day`. */
export const paymentDueOf = (
  { startTime, paymentDays }: { startTime: Date; paymentDays: number },
  day: string,
): string => {
  const latest = addDays(today(startTime), -1);
  const due = addDays(day, paymentDays);
  if (latest < day) return day;
  return due < latest ? due : latest;
};

/** The one state that is shown for several registrations of a group. */
export const foldedState = (states: readonly State[]): ShownState | undefined =>
  MOST_URGENT_FIRST.find((state) => states.includes(state));

export interface HeldPrerequisite {
  readonly course: string;
  readonly certificate: string;
  /** Null without a certificate. */
  readonly number: string | null;
  /** The last valid day; null without a certificate. */
  readonly endTime: string | null;
}

/** Compared with the first day of the class. */
export const prerequisiteValidity = (
  { endTime }: Pick<HeldPrerequisite, 'endTime'>,
  startTime: Date,
): 'valid' | 'expired' | 'none' => {
  if (endTime === null) return 'none';
  return endTime >= today(startTime) ? 'valid' : 'expired';
};

/** In full years, on the first day of the class. */
export const ageAt = (birthday: string, startTime: Date): number => {
  const day = today(startTime);
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return addYears(birthday, years) > day ? years - 1 : years;
};

export interface ConcernFacts {
  readonly startTime: Date;
  readonly complete: boolean;
  readonly suspended: boolean;
  readonly hasPhoto: boolean;
  readonly documentMissing: boolean;
  readonly sameHours: boolean;
  readonly prerequisites: readonly Pick<HeldPrerequisite, 'endTime'>[];
}

/** Most serious first. */
export const concernsOf = (facts: ConcernFacts, now: Date): Concern[] => {
  const validities = facts.prerequisites.map((held) => prerequisiteValidity(held, facts.startTime));
  const found: Record<Concern, boolean> = {
    suspended: facts.suspended,
    class_started: hasStarted(facts, now),
    prerequisite_missing: validities.includes('none'),
    prerequisite_expired: validities.includes('expired'),
    same_hours: facts.sameHours,
    profile_incomplete: !facts.complete,
    document_missing: facts.documentMissing,
    photo_missing: !facts.hasPhoto,
  };
  return (Object.keys(found) as Concern[]).filter((concern) => found[concern]);
};

export interface MovedClass {
  readonly id: number;
  readonly courseId: number;
  readonly fee: number;
  readonly startTime: Date;
  readonly number: number;
  readonly limitNumber: number;
  /** The group that the class is reserved for. */
  readonly groupId: number | null;
}

export interface MovedRegistration {
  readonly state: State;
  readonly result: number | null;
  readonly groupId: number | null;
}

export const moveRefusal = (
  { state, result, groupId }: MovedRegistration,
  from: MovedClass,
  to: MovedClass,
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

export type MoveStep = 'move_class' | 'move_to_free' | 'move_to_paid';

/** The state changes only if exactly one of the classes is free. */
export const moveStep = (
  { state }: Pick<MovedRegistration, 'state'>,
  from: Pick<MovedClass, 'fee'>,
  to: Pick<MovedClass, 'fee'>,
): MoveStep => {
  if (state === 'unpaid' && to.fee === 0) return 'move_to_free';
  return state === 'confirmed' && from.fee === 0 && to.fee > 0 ? 'move_to_paid' : 'move_class';
};

/** The difference of the fees is owed or refunded. People who have not paid owe the new fee instead. */
export const settleMove = (
  { state }: Pick<MovedRegistration, 'state'>,
  difference: number,
  { fee, owedBefore }: { fee: number; owedBefore: number },
): { owed: number; refund: number } => {
  if (state !== 'confirmed' || fee === 0) return { owed: 0, refund: 0 };
  const balance = owedBefore + difference;
  return { owed: Math.max(0, balance), refund: Math.max(0, -balance) };
};
