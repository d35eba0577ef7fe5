import type { EnrolmentObstacle, GroupObstacle } from '@portal/contract/catalogue';
import type { ClassState } from '../classes/states.ts';

export interface Opening {
  /** `closed`: staff have stopped the enrolment. */
  readonly state: ClassState;
  readonly startTime: Date;
  /** The enrolment period: from inclusive, until exclusive; null for no limit. */
  readonly applyFrom: Date | null;
  readonly applyUntil: Date | null;
  readonly personalAllow: boolean;
  readonly groupAllow: boolean;
  readonly groupId: number | null;
  readonly limitNumber: number;
  /** Seats held. */
  readonly number: number;
}

interface ClassRelation {
  readonly applied: boolean;
  readonly holdsGroupSeats: boolean;
}

type Obstacle = EnrolmentObstacle | null;

export const hasStarted = ({ startTime }: Pick<Opening, 'startTime'>, now: Date): boolean => startTime <= now;

/** Most relevant first. */
const windowObstacle = (
  opening: Pick<Opening, 'state' | 'startTime' | 'applyFrom' | 'applyUntil'>,
  now: Date,
): Obstacle => {
  if (opening.state === 'cancelled') return 'called_off';
  if (hasStarted(opening, now)) return 'started';
  if (opening.state === 'closed' || opening.state === 'completed') return 'closed';
  if (opening.applyFrom && now < opening.applyFrom) return 'not_open_yet';
  return opening.applyUntil && opening.applyUntil <= now ? 'closed' : null;
};

const isFull = ({ number, limitNumber }: Opening): boolean => number >= limitNumber;

/** A class reserved for a group takes no personal enrolments. */
const admitsPersons = ({ personalAllow, groupId }: Opening): boolean => personalAllow && groupId === null;

const obstacle = (admits: boolean, opening: Opening, now: Date): Obstacle =>
  admits || opening.state === 'cancelled' ? windowObstacle(opening, now) : 'not_allowed';

/** `personal_allow`: flag, enrolment period and reservation, regardless of free seats. */
export const personalAllowed = (opening: Opening, now: Date): boolean =>
  obstacle(admitsPersons(opening), opening, now) === null;

export const groupAllowed = (opening: Opening, now: Date): boolean =>
  obstacle(opening.groupAllow, opening, now) === null;

export const personalObstacle = (
  opening: Opening,
  { applied }: Pick<ClassRelation, 'applied'>,
  now: Date,
): Obstacle =>
  obstacle(admitsPersons(opening), opening, now) ??
  (applied ? 'already_applied' : isFull(opening) ? 'full' : null);

/** `ignoreSeats`: a full class is no obstacle. */
export const groupObstacle = (
  opening: Opening,
  { ignoreSeats }: { ignoreSeats: boolean },
  now: Date,
): Obstacle =>
  obstacle(opening.groupAllow, opening, now) ?? (isFull(opening) && !ignoreSeats ? 'full' : null);

/** `managesGroup` is true for a guest, who may log in as a manager. */
export const callerGroupObstacle = (
  opening: Opening,
  { managesGroup, holdsGroupSeats }: { managesGroup: boolean; holdsGroupSeats: boolean },
  now: Date,
): GroupObstacle | null =>
  groupObstacle(opening, { ignoreSeats: holdsGroupSeats }, now) ?? (managesGroup ? null : 'no_group');
