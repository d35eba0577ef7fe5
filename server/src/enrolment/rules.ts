import type { EnrolmentObstacle } from '@portal/contract/catalogue';
import { addDays, addYears, today } from '@portal/contract/dates';
import type { BankAccount, Dues } from '@portal/contract/enrolment';
import type { RefusalCode } from '@portal/contract/errors';
import type { Concern } from '@portal/contract/office/reviews';
import { hasStarted } from '../catalogue/rules.ts';
import { holdsSeat, MOST_URGENT_FIRST, type ShownState, type State } from './states.ts';

/** The refusal for each obstacle to personal enrolment. */
export const personalRefusals: Record<EnrolmentObstacle, RefusalCode> = {
  not_allowed: 'personal_not_allowed',
  not_open_yet: 'class_not_open_yet',
  closed: 'class_closed',
  started: 'class_started',
  called_off: 'class_called_off',
  full: 'class_full',
  already_applied: 'already_applied',
};

/** A registration as seen by the caller. */
export interface CallerRegistration {
  readonly id: number;
  readonly accountId: number;
  readonly state: State;
  /** The group that it was made through, if the caller manages it. */
  readonly managed: { readonly id: number; readonly code: string } | null;
  readonly paymentDue: string | null;
  /** The last day on which they may cancel without loss, since the class was put off. */
  readonly freeCancelUntil: string | null;
}

/** The registrations that a call for a class applies to: the caller's own one, or all of one group. */
export interface RegistrationSelection<S extends CallerRegistration> {
  readonly group: { readonly id: number; readonly code: string } | null;
  readonly registrations: readonly S[];
}

/** The caller's own registration. Seats of a group that they manage do not count: they belong to its roster. */
export const ownRegistration = <S extends CallerRegistration>(
  registrations: readonly S[],
  accountId: number,
): S | undefined =>
  registrations.find((registration) => registration.accountId === accountId && !registration.managed);

/**
 * Selects the group named by the caller; otherwise the caller's own registration, then the first managed group by
 * code. Only registrations that hold seats count. Null if there are none.
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

/** What the unpaid ones of these registrations cost, with the earliest of their payment deadlines. */
export const duesOf = (
  fee: number,
  registrations: readonly { readonly state: State; readonly paymentDue: string | null }[],
): Dues => {
  const unpaid = registrations.filter(({ state }) => state === 'unpaid');
  const [earliest] = unpaid.flatMap(({ paymentDue }) => paymentDue ?? []).sort();
  return { fee, amount: fee * unpaid.length, payment_due: earliest ?? null };
};

/** Null unless the row has a bank account. */
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

/** The last day to pay after an approval on `day`: at the latest the day before the class, but never before `day`. */
export const paymentDueOf = (
  { startTime, paymentDays }: { startTime: Date; paymentDays: number },
  day: string,
): string => {
  const latest = addDays(today(startTime), -1);
  const due = addDays(day, paymentDays);
  if (latest < day) return day;
  return due < latest ? due : latest;
};

/** The state shown for several registrations together: the most urgent one. */
export const foldedState = (states: readonly State[]): ShownState | undefined =>
  MOST_URGENT_FIRST.find((state) => states.includes(state));

/** A required course, and the person's certificate of its kind that is valid longest. */
export interface HeldPrerequisite {
  readonly course: string;
  readonly certificate: string;
  readonly number: string | null;
  /** The last valid day. */
  readonly endTime: string | null;
}

/** Whether the certificate is valid on the first day of the class. */
export const prerequisiteValidity = (
  { endTime }: Pick<HeldPrerequisite, 'endTime'>,
  startTime: Date,
): 'valid' | 'expired' | 'none' => {
  if (endTime === null) return 'none';
  return endTime >= today(startTime) ? 'valid' : 'expired';
};

/** Full years on the first day of the class. */
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
  /** A document that the course requires is not there. */
  readonly documentMissing: boolean;
  /** The person holds a seat in another class of the same day. */
  readonly sameDay: boolean;
  readonly prerequisites: readonly Pick<HeldPrerequisite, 'endTime'>[];
}

/** The reasons to look closely before approving, most serious first. */
export const concernsOf = (facts: ConcernFacts, now: Date): Concern[] => {
  const validities = facts.prerequisites.map((held) => prerequisiteValidity(held, facts.startTime));
  const found: Record<Concern, boolean> = {
    suspended: facts.suspended,
    class_started: hasStarted(facts, now),
    prerequisite_missing: validities.includes('none'),
    prerequisite_expired: validities.includes('expired'),
    same_day: facts.sameDay,
    profile_incomplete: !facts.complete,
    document_missing: facts.documentMissing,
    photo_missing: !facts.hasPhoto,
  };
  return (Object.keys(found) as Concern[]).filter((concern) => found[concern]);
};

/** The facts of a class that decide whether a registration may move from or to it. */
export interface MovedClass {
  readonly id: number;
  readonly courseId: number;
  readonly fee: number;
  readonly startTime: Date;
  readonly number: number;
  readonly limitNumber: number;
  /** The group that it is reserved for. */
  readonly groupId: number | null;
}

export interface MovedRegistration {
  readonly state: State;
  readonly result: number | null;
  readonly groupId: number | null;
}

/** Why the registration cannot move from one class to the other; null if it can. */
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

/** The step of a move. The state changes only if one of the classes has no fee. */
export const moveStep = (
  { state }: Pick<MovedRegistration, 'state'>,
  from: Pick<MovedClass, 'fee'>,
  to: Pick<MovedClass, 'fee'>,
): MoveStep => {
  if (state === 'unpaid' && to.fee === 0) return 'move_to_free';
  return state === 'confirmed' && from.fee === 0 && to.fee > 0 ? 'move_to_paid' : 'move_class';
};

/**
 * What a person who has paid owes or gets back after the move: the difference between the fees plus what they owed
 * before. People who have not paid pay the new fee instead.
 */
export const settleMove = (
  { state }: Pick<MovedRegistration, 'state'>,
  difference: number,
  { fee, owedBefore }: { fee: number; owedBefore: number },
): { owed: number; refund: number } => {
  if (state !== 'confirmed' || fee === 0) return { owed: 0, refund: 0 };
  const balance = owedBefore + difference;
  return { owed: Math.max(0, balance), refund: Math.max(0, -balance) };
};
