import type { EnrolmentObstacle } from '@portal/contract/catalogue';
import type { RefusalCode } from '@portal/contract/errors';
import { groupObstacle, hasStarted, type Opening } from '../catalogue/rules.ts';
import { personalRefusals } from '../enrolment/rules.ts';
import { holdsSeat, mayStep, type State } from '../enrolment/states.ts';

/** The refusal for each obstacle to group enrolment. */
export const groupRefusals: Record<EnrolmentObstacle, RefusalCode> = {
  ...personalRefusals,
  not_allowed: 'group_not_allowed',
};

/** A person's latest registration in a class. */
interface LastRegistration {
  readonly state: State | null;
  /** The group that it was made through; null for a personal one. */
  readonly throughGroupId: number | null;
}

/** A person's relation to a class, seen from one of their groups. */
export type SeatStatus = 'none' | 'refused' | 'seated' | 'seated_alone' | 'seated_elsewhere';

/** Rejected registrations outside this group, and all cancelled ones, count as none. */
export const seatStatusOf = ({ state, throughGroupId }: LastRegistration, groupId: number): SeatStatus => {
  const ours = throughGroupId === groupId;
  if (state === null || state === 'cancelled') return 'none';
  if (!holdsSeat(state)) return ours ? 'refused' : 'none';
  if (ours) return 'seated';
  return throughGroupId === null ? 'seated_alone' : 'seated_elsewhere';
};

interface Person extends LastRegistration {
  /** Whether the profile is complete. */
  readonly complete: boolean;
}

export type TickObstacle =
  | 'paid'
  | 'reported'
  | 'cancel_after_start'
  | 'seated_alone'
  | 'seated_elsewhere'
  | 'incomplete'
  | EnrolmentObstacle;

/** Why a manager cannot change the person's tick at `now`; null if they can, subject to free seats. */
export const tickObstacle = (
  person: Person,
  groupId: number,
  opening: Opening,
  now: Date,
): TickObstacle | null => {
  const seatStatus = seatStatusOf(person, groupId);
  if (seatStatus === 'seated_alone' || seatStatus === 'seated_elsewhere') return seatStatus;
  if (seatStatus === 'seated' && person.state) return seatObstacle(person.state, opening, now);
  if (!person.complete) return 'incomplete';
  return groupObstacle(opening, { holdsGroupSeats: true }, now);
};

const seatObstacle = (state: State, opening: Opening, now: Date): TickObstacle | null => {
  if (!mayStep('cancel', state)) return state === 'confirmed' ? 'paid' : 'reported';
  return hasStarted(opening, now) ? 'cancel_after_start' : null;
};
