import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { findClassAndCallerRegistrations, type InformedClass } from '../enrolment/queries.ts';
import { type CallerRegistration, type RegistrationSelection, selectionFor } from '../enrolment/rules.ts';
import { registrations } from '../enrolment/tables.ts';
import { groups } from '../groups/tables.ts';
import type { Executor } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { selectionRefusal, toReport } from './rules.ts';
import { paymentReportRegistrations, paymentReports } from './tables.ts';

/** Who asks, of which class, and for which group where they name one. */
export interface Asked {
  /** The class's code. */
  readonly code: string;
  readonly accountId: number;
  /** The group that is meant, where the person manages one; else their own registration comes first. */
  readonly groupCode?: string | undefined;
}

export interface Payable {
  readonly opening: InformedClass;
  readonly selection: RegistrationSelection<CallerRegistration>;
  /** The registrations that a report would cover now; at least one. */
  readonly covered: readonly CallerRegistration[];
}

/** What the person may report a payment for, as things stand. Throws why not. */
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
 * The latest report for any of the registrations: of one's own seat what was said for it alone, which only oneself can;
 * of a group's seats what its managers said. So a member never reads a manager's remittance. Null before the first.
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
  /** The name of the group that they manage and reported for. */
  readonly group: string | null;
}

/** Who made the last report for a registration, if it was not the person themself. */
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
