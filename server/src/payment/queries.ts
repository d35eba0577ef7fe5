import { and, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { type ClassDetails, findClassAndCallerRegistrations } from '../enrolment/queries.ts';
import { type CallerRegistration, type RegistrationSelection, selectionFor } from '../enrolment/rules.ts';
import { registrations } from '../enrolment/tables.ts';
import { groups } from '../groups/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { selectionRefusal, toReport } from './rules.ts';
import { paymentReportRegistrations, paymentReports } from './tables.ts';

/** The report that waits for money: of a reported registration, or of one that was cancelled since. */
export const openReportOf = (registrationId: SQL): SQL<number | null> =>
  sql<number | null>`(
  select x.report_id from ${paymentReportRegistrations} x
  where x.registration_id = ${registrationId} and x.outcome is null)`.mapWith((id) =>
    id === null ? null : Number(id),
  );

/** The id. `+ 0`: without statistics PostgreSQL would read an index of all reports backwards. */
export const lastReportOf = (registrationId: SQL): SQL => sql`(
  select max(x.report_id + 0) from ${paymentReportRegistrations} x where x.registration_id = ${registrationId})`;

export interface Asked {
  readonly code: string;
  readonly accountId: number;
  /** Default: their own registration. */
  readonly groupCode?: string | undefined;
}

export interface Payable {
  readonly trainingClass: ClassDetails;
  readonly selection: RegistrationSelection<CallerRegistration>;
  readonly covered: readonly CallerRegistration[];
}

/** Throws the refusal if there are none. */
export const findPayable = async (db: Executor, asked: Asked): Promise<Payable> => {
  const found = await findClassAndCallerRegistrations(db, asked);
  if (!found) throw new Refusal('not_applied');
  const { trainingClass, registrations } = found;
  const selection = selectionFor(registrations, asked);
  if (!selection) throw new Refusal(selectionRefusal(registrations, asked));
  const covered = toReport(selection);
  if (typeof covered === 'string') throw new Refusal(covered);
  return { trainingClass, selection, covered };
};

/**
 * The latest report of each covered registration: for a personal seat only its own reports, for a group only those of its
 * managers. The newest report comes first.
 */
export const findLatestReports = async (db: Executor, { selection: { group }, covered }: Payable) => {
  const rows = await db
    .select({ registrationId: paymentReportRegistrations.registrationId, ...getTableColumns(paymentReports) })
    .from(paymentReportRegistrations)
    .innerJoin(paymentReports, eq(paymentReports.id, paymentReportRegistrations.reportId))
    .where(
      and(
        inArray(
          paymentReportRegistrations.registrationId,
          covered.map(({ id }) => id),
        ),
        group ? eq(paymentReports.groupId, group.id) : isNull(paymentReports.groupId),
      ),
    )
    .orderBy(desc(paymentReports.id));
  const latest = Map.groupBy(rows, ({ registrationId }) => registrationId);
  return [...latest.values()].flatMap(([report]) => report ?? []);
};

export type PaymentReport = Awaited<ReturnType<typeof findLatestReports>>[number];

export interface Reporter {
  readonly accountId: number;
  readonly group: string | null;
}

/** Returns who reported, by registration, but not people who reported for themselves. */
export const findReporters = async (
  db: Executor,
  registrationIds: readonly number[],
): Promise<ReadonlyMap<number, Reporter>> => {
  const { registrationId } = paymentReportRegistrations;
  const latest = await db
    .selectDistinctOn([registrationId], {
      registrationId,
      accountId: paymentReports.reportedBy,
      group: groups.name,
      person: registrations.accountId,
    })
    .from(paymentReportRegistrations)
    .innerJoin(paymentReports, eq(paymentReports.id, paymentReportRegistrations.reportId))
    .innerJoin(registrations, eq(registrations.id, paymentReportRegistrations.registrationId))
    .leftJoin(groups, eq(groups.id, paymentReports.groupId))
    .where(inArray(registrationId, [...registrationIds]))
    .orderBy(
      registrationId,
      sql`${paymentReportRegistrations.outcome} is null desc`,
      desc(paymentReports.id),
    );
  const ofOthers = latest.filter(({ accountId, person }) => accountId !== person);
  return new Map(ofOthers.map(({ accountId, group, ...row }) => [row.registrationId, { accountId, group }]));
};
