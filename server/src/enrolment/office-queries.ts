import { and, eq, sql } from 'drizzle-orm';
import { accounts, careers, educations } from '../accounts/tables.ts';
import {
  certificateKinds,
  classes,
  coursePrerequisites,
  courses,
  organizations,
} from '../catalogue/tables.ts';
import { certificates } from '../certificates/tables.ts';
import { courseDocuments, registrationDocuments } from '../documents/tables.ts';
import { groups } from '../groups/tables.ts';
import { paymentReportRegistrations, paymentReports, refunds } from '../payment/tables.ts';
import type { Executor } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';
import type { Staff } from '../staff/actors.ts';
import { withinScope } from '../staff/scope.ts';
import { staffAccounts } from '../staff/tables.ts';
import { haveSameHours } from './class-hours.ts';
import { findOwed } from './paid.ts';
import type { HeldPrerequisite } from './rules.ts';
import { HOLDS_SEAT, listOf, type State } from './states.ts';
import { registrationNotes, registrations } from './tables.ts';

const { placeholder } = sql;
const holdsSeat = sql.raw(listOf(HOLDS_SEAT));

/*
 * r: registration, c: class, a: account. If there are several certificates of a kind, the longest valid one
 * counts.
 */
const heldPrerequisites = sql`(
  select coalesce(json_agg(json_build_object('course', q.chinese_name, 'certificate', k.name,
    'number', held.number, 'endTime', held.end_time) order by q.position, q.id), '[]')
  from ${coursePrerequisites} p
  join ${courses} q on q.id = p.requires_id
  join ${certificateKinds} k on k.id = q.certificate_kind_id
  left join lateral (
    select x.number, x.end_time from ${certificates} x
    join ${courses} xq on xq.id = x.train_class_id
    where x.account_id = a.id and xq.certificate_kind_id = k.id
    order by x.end_time desc, x.id desc limit 1
  ) held on true
  where p.train_class_id = c.train_class_id)`;

const hasSameHours = sql`exists (
  select from ${registrations} o join ${classes} oc on oc.id = o.class_id
  where o.account_id = r.account_id and o.id <> r.id and o.state in ${holdsSeat}
    and ${haveSameHours('c', 'oc')})`;

const isDocumentMissing = sql`exists (
  select from ${courseDocuments} d
  where d.course_id = c.train_class_id and d.withdrawn_at is null and d.required and not exists (
    select from ${registrationDocuments} given
    where given.registration_id = r.id and given.course_document_id = d.id))`;

export const concernFacts = sql`json_build_object('startTime', c.start_time, 'complete', a.state,
  'suspended', a.suspended_at is not null, 'hasPhoto', a.photo_key is not null, 'documentMissing', ${isDocumentMissing},
  'sameHours', ${hasSameHours}, 'prerequisites', ${heldPrerequisites})`;

export interface StoredConcernFacts {
  readonly startTime: string;
  readonly complete: boolean;
  readonly suspended: boolean;
  readonly hasPhoto: boolean;
  readonly documentMissing: boolean;
  readonly sameHours: boolean;
  readonly prerequisites: readonly HeldPrerequisite[];
}

/** Null outside the actor's scope. */
export const findReviewPage = async (db: Executor, registrationId: number, actor: Staff) => {
  const [found] = await db
    .select({
      id: registrations.id,
      state: registrations.state,
      reason: registrations.reason,
      result: registrations.result,
      createdAt: registrations.createdAt,
      updatedAt: registrations.updatedAt,
      account: accounts,
      career: careers.name,
      education: educations.name,
      home: sql<
        string | null
      >`(select o.name from ${organizations} o where o.id = ${accounts.organizationId})`,
      class: classes,
      course: courses.chineseName,
      courseCode: courses.code,
      organization: organizations.name,
      group: { code: groups.code, name: groups.name },
    })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .leftJoin(groups, eq(groups.id, registrations.groupId))
    .leftJoin(careers, eq(careers.id, accounts.careerId))
    .leftJoin(educations, eq(educations.id, accounts.educationId))
    .where(
      and(eq(registrations.id, registrationId), withinScope(actor, 'person.read', classes.organizationId)),
    );
  return found ?? null;
};

export type ReviewPage = NonNullable<Awaited<ReturnType<typeof findReviewPage>>>;

const concernsOfOne = statement<{ facts: StoredConcernFacts }>(
  'review_concerns',
  sql`select ${concernFacts} as facts from ${registrations} r
    join ${accounts} a on a.id = r.account_id join ${classes} c on c.id = r.class_id
    where r.id = ${placeholder('registrationId')}`,
);

export const findConcernFacts = async (db: Executor, registrationId: number): Promise<StoredConcernFacts> => {
  const [found] = await concernsOfOne(db, { registrationId });
  if (!found) throw new Error(`registration ${registrationId} is gone`);
  return found.facts;
};

/** Times are ISO 8601. */
export interface OtherRegistrationRow {
  readonly id: number;
  readonly state: State;
  readonly reason: string | null;
  readonly result: number | null;
  readonly code: string;
  readonly course: string;
  readonly organization: string;
  readonly startTime: string;
  readonly sameHours: boolean;
}

const OTHERS_SHOWN = 50;

const others = statement<{ row: OtherRegistrationRow }>(
  'review_others',
  sql`
    select json_build_object('id', o.id, 'state', o.state, 'reason', o.reason, 'result', o.result, 'code', oc.code,
      'course', oq.chinese_name, 'organization', oo.name, 'startTime', oc.start_time,
      'sameHours', o.state in ${holdsSeat} and ${haveSameHours('c', 'oc')}) as row
    from ${registrations} r
    join ${classes} c on c.id = r.class_id
    join ${registrations} o on o.account_id = r.account_id and o.id <> r.id
    join ${classes} oc on oc.id = o.class_id
    join ${courses} oq on oq.id = oc.train_class_id
    join ${organizations} oo on oo.id = oc.organization_id
    where r.id = ${placeholder('registrationId')}
    order by oc.start_time desc, o.id desc
    limit ${OTHERS_SHOWN}`,
);

export const findOtherRegistrations = async (db: Executor, registrationId: number) =>
  (await others(db, { registrationId })).map(({ row }) => row);

export const findNotes = (db: Executor, registrationId: number) =>
  db
    .select({
      id: registrationNotes.id,
      at: registrationNotes.at,
      by: staffAccounts.name,
      text: registrationNotes.text,
    })
    .from(registrationNotes)
    .innerJoin(staffAccounts, eq(staffAccounts.id, registrationNotes.staffId))
    .where(eq(registrationNotes.registrationId, registrationId))
    .orderBy(registrationNotes.id);

export const findRefunds = (db: Executor, registrationId: number) =>
  db
    .select({
      id: refunds.id,
      amount: refunds.amount,
      state: refunds.state,
      reason: refunds.reason,
      createdAt: refunds.createdAt,
    })
    .from(refunds)
    .where(eq(refunds.registrationId, registrationId))
    .orderBy(refunds.id);

const latestReport = statement<{
  row: { money: number; paidTime: string; lastFive: string; name: string; covers: number };
}>(
  'review_report',
  sql`
    select json_build_object('money', p.paid_money, 'paidTime', p.paid_time, 'lastFive', p.last_five,
      'name', p.paid_name, 'covers', (select count(*) from ${paymentReportRegistrations} n where n.report_id = p.id)) as row
    from ${paymentReportRegistrations} l join ${paymentReports} p on p.id = l.report_id
    where l.registration_id = ${placeholder('registrationId')}
    order by p.id desc limit 1`,
);

export const findReport = async (db: Executor, registrationId: number) =>
  (await latestReport(db, { registrationId }))[0]?.row ?? null;

/** Read one after the other to use one connection. */
export const findPageData = async (db: Executor, registrationId: number) => ({
  facts: await findConcernFacts(db, registrationId),
  others: await findOtherRegistrations(db, registrationId),
  notes: await findNotes(db, registrationId),
  owed: await findOwed(db, registrationId),
  refunds: await findRefunds(db, registrationId),
  report: await findReport(db, registrationId),
});

export type PageData = Awaited<ReturnType<typeof findPageData>>;
