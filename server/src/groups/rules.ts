import type { EnrolmentObstacle } from '@portal/contract/catalogue';
import type { RefusalCode } from '@portal/contract/errors';
import { groupObstacle, hasStarted, type TrainingClass } from '../catalogue/rules.ts';
import { refusalsOfPersonalEnrolment } from '../enrolment/rules.ts';
import { holdsSeat, mayStep, type State } from '../enrolment/states.ts';

export const groupRefusals: Record<EnrolmentObstacle, RefusalCode> = {
  ...refusalsOfPersonalEnrolment,
  not_allowed: 'group_not_allowed',
};

/** The registration that holds a seat, otherwise the latest. */
interface CurrentRegistration {
  readonly state: State | null;
  /** Null for a personal registration. */
  readonly throughGroupId: number | null;
}

export type SeatStatus = 'none' | 'rejected' | 'seated' | 'seated_personally' | 'seated_elsewhere';

/** Cancelled registrations, and those rejected outside this group, count as none. */
export const seatStatusOf = ({ state, throughGroupId }: CurrentRegistration, groupId: number): SeatStatus => {
  const ours = throughGroupId === groupId;
  if (state === null || state === 'cancelled') return 'none';
  if (!holdsSeat(state)) return ours ? 'rejected' : 'none';
  if (ours) return 'seated';
  return throughGroupId === null ? 'seated_personally' : 'seated_elsewhere';
};

interface Person extends CurrentRegistration {
  readonly complete: boolean;
}

export type TickObstacle =
  | 'paid'
  | 'reported'
  | 'cancel_after_start'
  | 'seated_personally'
  | 'seated_elsewhere'
  | 'incomplete'
  | EnrolmentObstacle;

const seatObstacle = (state: State, trainingClass: TrainingClass, now: Date): TickObstacle | null => {
  if (!mayStep('cancel', state)) return state === 'confirmed' ? 'paid' : 'reported';
  return hasStarted(trainingClass, now) ? 'cancel_after_start' : null;
};

/** Why a manager cannot change the person's tick, or null if they can. Does not check for free seats. */
export const tickObstacle = (
  person: Person,
  groupId: number,
  trainingClass: TrainingClass,
  now: Date,
): TickObstacle | null => {
  const seatStatus = seatStatusOf(person, groupId);
  if (seatStatus === 'seated_personally' || seatStatus === 'seated_elsewhere') return seatStatus;
  if (seatStatus === 'seated' && person.state) return seatObstacle(person.state, trainingClass, now);
  if (!person.complete) return 'incomplete';
  return groupObstacle(trainingClass, { ignoreSeats: true }, now);
};

export interface MembershipFacts {
  readonly role: 'manager' | 'member';
  readonly joinedAt: Date;
  readonly leftAt: Date | null;
}

/** Joins the memberships of two accounts of a person: they are a member if either is, and a manager if either is. */
export const joinedMembership = (one: MembershipFacts, other: MembershipFacts | null): MembershipFacts => {
  if (!other) return { role: one.role, joinedAt: one.joinedAt, leftAt: one.leftAt };
  const isMember = one.leftAt === null || other.leftAt === null;
  const current = [one, other].filter(({ leftAt }) => !isMember || leftAt === null);
  const joinedAt = current.map((each) => each.joinedAt).reduce((a, b) => (a < b ? a : b));
  const left = current.flatMap(({ leftAt }) => leftAt ?? []).toSorted((a, b) => a.getTime() - b.getTime());
  const isManager = current.some(({ role }) => role === 'manager');
  return {
    role: isManager ? 'manager' : 'member',
    joinedAt,
    leftAt: left.at(-1) ?? null,
  };
};
