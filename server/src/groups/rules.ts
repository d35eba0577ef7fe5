import type { EnrolmentObstacle } from '@portal/contract/catalogue';
import type { RefusalCode } from '@portal/contract/errors';
import { groupObstacle, hasStarted, type Opening } from '../catalogue/rules.ts';
import { personalRefusals } from '../enrolment/rules.ts';
import { holdsSeat, mayStep, type State } from '../enrolment/states.ts';

/** What the catalogue's obstacles are called when a group tries all the same. */
export const groupRefusals: Record<EnrolmentObstacle, RefusalCode> = {
  ...personalRefusals,
  not_allowed: 'group_not_allowed',
};

/** Somebody's last registration in a class. */
interface LastRegistration {
  readonly state: State | null;
  /** Through which group; null: personally. */
  readonly throughGroupId: number | null;
}

/** How somebody stands to a class, seen from one of their groups. */
export type Standing = 'none' | 'refused' | 'seated' | 'seated_alone' | 'seated_elsewhere';

/** What others have refused or cancelled is not the group's matter. */
export const standingOf = ({ state, throughGroupId }: LastRegistration, groupId: number): Standing => {
  const ours = throughGroupId === groupId;
  if (state === null || state === 'cancelled') return 'none';
  if (!holdsSeat(state)) return ours ? 'refused' : 'none';
  if (ours) return 'seated';
  return throughGroupId === null ? 'seated_alone' : 'seated_elsewhere';
};

interface Person extends LastRegistration {
  /** The profile is complete. */
  readonly complete: boolean;
}

/** Why a tick cannot be changed. */
export type Lock =
  | 'paid'
  | 'reported'
  | 'cancel_after_start'
  | 'seated_alone'
  | 'seated_elsewhere'
  | 'incomplete'
  | EnrolmentObstacle;

/** Why the group's manager cannot change somebody's tick at `now`; null: they can, as far as seats are left. */
export const tickObstacle = (person: Person, groupId: number, opening: Opening, now: Date): Lock | null => {
  const standing = standingOf(person, groupId);
  if (standing === 'seated_alone' || standing === 'seated_elsewhere') return standing;
  if (standing === 'seated' && person.state) return seatLock(person.state, opening, now);
  if (!person.complete) return 'incomplete';
  return groupObstacle(opening, { holdsGroupSeats: true }, now);
};

const seatLock = (state: State, opening: Opening, now: Date): Lock | null => {
  if (!mayStep('cancel', state)) return state === 'confirmed' ? 'paid' : 'reported';
  return hasStarted(opening, now) ? 'cancel_after_start' : null;
};
