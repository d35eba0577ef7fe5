import { isoTaipei } from '@portal/contract/dates';
import type {
  AttendanceMark,
  AttendancePerson,
  AttendanceSession,
  AttendanceSheet,
  ClassHead,
  ScoredPerson,
  ScoreSheet,
  TaughtClass,
} from '@portal/contract/office/training';
import { maskIdentity } from '../../accounts/people/mask.ts';
import { hasStarted } from '../../catalogue/rules.ts';
import type { SessionRow } from '../../classes/queries.ts';
import type { TaughtRow } from '../attendance/taught-classes.ts';
import type { StaffClass } from '../class-of-staff.ts';
import type { Achieved, SubjectRow } from '../results/achievements.ts';
import { draftResult } from '../results/publish-results.ts';
import { type Attended, addUp, hoursOf, isSessionOpen, percentOf, sessionMinutes } from '../rules.ts';
import { resultStateOf } from '../states.ts';
import type { ConfirmedRow, MarkRow } from './queries.ts';

const presentClassHead = ({ id, code, course, organization, startTime }: StaffClass): ClassHead => ({
  id,
  code,
  course,
  organization,
  startTime: isoTaipei(startTime),
});

const noMark: AttendanceMark = { state: null, missedMinutes: 0, checkedInAt: null, version: 0 };

export const presentMark = (mark: MarkRow | undefined): AttendanceMark =>
  mark
    ? {
        state: mark.state,
        missedMinutes: mark.missedMinutes,
        checkedInAt: mark.checkedInAt && isoTaipei(mark.checkedInAt),
        version: mark.version,
      }
    : noMark;

const presentSession = ({ id, date, fromTime, toTime }: SessionRow, now: Date): AttendanceSession => ({
  id,
  date,
  from: fromTime.slice(0, 5),
  to: toTime.slice(0, 5),
  minutes: sessionMinutes({ date, fromTime, toTime }),
  isOpen: isSessionOpen({ date }, now),
});

export const presentAttended = (attended: Attended, { hours }: Pick<StaffClass, 'hours'>) => ({
  hours: hoursOf(attended, hours),
  percent: percentOf(attended),
});

export const marksByPerson = (marks: readonly MarkRow[]): ReadonlyMap<number, ReadonlyMap<number, MarkRow>> =>
  new Map(
    [...Map.groupBy(marks, ({ registrationId }) => registrationId)].map(([id, rows]) => [
      id,
      new Map(rows.map((row) => [row.sessionId, row])),
    ]),
  );

export const attendedBy = (
  sessions: readonly SessionRow[],
  marks: ReadonlyMap<number, MarkRow> | undefined,
): Attended => addUp(sessions.map((session) => ({ ...session, mark: marks?.get(session.id) })));

interface Sheet {
  readonly trainingClass: StaffClass;
  readonly sessions: readonly SessionRow[];
  readonly people: readonly ConfirmedRow[];
  readonly marks: readonly MarkRow[];
  readonly can: AttendanceSheet['can'];
}

export const presentAttendance = (
  { trainingClass, sessions, people, marks, can }: Sheet,
  now: Date,
): AttendanceSheet => {
  const byPerson = marksByPerson(marks);
  const presentPerson = ({
    registrationId,
    accountId,
    name,
    identity,
    group,
    hasPhoto,
  }: ConfirmedRow): AttendancePerson => {
    const own = byPerson.get(registrationId);
    return {
      registrationId,
      personId: accountId,
      name,
      identity: maskIdentity(identity),
      group,
      hasPhoto,
      marks: sessions.map(({ id }) => presentMark(own?.get(id))),
      ...presentAttended(attendedBy(sessions, own), trainingClass),
    };
  };
  return {
    class: presentClassHead(trainingClass),
    hours: trainingClass.hours,
    minimum: trainingClass.minimum,
    sessions: sessions.map((session) => presentSession(session, now)),
    people: people.map(presentPerson),
    can,
  };
};

const outcomeOf = (value: number | null | undefined) => (value === 1 || value === 2 ? value : null);

export const presentScored = (
  achieved: Achieved<ConfirmedRow>,
  trainingClass: Pick<StaffClass, 'hours'>,
): ScoredPerson => {
  const { person, scores, attended, proposal, row } = achieved;
  const state = resultStateOf(person.result, row?.state);
  const isDraft = state === 'draft';
  return {
    registrationId: person.registrationId,
    personId: person.accountId,
    name: person.name,
    identity: maskIdentity(person.identity),
    group: person.group,
    state,
    scores: [...scores],
    ...presentAttended(attended, trainingClass),
    proposal: { result: proposal.result, reasons: [...proposal.reasons] },
    decided: isDraft ? outcomeOf(row?.decided) : null,
    reason: row?.reason ?? null,
    result: isDraft ? draftResult(achieved) : outcomeOf(person.result),
    publishedAt: isDraft || !row?.publishedAt ? null : isoTaipei(row.publishedAt),
    version: row?.version ?? 0,
  };
};

interface Scores {
  readonly trainingClass: StaffClass;
  readonly subjects: readonly SubjectRow[];
  readonly people: readonly Achieved<ConfirmedRow>[];
  readonly can: ScoreSheet['can'];
}

export const presentScores = ({ trainingClass, subjects, people, can }: Scores, now: Date): ScoreSheet => ({
  class: presentClassHead(trainingClass),
  started: hasStarted(trainingClass, now),
  minimum: trainingClass.minimum,
  subjects: [...subjects],
  people: people.map((person) => presentScored(person, trainingClass)),
  can,
});

export const presentTaught = ({ endTime, ...trainingClass }: TaughtRow): TaughtClass => ({
  ...trainingClass,
  endTime: isoTaipei(endTime),
});
