import type { EnrolmentObstacle, GroupObstacle } from '@portal/contract/catalogue';
import type { ClassState } from '../classes/states.ts';

export interface TrainingClass {
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

export const hasStarted = ({ startTime }: Pick<TrainingClass, 'startTime'>, now: Date): boolean =>
  startTime <= now;

/** Most relevant first. */
const windowObstacle = (
  trainingClass: Pick<TrainingClass, 'state' | 'startTime' | 'applyFrom' | 'applyUntil'>,
  now: Date,
): Obstacle => {
  if (trainingClass.state === 'cancelled') return 'called_off';
  if (hasStarted(trainingClass, now)) return 'started';
  if (trainingClass.state === 'closed' || trainingClass.state === 'completed') return 'closed';
  if (trainingClass.applyFrom && now < trainingClass.applyFrom) return 'not_open_yet';
  return trainingClass.applyUntil && trainingClass.applyUntil <= now ? 'closed' : null;
};

const isFull = ({ number, limitNumber }: TrainingClass): boolean => number >= limitNumber;

/** A class reserved for a group takes no personal enrolments. */
const admitsPersons = ({ personalAllow, groupId }: TrainingClass): boolean =>
  personalAllow && groupId === null;

const obstacle = (admits: boolean, trainingClass: TrainingClass, now: Date): Obstacle =>
  admits || trainingClass.state === 'cancelled' ? windowObstacle(trainingClass, now) : 'not_allowed';

/** `personal_allow`: flag, enrolment period and reservation, regardless of free seats. */
export const personalAllowed = (trainingClass: TrainingClass, now: Date): boolean =>
  obstacle(admitsPersons(trainingClass), trainingClass, now) === null;

export const groupAllowed = (trainingClass: TrainingClass, now: Date): boolean =>
  obstacle(trainingClass.groupAllow, trainingClass, now) === null;

export const personalObstacle = (
  trainingClass: TrainingClass,
  { applied }: Pick<ClassRelation, 'applied'>,
  now: Date,
): Obstacle =>
  obstacle(admitsPersons(trainingClass), trainingClass, now) ??
  (applied ? 'already_applied' : isFull(trainingClass) ? 'full' : null);

/** `ignoreSeats`: a full class is no obstacle. */
export const groupObstacle = (
  trainingClass: TrainingClass,
  { ignoreSeats }: { ignoreSeats: boolean },
  now: Date,
): Obstacle =>
  obstacle(trainingClass.groupAllow, trainingClass, now) ??
  (isFull(trainingClass) && !ignoreSeats ? 'full' : null);

/** `managesGroup` is true for a guest, who may log in as a manager. */
export const callerGroupObstacle = (
  trainingClass: TrainingClass,
  { managesGroup, holdsGroupSeats }: { managesGroup: boolean; holdsGroupSeats: boolean },
  now: Date,
): GroupObstacle | null =>
  groupObstacle(trainingClass, { ignoreSeats: holdsGroupSeats }, now) ?? (managesGroup ? null : 'no_group');
