import { addDays, today } from '@portal/contract/dates';
import { COUNTED } from '@portal/contract/office/list';
import { CHART_DAYS, CHART_MONTHS, UPCOMING_DAYS } from '@portal/contract/office/today';
import { holds, type Right } from '@portal/contract/rights';
import { and, asc, eq, gt, gte, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { notByTrainee } from '../audit/tables.ts';
import { bankAccounts, classes, courses, organizations } from '../catalogue/tables.ts';
import { registrationEvents, registrations } from '../enrolment/tables.ts';
import { mails } from '../mail/tables.ts';
import { paymentReportRegistrations, paymentReports } from '../payment/tables.ts';
import type { Executor } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';
import type { Staff } from '../staff/actors.ts';
import { withinClasses, withinClassScope, withinScope } from '../staff/scope.ts';
import { countMissingResults } from '../training/taught-classes.ts';
import { firstMonth } from './rules.ts';

interface Look {
  readonly staff: Staff;
  /** Undefined: the whole scope. */
  readonly organization?: number | undefined;
  readonly now: Date;
}

/** The indexes begin with the organisation. */
const organizationsOf = async (
  db: Executor,
  right: Right,
  { staff, organization }: Look,
): Promise<number[]> => {
  const rows = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(withinClassScope(staff, right, organizations.id, organization));
  return rows.map(({ id }) => id);
};

/** Null for people who enter none. */
export const findWaitingResults = async (db: Executor, look: Look) =>
  holds(look.staff.grants, 'result.write') ? countMissingResults(db, look) : null;

const waitingReviews = statement<{ count: number; oldest: string | null }>(
  'waiting_reviews',
  sql`
    with first as (
      select waiting.created_at
      from unnest(${sql.placeholder('organizations')}::int[]) as scope (id)
      cross join lateral (
        select r.created_at from ${registrations} r
        where r.organization_id = scope.id and r.state = 'pending'
        order by r.created_at, r.id limit ${sql.raw(String(COUNTED + 1))}
      ) waiting
    )
    select least(count(*), ${sql.raw(String(COUNTED + 1))})::int as count, to_json(min(created_at)) #>> '{}' as oldest
    from first`,
);

/** Null for people who do not review. */
export const findWaitingReviews = async (db: Executor, look: Look) => {
  if (!holds(look.staff.grants, 'registration.review')) return null;
  const [found] = await waitingReviews(db, {
    organizations: await organizationsOf(db, 'registration.review', look),
  });
  return { count: found?.count ?? 0, oldestAt: found?.oldest ? new Date(found.oldest) : null };
};

/** Null for people who do not review. */
export const findWaitingOverdue = async (db: Executor, look: Look) => {
  if (!holds(look.staff.grants, 'registration.review')) return null;
  const ids = await organizationsOf(db, 'registration.review', look);
  const dayAfter = sql`(min(${registrations.paymentDue}) + 1)::timestamp at time zone 'Asia/Taipei'`;
  const [found] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldestAt: sql<Date | null>`${dayAfter}`.mapWith(registrations.createdAt),
    })
    .from(registrations)
    .where(
      and(
        inArray(registrations.organizationId, ids),
        sql`${registrations.state} = 'unpaid' and ${registrations.paymentDue} < ${today(look.now)}::date`,
      ),
    );
  return found ?? { count: 0, oldestAt: null };
};

/** Null for people who send none again. */
export const findUndeliverable = async (db: Executor, { staff, organization }: Look) => {
  if (!holds(staff.grants, 'mail.resend')) return null;
  const [found] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldestAt: sql<Date | null>`min(${mails.createdAt})`.mapWith(mails.createdAt),
    })
    .from(mails)
    .where(
      and(
        // As a literal, so that the partial index is found.
        sql`${mails.state} = 'undeliverable' and ${mails.handledAt} is null`,
        withinScope(staff, 'mail.resend', mails.organizationId, organization),
      ),
    );
  return found ?? { count: 0, oldestAt: null };
};

const accountOrganization = sql<number>`(
  select coalesce(${bankAccounts.organizationId}, ${classes.organizationId})
  from ${classes} left join ${bankAccounts} on ${bankAccounts.id} = ${classes.bankAccountId}
  where ${classes.id} = ${registrations.classId})`;

/** Null for people who are no cashiers. */
export const findWaitingReports = async (db: Executor, look: Look) => {
  if (!holds(look.staff.grants, 'payment.confirm')) return null;
  const ids = await organizationsOf(db, 'payment.confirm', look);
  const report = sql`(select max(x.report_id) from ${paymentReportRegistrations} x where x.registration_id = ${registrations.id})`;
  const waiting = db
    .select({ reportId: sql<number>`${report}`.as('report_id') })
    .from(registrations)
    .where(
      and(
        // The index of the states begins with the organisation.
        sql`${registrations.organizationId} in (select ${organizations.id} from ${organizations})`,
        sql`${registrations.state} = 'reported'`,
        inArray(accountOrganization, ids),
      ),
    )
    .as('waiting');
  const [found] = await db
    .select({
      count: sql<number>`count(distinct ${paymentReports.id})::int`,
      oldestAt: sql<Date | null>`min(${paymentReports.createdAt})`.mapWith(paymentReports.createdAt),
    })
    .from(waiting)
    .innerJoin(paymentReports, eq(paymentReports.id, waiting.reportId));
  return found ?? { count: 0, oldestAt: null };
};

const classFields = {
  code: classes.code,
  course: courses.chineseName,
  organization: organizations.name,
  startTime: classes.startTime,
  limitNumber: classes.limitNumber,
  number: classes.number,
};

const isAhead = (look: Look, right: Right): SQL | undefined =>
  and(
    isNotNull(classes.publishedAt),
    gt(classes.startTime, look.now),
    withinClasses(look.staff, right, look.organization),
  );

const countOf = (states: SQL) => sql<number>`(
  select count(*)::int from ${registrations}
  where ${registrations.classId} = ${classes.id} and ${registrations.state} in ${states})`;

const lastMoment = (now: Date): Date => new Date(`${addDays(today(now), UPCOMING_DAYS + 1)}T00:00:00+08:00`);

export const findUpcomingClasses = (db: Executor, look: Look) =>
  db
    .select({
      id: classes.id,
      ...classFields,
      unreviewed: countOf(sql`('pending')`),
      unpaid: countOf(sql`('unpaid', 'reported')`),
    })
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .where(and(isAhead(look, 'class.read'), lt(classes.startTime, lastMoment(look.now))))
    .orderBy(asc(classes.startTime), asc(classes.id))
    .limit(50);
export type UpcomingRow = Awaited<ReturnType<typeof findUpcomingClasses>>[number];

const fillRates = (db: Executor, look: Look) =>
  db
    .select(classFields)
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .where(isAhead(look, 'report.read'))
    .orderBy(asc(classes.startTime), asc(classes.id))
    .limit(12);

const midnight = (day: string): Date => new Date(`${day}T00:00:00+08:00`);

const registrationsByDay = (db: Executor, ids: readonly number[], now: Date) => {
  const day = sql<string>`to_char(${registrations.createdAt} at time zone 'Asia/Taipei', 'YYYY-MM-DD')`;
  return db
    .select({ day, count: sql<number>`count(*)::int` })
    .from(registrations)
    .where(
      and(
        inArray(registrations.organizationId, [...ids]),
        gte(registrations.createdAt, midnight(addDays(today(now), 1 - CHART_DAYS))),
        lt(registrations.createdAt, midnight(addDays(today(now), 1))),
      ),
    )
    .groupBy(sql`1`);
};

/** Events of earlier versions have no amount: the class's fee counts. */
const confirmedAmount = sql`coalesce((${registrationEvents.data} ->> 'amount')::int, ${classes.fee})`;

const wasUndone = sql`exists (select from registration_events u
  where u.registration_id = ${registrationEvents.registrationId} and u.action = 'payment.undo_confirmation'
    and u.id > ${registrationEvents.id} and u.data ->> 'payment' = ${registrationEvents.data} ->> 'payment')`;

const feesByMonth = (db: Executor, ids: readonly number[], now: Date) => {
  const month = sql<string>`to_char(${registrationEvents.at} at time zone 'Asia/Taipei', 'YYYY-MM')`;
  return db
    .select({ month, amount: sql<number>`sum(${confirmedAmount})::int` })
    .from(registrationEvents)
    .innerJoin(registrations, eq(registrations.id, registrationEvents.registrationId))
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(
      and(
        sql`${registrationEvents.action} = 'payment.confirm' and not ${wasUndone}`,
        notByTrainee(registrationEvents.actor),
        gte(registrationEvents.at, midnight(`${firstMonth(now, CHART_MONTHS)}-01`)),
        lt(registrationEvents.at, midnight(addDays(today(now), 1))),
        inArray(registrations.organizationId, [...ids]),
      ),
    )
    .groupBy(sql`1`);
};

export const findCharts = async (db: Executor, look: Look) => {
  const ids = await organizationsOf(db, 'report.read', look);
  const [days, fill, months] = await Promise.all([
    registrationsByDay(db, ids, look.now),
    fillRates(db, look),
    feesByMonth(db, ids, look.now),
  ]);
  return { days, fill, months };
};
export type ChartRows = Awaited<ReturnType<typeof findCharts>>;
