import { today } from '@portal/contract/dates';
import type { AttendanceState } from '@portal/contract/office/attendance';
import type { Outcome, ProposalReason } from '@portal/contract/office/results';
import { Refusal } from '../platform/errors.ts';

/** A session; date and times are Taipei's. */
export interface SessionTime {
  readonly date: string;
  /** `09:00` or `09:00:00`. */
  readonly fromTime: string;
  readonly toTime: string;
}

const MINUTE = 60_000;

const momentOf = (date: string, time: string): Date => new Date(`${date}T${time.slice(0, 5)}:00+08:00`);

/** Minutes from one moment to another, whole ones. */
const minutesBetween = (from: Date, to: Date): number => Math.floor((to.getTime() - from.getTime()) / MINUTE);

export const sessionMinutes = ({ date, fromTime, toTime }: SessionTime): number =>
  minutesBetween(momentOf(date, fromTime), momentOf(date, toTime));

const within = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/** Somebody who checks in so many minutes after the beginning is not late. */
export const GRACE_MINUTES = 15;
/** Missed by somebody late where nobody says how much. */
const LATE_MINUTES = 30;

/** How somebody attends who checks in now. */
export const checkInMark = (
  session: SessionTime,
  now: Date,
): { state: 'present' | 'late'; missedMinutes: number } => {
  const missed = within(
    minutesBetween(momentOf(session.date, session.fromTime), now),
    sessionMinutes(session),
  );
  return missed <= GRACE_MINUTES
    ? { state: 'present', missedMinutes: 0 }
    : { state: 'late', missedMinutes: missed };
};

/** Minutes missed by arriving now; a usual amount before and after the session. */
const missedByNow = (session: SessionTime, now: Date): number => {
  const missed = minutesBetween(momentOf(session.date, session.fromTime), now);
  const isUnderWay = missed > 0 && missed < sessionMinutes(session);
  return isUnderWay ? missed : Math.min(LATE_MINUTES, sessionMinutes(session));
};

/** The minutes kept with a mark: only somebody late misses some, at most the session. */
export const missedMinutesOf = (
  session: SessionTime,
  { state, missedMinutes }: { state: AttendanceState | null; missedMinutes?: number | undefined },
  now: Date,
): number =>
  state === 'late' ? within(missedMinutes ?? missedByNow(session, now), sessionMinutes(session)) : 0;

/** From the day of the session on everything may be marked. */
export const isSessionOpen = ({ date }: Pick<SessionTime, 'date'>, now: Date): boolean => date <= today(now);

/** Why the mark may not be made; null where it may. Leave is asked for beforehand. */
export const markRefusal = (
  session: SessionTime,
  { state }: { state: AttendanceState | null },
  now: Date,
): Refusal | null =>
  isSessionOpen(session, now) || state === 'leave' || state === null
    ? null
    : new Refusal('attendance_before_day');

export interface Mark {
  readonly state: AttendanceState | null;
  readonly missedMinutes: number;
}

/** Minutes of the session that count: leave and absence none, and late what was not missed. */
export const attendedMinutes = (session: SessionTime, mark: Mark | undefined): number => {
  if (mark?.state === 'present') return sessionMinutes(session);
  return mark?.state === 'late' ? sessionMinutes(session) - mark.missedMinutes : 0;
};

/** Minutes attended of all minutes of the class. */
export interface Attended {
  readonly minutes: number;
  readonly of: number;
}

export const addUp = (sessions: readonly (SessionTime & { mark: Mark | undefined })[]): Attended => ({
  minutes: sessions.reduce((sum, session) => sum + attendedMinutes(session, session.mark), 0),
  of: sessions.reduce((sum, session) => sum + sessionMinutes(session), 0),
});

/** Whole percent, rounded down. */
export const percentOf = ({ minutes, of }: Attended): number =>
  of === 0 ? 0 : Math.floor((minutes * 100) / of);

/** The share of the class's hours, rounded down to a tenth: breaks within sessions are in neither. */
export const hoursOf = ({ minutes, of }: Attended, hours: number): number =>
  of === 0 ? 0 : Math.floor((hours * 10 * minutes) / of) / 10;

/** Is enough attended? Always in a class without sessions, which has no attendance to judge by. */
export const meetsAttendance = ({ minutes, of }: Attended, minimum: number): boolean =>
  minutes * 100 >= minimum * of;

/** 0 to the full score, with at most one decimal. */
export const isScore = (score: number, fullScore: number): boolean =>
  score >= 0 && score <= fullScore && Number(score.toFixed(1)) === score;

interface SubjectScore {
  readonly name: string;
  readonly passScore: number;
  /** Null while there is none. */
  readonly score: number | null;
}

/** All that a result is proposed by. */
export interface Achievement {
  readonly scores: readonly SubjectScore[];
  readonly attended: Attended;
  /** Percent of the class that must be attended. */
  readonly minimum: number;
  /** Sessions in which nothing is marked. */
  readonly unmarked: number;
}

export interface Proposal {
  /** 1 pass, 2 fail; null while something is missing. */
  readonly result: Outcome | null;
  readonly reasons: readonly ProposalReason[];
}

const attendanceReasons = ({ attended, minimum, unmarked }: Achievement): ProposalReason[] => {
  if (meetsAttendance(attended, minimum)) return [];
  return unmarked > 0
    ? [{ kind: 'unmarked', sessions: unmarked }]
    : [{ kind: 'attendance_low', percent: percentOf(attended), minimum }];
};

const scoreReasons = ({ scores }: Achievement): ProposalReason[] =>
  scores.flatMap(({ name, passScore, score }): ProposalReason[] => {
    if (score === null) return [{ kind: 'score_missing', subject: name }];
    return score < passScore ? [{ kind: 'score_low', subject: name, passScore }] : [];
  });

/** Passed is who reaches every pass score and attends enough. Too little attendance fails whatever the scores. */
export const propose = (achievement: Achievement): Proposal => {
  const reasons = [...attendanceReasons(achievement), ...scoreReasons(achievement)];
  const has = (...kinds: ProposalReason['kind'][]) => reasons.some(({ kind }) => kinds.includes(kind));
  if (has('attendance_low')) return { result: 2, reasons };
  if (has('unmarked', 'score_missing')) return { result: null, reasons };
  return { result: reasons.length === 0 ? 1 : 2, reasons };
};

/** The decision of staff that differs from the proposal needs a reason. */
export const needsReason = (decided: Outcome | null, { result }: Proposal): boolean =>
  decided !== null && decided !== result;
