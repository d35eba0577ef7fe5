import { today } from '@portal/contract/dates';
import {
  type AttendanceState,
  type Outcome,
  type ProposalReason,
  type Proposed,
  resultOf,
  type SubjectScore,
  scoreReasons,
} from '@portal/contract/office/training';
import { Refusal } from '../platform/errors.ts';

/** In Taipei. */
export interface SessionTime {
  readonly date: string;
  /** `09:00` or `09:00:00`. */
  readonly fromTime: string;
  readonly toTime: string;
}

const MINUTE = 60_000;

const momentOf = (date: string, time: string): Date => new Date(`${date}T${time.slice(0, 5)}:00+08:00`);

const minutesBetween = (from: Date, to: Date): number => Math.floor((to.getTime() - from.getTime()) / MINUTE);

export const sessionMinutes = ({ date, fromTime, toTime }: SessionTime): number =>
  minutesBetween(momentOf(date, fromTime), momentOf(date, toTime));

const within = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/** People who check in within this time are not late. */
const GRACE_MINUTES = 15;
/** The default of the minutes that a late person missed. */
const LATE_MINUTES = 30;

export const checkInMark = (
  session: SessionTime,
  now: Date,
): { state: 'present' | 'late'; missedMinutes: number } => {
  const missed = Math.max(0, minutesBetween(momentOf(session.date, session.fromTime), now));
  return missed <= GRACE_MINUTES
    ? { state: 'present', missedMinutes: 0 }
    : { state: 'late', missedMinutes: missed };
};

/** Returns the default before and after the session, and the minutes since its start during it. */
const missedByNow = (session: SessionTime, now: Date): number => {
  const missed = minutesBetween(momentOf(session.date, session.fromTime), now);
  const isUnderWay = missed > 0 && missed < sessionMinutes(session);
  return isUnderWay ? missed : Math.min(LATE_MINUTES, sessionMinutes(session));
};

export const missedMinutesOf = (
  session: SessionTime,
  { state, missedMinutes }: { state: AttendanceState | null; missedMinutes?: number | undefined },
  now: Date,
): number =>
  state === 'late' ? within(missedMinutes ?? missedByNow(session, now), sessionMinutes(session)) : 0;

export const isSessionOpen = ({ date }: Pick<SessionTime, 'date'>, now: Date): boolean => date <= today(now);

/** Refuses after the session: such a scan would not show how long the person attended. */
export const checkInRefusal = (session: SessionTime, now: Date): Refusal | null => {
  if (!isSessionOpen(session, now)) return new Refusal('attendance_before_day');
  return now >= momentOf(session.date, session.toTime) ? new Refusal('check_in_after_session') : null;
};

/** Refuses marks before the session, except leave. */
export const markRefusal = (
  session: SessionTime,
  { state }: { state: AttendanceState | null },
  now: Date,
): Refusal | null =>
  isSessionOpen(session, now) || state === 'leave' || state === null
    ? null
    : new Refusal('attendance_before_day');

interface Mark {
  readonly state: AttendanceState | null;
  readonly missedMinutes: number;
}

export const attendedMinutes = (session: SessionTime, mark: Mark | undefined): number => {
  if (mark?.state === 'present') return sessionMinutes(session);
  return mark?.state === 'late' ? sessionMinutes(session) - mark.missedMinutes : 0;
};

export interface Attended {
  readonly minutes: number;
  readonly of: number;
}

export const addUp = (sessions: readonly (SessionTime & { mark: Mark | undefined })[]): Attended => ({
  minutes: sessions.reduce((sum, session) => sum + attendedMinutes(session, session.mark), 0),
  of: sessions.reduce((sum, session) => sum + sessionMinutes(session), 0),
});

/** Rounded down. */
export const percentOf = ({ minutes, of }: Attended): number =>
  of === 0 ? 0 : Math.floor((minutes * 100) / of);

/** Returns hours, rounded down to a tenth. Breaks within sessions do not count. */
export const hoursOf = ({ minutes, of }: Attended, hours: number): number =>
  of === 0 ? 0 : Math.floor((hours * 10 * minutes) / of) / 10;

/** Always true without sessions. */
export const meetsAttendance = ({ minutes, of }: Attended, minimum: number): boolean =>
  minutes * 100 >= minimum * of;

export const isScore = (score: number, fullScore: number): boolean =>
  score >= 0 && score <= fullScore && Number(score.toFixed(1)) === score;

interface Achievement {
  readonly scores: readonly SubjectScore[];
  readonly attended: Attended;
  readonly minimum: number;
  readonly unmarked: number;
}

export type Proposal = Proposed;

const attendanceReasons = ({ attended, minimum, unmarked }: Achievement): ProposalReason[] => {
  if (meetsAttendance(attended, minimum)) return [];
  return unmarked > 0
    ? [{ kind: 'unmarked', sessions: unmarked }]
    : [{ kind: 'attendance_low', percent: percentOf(attended), minimum }];
};

/** A person passes with enough attendance and at least the pass score in each subject. */
export const propose = (achievement: Achievement): Proposal => {
  const reasons = [...attendanceReasons(achievement), ...scoreReasons(achievement.scores)];
  return { result: resultOf(reasons), reasons };
};

export const needsReason = (decided: Outcome | null, { result }: Proposal): boolean =>
  decided !== null && decided !== result;
