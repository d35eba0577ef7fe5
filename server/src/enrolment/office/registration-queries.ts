import { and, eq, sql } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import { careers, courses, educations, organizations } from '../../catalogue/tables.ts';
import { classes } from '../../classes/tables.ts';
import { groups } from '../../groups/tables.ts';
import { findBalance } from '../../money/balance.ts';
import { findEntries } from '../../money/entries.ts';
import { paymentReportRegistrations, paymentReports } from '../../payment/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Staff } from '../../staff/actors.ts';
import { withinScope } from '../../staff/scope.ts';
import { staffAccounts } from '../../staff/tables.ts';
import { hasCompletedWithin } from '../on-behalf/known-people.ts';
import { versionOf } from '../registration-version.ts';
import { findConcernFacts } from '../review/concern-facts.ts';
import { haveOverlappingHours } from '../seats/class-hours.ts';
import type { State } from '../states.ts';
import { registrationNotes, registrations, seatStates } from '../tables.ts';

const { placeholder } = sql;

/** Null outside the actor's scope. */
export const findFullRegistration = async (db: Executor, registrationId: number, actor: Staff) => {
  const [found] = await db
    .select({
      id: registrations.id,
      state: registrations.state,
      reason: registrations.reason,
      result: registrations.result,
      fee: registrations.fee,
      createdAt: registrations.createdAt,
      updatedAt: registrations.updatedAt,
      paymentDue: registrations.paymentDue,
      confirmBy: registrations.confirmBy,
      version: sql<number>`${versionOf(registrations.id)}`.mapWith(Number),
      account: accounts,
      hasCompleted: hasCompletedWithin(actor, 'person.identity', accounts.id),
      career: careers.name,
      education: educations.name,
      homeOrganization: sql<
        string | null
      >`(select o.name from ${organizations} o where o.id = ${accounts.organizationId})`,
      class: classes,
      course: courses.chineseName,
      courseCode: courses.code,
      organization: organizations.name,
      group: { id: groups.id, code: groups.code, name: groups.name },
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

export type FullRegistration = NonNullable<Awaited<ReturnType<typeof findFullRegistration>>>;

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
  readonly overlaps: boolean;
}

const OTHERS_MAX = 50;

/* r: registration, c: its class, o: another registration of the person, oc: the class of `o`. */
const others = statement<{ row: OtherRegistrationRow }>(
  'review_others',
  sql`
    select json_build_object('id', o.id, 'state', o.state, 'reason', o.reason, 'result', o.result, 'code', oc.code,
      'course', course.chinese_name, 'organization', organization.name, 'startTime', oc.start_time,
      'overlaps', o.state in ${seatStates} and ${haveOverlappingHours('c', 'oc')}) as row
    from ${registrations} r
    join ${classes} c on c.id = r.class_id
    join ${registrations} o on o.account_id = r.account_id and o.id <> r.id
    join ${classes} oc on oc.id = o.class_id
    join ${courses} course on course.id = oc.course_id
    join ${organizations} organization on organization.id = oc.organization_id
    where r.id = ${placeholder('registrationId')}
    order by oc.start_time desc, o.id desc
    limit ${OTHERS_MAX}`,
);

const findOtherRegistrations = async (db: Executor, registrationId: number) =>
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

/* p: a report, l: its link to the registration, n: its links to all registrations that it covers. */
const latestReport = statement<{
  row: { money: number; paidTime: string; lastFive: string; name: string; covers: number };
}>(
  'review_report',
  sql`
    select json_build_object('money', p.paid_money, 'paidTime', p.paid_time, 'lastFive', p.last_five,
      'name', p.paid_name, 'covers', (select count(*) from ${paymentReportRegistrations} n where n.report_id = p.id)) as row
    from ${paymentReportRegistrations} l join ${paymentReports} p on p.id = l.report_id
    where l.registration_id = ${placeholder('registrationId')}
    order by l.outcome is null desc, p.id desc limit 1`,
);

export const findReport = async (db: Executor, registrationId: number) =>
  (await latestReport(db, { registrationId }))[0]?.row ?? null;

/** Read one after the other to use one connection. */
export const findRelatedData = async (db: Executor, registrationId: number) => ({
  facts: await findConcernFacts(db, registrationId),
  others: await findOtherRegistrations(db, registrationId),
  notes: await findNotes(db, registrationId),
  entries: await findEntries(db, registrationId),
  balance: await findBalance(db, registrationId),
  report: await findReport(db, registrationId),
});

export type RelatedData = Awaited<ReturnType<typeof findRelatedData>>;
