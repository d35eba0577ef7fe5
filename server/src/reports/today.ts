import { addDays, today } from '@portal/contract/dates';
import { COUNTED_MAX } from '@portal/contract/office/list';
import { CHART_MONTHS, UPCOMING_DAYS } from '@portal/contract/office/reports';
import type { Right } from '@portal/contract/rights';
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { bankAccounts, courses, organizations } from '../catalogue/tables.ts';
import { countWaitingCertificates } from '../certificates/desk/waiting.ts';
import { countWaitingRenewals } from '../certificates/renewal/count-waiting.ts';
import { classes } from '../classes/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { mails } from '../mail/tables.ts';
import { allocations, payments, refunds } from '../money/tables.ts';
import { paymentReportRegistrations, paymentReports } from '../payment/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import { statement } from '../platform/database/statement.ts';
import { countOpenIncidents } from '../privacy/incidents/count-open.ts';
import { countWaitingRequests } from '../privacy/requests/count-waiting.ts';
import { withinClasses, withinScope } from '../staff/scope.ts';
import { countMissingResults } from '../training/attendance/taught-classes.ts';
import { organizationsOf, type StaffView } from './organizations-of.ts';
import { isTheirWork, rightToDo } from './policy.ts';
import { firstMonth } from './rules.ts';

/** Returns null for staff who do not do this work. */
const organizationsToServe = async (
  db: Executor,
  work: Parameters<typeof isTheirWork>[1],
  view: StaffView,
): Promise<number[] | null> =>
  isTheirWork(view.staff, work) ? organizationsOf(db, rightToDo[work], view) : null;

/** Returns null for staff who enter no results. */
export const findWaitingResults = async (db: Executor, view: StaffView) =>
  isTheirWork(view.staff, 'results') ? countMissingResults(db, view) : null;

/** Returns null for staff who issue no certificates. */
export const findWaitingCertificates = async (db: Executor, view: StaffView) =>
  isTheirWork(view.staff, 'certificates') ? countWaitingCertificates(db, view) : null;

/** Returns null for staff who review no renewals. */
export const findWaitingRenewals = async (db: Executor, view: StaffView) =>
  isTheirWork(view.staff, 'renewals') ? countWaitingRenewals(db, view) : null;

/** Returns null for staff who handle no requests about personal data. */
export const findWaitingPrivacy = async (db: Executor, view: StaffView) =>
  isTheirWork(view.staff, 'privacy') ? countWaitingRequests(db, view) : null;

/** Returns null for staff who handle no incidents. */
export const findOpenIncidents = async (db: Executor, view: StaffView) =>
  isTheirWork(view.staff, 'incidents') ? countOpenIncidents(db, view) : null;

const waitingReviews = statement<{ count: number; oldest: string | null }>(
  'waiting_reviews',
  sql`
    with first as (
      select waiting.created_at
      from unnest(${sql.placeholder('organizations')}::int[]) as scope (id)
      cross join lateral (
        select r.created_at from ${registrations} r
        where r.organization_id = scope.id and r.state = 'pending'
        order by r.created_at, r.id limit ${sql.raw(String(COUNTED_MAX + 1))}
      ) waiting
    )
    select least(count(*), ${sql.raw(String(COUNTED_MAX + 1))})::int as count, to_json(min(created_at)) #>> '{}' as oldest
    from first`,
);

/** Returns null for staff who do not review. */
export const findWaitingReviews = async (db: Executor, view: StaffView) => {
  const organizations = await organizationsToServe(db, 'review', view);
  if (!organizations) return null;
  const [found] = await waitingReviews(db, { organizations });
  return { count: found?.count ?? 0, oldestAt: found?.oldest ? new Date(found.oldest) : null };
};

/** Returns null for staff who do not review. */
export const findWaitingOverdue = async (db: Executor, view: StaffView) => {
  const ids = await organizationsToServe(db, 'overdue', view);
  if (!ids) return null;
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
        sql`${registrations.state} = 'unpaid' and ${registrations.paymentDue} < ${today(view.now)}::date`,
      ),
    );
  return found ?? { count: 0, oldestAt: null };
};

/** Returns null for staff who may not send mails again. */
export const findUndeliverable = async (db: Executor, { staff, organization }: StaffView) => {
  if (!isTheirWork(staff, 'mails')) return null;
  const [found] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldestAt: sql<Date | null>`min(${mails.createdAt})`.mapWith(mails.createdAt),
    })
    .from(mails)
    .where(
      and(
        // The state is a literal, so that PostgreSQL uses the partial index.
        sql`${mails.state} = 'undeliverable' and ${mails.handledAt} is null`,
        withinScope(staff, rightToDo.mails, mails.organizationId, organization),
      ),
    );
  return found ?? { count: 0, oldestAt: null };
};

const accountOrganization = sql<number>`(
  select coalesce(${bankAccounts.organizationId}, ${classes.organizationId})
  from ${classes} left join ${bankAccounts} on ${bankAccounts.id} = ${classes.bankAccountId}
  where ${classes.id} = ${registrations.classId})`;

/** Returns null for staff who are no cashiers. */
export const findWaitingReports = async (db: Executor, view: StaffView) => {
  const ids = await organizationsToServe(db, 'reconcile', view);
  if (!ids) return null;
  const [found] = await db
    .select({
      count: sql<number>`count(distinct ${paymentReports.id})::int`,
      oldestAt: sql<Date | null>`min(${paymentReports.createdAt})`.mapWith(paymentReports.createdAt),
    })
    .from(paymentReportRegistrations)
    .innerJoin(paymentReports, eq(paymentReports.id, paymentReportRegistrations.reportId))
    .innerJoin(registrations, eq(registrations.id, paymentReportRegistrations.registrationId))
    .where(and(isNull(paymentReportRegistrations.outcome), inArray(accountOrganization, ids)));
  return found ?? { count: 0, oldestAt: null };
};

/** Returns null for staff who pay no refunds. */
export const findRefundsDue = async (db: Executor, view: StaffView) => {
  const ids = await organizationsToServe(db, 'refunds', view);
  if (!ids) return null;
  const [found] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldestAt: sql<Date | null>`min(${refunds.createdAt})`.mapWith(refunds.createdAt),
    })
    .from(refunds)
    // The state is a literal, so that PostgreSQL uses the partial index.
    .where(and(sql`${refunds.state} = 'due'`, inArray(refunds.organizationId, ids)));
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

const isAhead = (view: StaffView, right: Right): SQL | undefined =>
  and(
    isNotNull(classes.publishedAt),
    gt(classes.startTime, view.now),
    withinClasses(view.staff, right, view.organization),
  );

const countOf = (states: SQL) => sql<number>`(
  select count(*)::int from ${registrations}
  where ${registrations.classId} = ${classes.id} and ${registrations.state} in ${states})`;

const lastMoment = (now: Date): Date => new Date(`${addDays(today(now), UPCOMING_DAYS + 1)}T00:00:00+08:00`);

export const findUpcomingClasses = (db: Executor, view: StaffView) =>
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
    .where(and(isAhead(view, 'class.read'), lt(classes.startTime, lastMoment(view.now))))
    .orderBy(asc(classes.startTime), asc(classes.id))
    .limit(50);
export type UpcomingRow = Awaited<ReturnType<typeof findUpcomingClasses>>[number];

const fillRates = (db: Executor, view: StaffView) =>
  db
    .select(classFields)
    .from(classes)
    .innerJoin(courses, eq(courses.id, classes.courseId))
    .innerJoin(organizations, eq(organizations.id, classes.organizationId))
    .where(isAhead(view, 'report.read'))
    .orderBy(asc(classes.startTime), asc(classes.id))
    .limit(12);

interface ChartView extends StaffView {
  readonly days: number;
}

const midnight = (day: string): Date => new Date(`${day}T00:00:00+08:00`);

const registrationsByDay = (db: Executor, ids: readonly number[], { now, days }: ChartView) => {
  const day = sql<string>`to_char(${registrations.createdAt} at time zone 'Asia/Taipei', 'YYYY-MM-DD')`;
  return db
    .select({ day, count: sql<number>`count(*)::int` })
    .from(registrations)
    .where(
      and(
        inArray(registrations.organizationId, [...ids]),
        gte(registrations.createdAt, midnight(addDays(today(now), 1 - days))),
        lt(registrations.createdAt, midnight(addDays(today(now), 1))),
      ),
    )
    .groupBy(sql`1`);
};

/** Money received by month, without surpluses. */
const feesByMonth = (db: Executor, ids: readonly number[], now: Date) => {
  const month = sql<string>`to_char(${payments.createdAt} at time zone 'Asia/Taipei', 'YYYY-MM')`;
  const tooMuch = sql`coalesce((
    select sum(f.amount) from ${refunds} f
    where f.payment_id = ${payments.id} and f.registration_id = ${registrations.id} and f.state in ('due', 'paid')), 0)`;
  return db
    .select({ month, amount: sql<number>`sum(${allocations.amount} - ${tooMuch})::int` })
    .from(payments)
    .innerJoin(allocations, eq(allocations.paymentId, payments.id))
    .innerJoin(registrations, eq(registrations.id, allocations.registrationId))
    .where(
      and(
        isNull(payments.endedAt),
        gte(payments.createdAt, midnight(`${firstMonth(now, CHART_MONTHS)}-01`)),
        lt(payments.createdAt, midnight(addDays(today(now), 1))),
        inArray(registrations.organizationId, [...ids]),
      ),
    )
    .groupBy(sql`1`);
};

export const findCharts = async (db: Executor, view: ChartView) => {
  const ids = await organizationsOf(db, 'report.read', view);
  const [days, fill, months] = await Promise.all([
    registrationsByDay(db, ids, view),
    fillRates(db, view),
    feesByMonth(db, ids, view.now),
  ]);
  return { days, fill, months };
};
export type ChartRows = Awaited<ReturnType<typeof findCharts>>;
