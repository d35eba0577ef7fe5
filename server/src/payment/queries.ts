import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { type ClassDetails, findClassAndCallerRegistrations } from '../enrolment/queries.ts';
import { type CallerRegistration, type RegistrationSelection, selectionFor } from '../enrolment/rules.ts';
import { registrations } from '../enrolment/tables.ts';
import { groups } from '../groups/tables.ts';
import type { Executor } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { selectionRefusal, toReport } from './rules.ts';
import { paymentReportRegistrations, paymentReports } from './tables.ts';

/** The caller, the class and optionally a group. */
export interface Asked {
  /** The class's code. */
  readonly code: string;
  readonly accountId: number;
  /** Selects a group that the caller manages; without it their own registration comes first. */
  readonly groupCode?: string | undefined;
}

export interface Payable {
  readonly opening: ClassDetails;
  readonly selection: RegistrationSelection<CallerRegistration>;
  /** The registrations that a report would cover; at least one. */
  readonly covered: readonly CallerRegistration[];
}

/** The registrations that the person may report a payment for. Throws the refusal if there are none. */
export const findPayable = async (db: Executor, asked: Asked): Promise<Payable> => {
  const found = await findClassAndCallerRegistrations(db, asked);
  if (!found) throw new Refusal('not_applied');
  const { opening, registrations } = found;
  const selection = selectionFor(registrations, asked);
  if (!selection) throw new Refusal(selectionRefusal(registrations, asked));
  const covered = toReport(selection);
  if (typeof covered === 'string') throw new Refusal(covered);
  return { opening, selection, covered };
};

export type PaymentReport = typeof paymentReports.$inferSelect;

/**
 * The latest report for the registrations; null if there is none. For a personal seat only reports for it alone, for a
 * group's seats only those of its managers, so that a member never sees a manager's remittance.
 */
export const findLatestReport = async (
  db: Executor,
  { selection: { group }, covered }: Payable,
): Promise<PaymentReport | null> => {
  const ids = covered.map(({ id }) => id);
  const [latest] = await db
    .select()
    .from(paymentReports)
    .where(
      and(
        inArray(
          paymentReports.id,
          db
            .select({ id: paymentReportRegistrations.reportId })
            .from(paymentReportRegistrations)
            .where(inArray(paymentReportRegistrations.registrationId, ids)),
        ),
        group ? eq(paymentReports.groupId, group.id) : isNull(paymentReports.groupId),
      ),
    )
    .orderBy(desc(paymentReports.id))
    .limit(1);
  return latest ?? null;
};

export interface Reporter {
  readonly accountId: number;
  /** The group that they reported for as its manager. */
  readonly group: string | null;
}

/** The person who made the latest report for a registration, if it was somebody else. */
export const findReporter = async (db: Executor, registrationId: number): Promise<Reporter | null> => {
  const [latest] = await db
    .select({ accountId: paymentReports.reportedBy, group: groups.name, person: registrations.accountId })
    .from(paymentReportRegistrations)
    .innerJoin(paymentReports, eq(paymentReports.id, paymentReportRegistrations.reportId))
    .innerJoin(registrations, eq(registrations.id, paymentReportRegistrations.registrationId))
    .leftJoin(groups, eq(groups.id, paymentReports.groupId))
    .where(eq(paymentReportRegistrations.registrationId, registrationId))
    .orderBy(desc(paymentReports.id))
    .limit(1);
  if (!latest || latest.accountId === latest.person) return null;
  return { accountId: latest.accountId, group: latest.group };
};
