import type { EnrolmentObstacle } from '@portal/contract/catalogue';

/** Of a class, what decides whether somebody may enrol in it. */
export interface Opening {
  readonly startTime: Date;
  /** The window of enrolment, from the first instant on and before the last; null: no limit on that side. */
  readonly applyFrom: Date | null;
  readonly applyUntil: Date | null;
  readonly personalAllow: boolean;
  readonly groupAllow: boolean;
  /** The one group that it is reserved to. */
  readonly groupId: number | null;
  readonly limitNumber: number;
  /** Seats held. */
  readonly number: number;
}

/** How one caller stands to a class. */
export interface Standing {
  /** Holds a seat in it, personal or through a group. */
  readonly applied: boolean;
  /** Manages a group that holds seats in it, and so may still exchange people. */
  readonly holdsGroupSeats: boolean;
}

type Obstacle = EnrolmentObstacle | null;

export const hasStarted = ({ startTime }: Pick<Opening, 'startTime'>, now: Date): boolean => startTime <= now;

/** Why nobody may enrol at `now`, in the order in which people should hear it. */
export const windowObstacle = (
  opening: Pick<Opening, 'startTime' | 'applyFrom' | 'applyUntil'>,
  now: Date,
): Obstacle => {
  if (hasStarted(opening, now)) return 'started';
  if (opening.applyFrom && now < opening.applyFrom) return 'not_open_yet';
  return opening.applyUntil && opening.applyUntil <= now ? 'closed' : null;
};

const isFull = ({ number, limitNumber }: Opening): boolean => number >= limitNumber;

/** A class that is reserved to a group takes nobody personally. */
const admitsPersons = ({ personalAllow, groupId }: Opening): boolean => personalAllow && groupId === null;

const obstacle = (admits: boolean, opening: Opening, now: Date): Obstacle =>
  admits ? windowObstacle(opening, now) : 'not_allowed';

/** `personal_allow`: the flag, the window and the reservation; whether seats are left is another question. */
export const personalAllowed = (opening: Opening, now: Date): boolean =>
  obstacle(admitsPersons(opening), opening, now) === null;

export const groupAllowed = (opening: Opening, now: Date): boolean =>
  obstacle(opening.groupAllow, opening, now) === null;

/** Why a person cannot enrol now; null when nothing stands in the way. */
export const personalObstacle = (opening: Opening, standing: Standing, now: Date): Obstacle =>
  obstacle(admitsPersons(opening), opening, now) ??
  (standing.applied ? 'already_applied' : isFull(opening) ? 'full' : null);

/** Why no group can be registered now. A full class still lets a manager change who sits on the group's own seats. */
export const groupObstacle = (
  opening: Opening,
  { holdsGroupSeats }: Pick<Standing, 'holdsGroupSeats'>,
  now: Date,
): Obstacle =>
  obstacle(opening.groupAllow, opening, now) ?? (isFull(opening) && !holdsGroupSeats ? 'full' : null);
