import type { EnrolmentObstacle } from '@portal/contract/catalogue';
import { isoTaipei } from '@portal/contract/dates';
import { refusals } from '@portal/contract/errors';
import {
  type ClassRow,
  type ClassSession,
  classActs,
  type OfficeClass,
} from '@portal/contract/office/classes';
import type { RegistrationState } from '@portal/contract/office/enrolment';
import type { Context } from '../../audit/actor.ts';
import { findVersion } from '../../audit/version.ts';
import { groupObstacle, personalObstacle } from '../../catalogue/rules.ts';
import type { Executor } from '../../platform/database/database.ts';
import { type Refusal, refusalText } from '../../platform/errors.ts';
import { cleanHtml } from '../../platform/http/html.ts';
import type { Staff } from '../../staff/actors.ts';
import { classVersion } from '../acts/class-version.ts';
import { findSeries } from '../acts/find-series.ts';
import { classRefusals, mayMessage } from '../policy.ts';
import {
  countRegistrations,
  type FoundClass,
  findInstructors,
  findSessions,
  type RegistrationCounts,
  requireClassFor,
  type SessionRow,
} from '../queries.ts';
import type { ClassListRow } from './classes-list.ts';

const obstacleTexts: Readonly<Record<EnrolmentObstacle, string>> = {
  not_allowed: refusals.personal_not_allowed.text,
  not_open_yet: refusals.class_not_open_yet.text,
  closed: refusals.class_closed.text,
  started: refusals.class_started.text,
  called_off: refusals.class_called_off.text,
  full: refusals.class_full.text,
  already_applied: refusals.already_applied.text,
};

export const presentClassRow = ({ cursor: _, id, version, startTime, ...row }: ClassListRow): ClassRow => ({
  ...row,
  id: Number(id),
  version: Number(version),
  startTime: isoTaipei(new Date(startTime)),
});

export const presentClassSession = ({
  id,
  date,
  fromTime,
  toTime,
  place,
  instructor,
}: SessionRow): ClassSession => ({
  id,
  date,
  from: fromTime.slice(0, 5),
  to: toTime.slice(0, 5),
  place,
  instructor,
});

const timeOrNull = (time: Date | null): string | null => time && isoTaipei(time);

const permission = (refusal: Refusal | null) => ({
  allowed: refusal === null,
  why: refusal && refusalText(refusal),
});

/** Why people cannot enrol. For a draft: the obstacles that remain once it is published. */
const presentObstacles = (trainingClass: FoundClass['class'], now: Date): OfficeClass['obstacles'] => {
  const personal = personalObstacle(trainingClass, { applied: false }, now);
  const group = groupObstacle(trainingClass, { ignoreSeats: false }, now);
  return {
    personal: personal && obstacleTexts[personal],
    group: group && (group === 'not_allowed' ? refusals.group_not_allowed.text : obstacleTexts[group]),
  };
};

interface ClassDetails {
  readonly sessions: readonly SessionRow[];
  readonly instructors: OfficeClass['instructors'];
  readonly counts: RegistrationCounts;
  readonly version: number;
  readonly series: OfficeClass['series'];
}

const presentOfficeClass = (
  { class: trainingClass, course, organization, group, bankAccount }: FoundClass,
  { sessions, instructors, counts, version, series }: ClassDetails,
  { actor, now }: Context<Staff>,
): OfficeClass => {
  const count = (state: RegistrationState) => counts.byState.get(state) ?? 0;
  const refused = classRefusals({ ...trainingClass, ...counts }, actor, now);
  const can = classActs.map((act) => [act, permission(refused[act])] as const);
  return {
    id: trainingClass.id,
    version,
    code: trainingClass.code,
    state: trainingClass.state,
    course: { id: course.id, code: course.code, name: course.chineseName, hours: course.hours },
    organization: { id: trainingClass.organizationId, name: organization },
    startTime: isoTaipei(trainingClass.startTime),
    endTime: timeOrNull(trainingClass.endTime),
    sessions: sessions.map(presentClassSession),
    place: trainingClass.place,
    contactName: trainingClass.contactName,
    contactPhone: trainingClass.contactPhone,
    limitNumber: trainingClass.limitNumber,
    minimumNumber: trainingClass.minimumNumber,
    number: trainingClass.number,
    counts: {
      pending: count('pending'),
      unpaid: count('unpaid'),
      reported: count('reported'),
      confirmed: count('confirmed'),
      rejected: count('rejected'),
      unresulted: counts.unresulted,
    },
    fee: trainingClass.fee,
    paymentDays: trainingClass.paymentDays,
    bankAccount,
    hours: trainingClass.hours,
    personalAllow: trainingClass.personalAllow,
    groupAllow: trainingClass.groupAllow,
    group,
    instructors,
    applyFrom: timeOrNull(trainingClass.applyFrom),
    applyUntil: timeOrNull(trainingClass.applyUntil),
    html: cleanHtml(trainingClass.html),
    paidHtml: cleanHtml(trainingClass.paidHtml),
    info: trainingClass.info && cleanHtml(trainingClass.info),
    staffNote: trainingClass.staffNote,
    publishedAt: timeOrNull(trainingClass.publishedAt),
    publishAt: timeOrNull(trainingClass.publishAt),
    postponedAt: timeOrNull(trainingClass.postponedAt),
    freeCancelUntil: trainingClass.freeCancelUntil,
    calledOff: trainingClass.callOffReason && {
      reason: trainingClass.callOffReason,
      text: trainingClass.callOffText ?? '',
    },
    obstacles: presentObstacles(trainingClass, now),
    series,
    can: Object.fromEntries(can) as OfficeClass['can'],
    mayMessage: mayMessage(trainingClass, actor),
  };
};

/** Throws `not_found` if the class is unknown or out of the caller's scope. */
export const showClass = async (db: Executor, id: number, context: Context<Staff>): Promise<OfficeClass> => {
  const found = await requireClassFor(db, id, context.actor, 'class.read');
  const [sessions, instructors, counts, version, others] = await Promise.all([
    findSessions(db, id),
    findInstructors(db, id),
    countRegistrations(db, id),
    findVersion(db, classVersion(id)),
    findSeries(db, found.class, context.now),
  ]);
  const { seriesId } = found.class;
  const series = seriesId === null ? null : { id: seriesId, others: others.length };
  return presentOfficeClass(found, { sessions, instructors, counts, version, series }, context);
};
