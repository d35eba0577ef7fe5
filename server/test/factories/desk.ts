import { asc, eq } from 'drizzle-orm';
import { registrationEvents, registrations } from '../../src/enrolment/tables.ts';
import { matchLines } from '../../src/payment/match.ts';
import { findOpenLines, findOpenReports } from '../../src/payment/statement-queries.ts';
import { paymentReports, refunds } from '../../src/payment/tables.ts';
import type { Database } from '../../src/platform/database.ts';
import { Refusal } from '../../src/platform/errors.ts';
import { NOW } from '../app.ts';
import { buildAccount } from './account.ts';
import { buildBankAccount, buildClass, buildOrganization } from './catalogue.ts';
import { one } from './one.ts';
import { buildPaymentReport, buildRegistration } from './registration.ts';
import { asStaff, grant } from './staff.ts';
import { importLines, type PlainLine } from './statement.ts';

/** A cashier of all branches, at the time of the tests. */
export const byCashier = { actor: asStaff({ id: 1, name: '會計' }, [grant('cashier')]), now: NOW };

export const cashierOf = (organizationId: number, id = 2) => ({
  actor: asStaff({ id, name: '分會會計' }, [grant('cashier', organizationId)]),
  now: NOW,
});

/** The code of the refusal; null where there is none. */
export const codeOf = async (work: Promise<unknown>): Promise<string | null> => {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
};

let serial = 0;

/** A bank account of a new branch, with one class that is paid into it. */
export const buildDesk = async (db: Database, fee = 1500) => {
  serial += 1;
  const organization = await buildOrganization(db, { code: `O${serial}`, name: `分會${serial}` });
  const account = await buildBankAccount(db, { organizationId: organization.id });
  const opening = await buildClass(db, {
    organizationId: organization.id,
    bankAccountId: account.id,
    fee,
  });
  const unpaid = async () => {
    const person = await buildAccount(db);
    const registration = await buildRegistration(db, { class: opening, account: person, state: 'unpaid' });
    return { ...registration, person };
  };
  /** Somebody who reported a payment of the fee. */
  const reported = async (overrides: Partial<typeof paymentReports.$inferInsert> = {}) => {
    const { person, ...registration } = await unpaid();
    const { id } = registration;
    await db.update(registrations).set({ state: 'reported' }).where(eq(registrations.id, id));
    await db.insert(registrationEvents).values({
      ...{ registrationId: id, at: NOW, actor: `account:${person.id}` },
      ...{ action: 'payment.report', fromState: 'unpaid', toState: 'reported' },
    });
    const report = await buildPaymentReport(db, { registration, account: person });
    const values = { paidMoney: fee, ...overrides };
    await db.update(paymentReports).set(values).where(eq(paymentReports.id, report.id));
    return { id, reportId: report.id, person };
  };
  /** The open lines after the import of these. */
  const lines = async (...wanted: PlainLine[]) => {
    await importLines(db, account.id, wanted, byCashier);
    return findOpenLines(db, account.id);
  };
  const piles = async () =>
    matchLines(
      await findOpenLines(db, account.id),
      await findOpenReports(db, { id: account.id, organizationId: organization.id }),
    );
  return { account, opening, organizationId: organization.id, unpaid, reported, lines, piles };
};

export const stateOf = async (db: Database, id: number) =>
  one(
    await db
      .select({ state: registrations.state, reason: registrations.reason })
      .from(registrations)
      .where(eq(registrations.id, id)),
  );

export const refundsOf = (db: Database, registrationId: number) =>
  db
    .select({ id: refunds.id, amount: refunds.amount, state: refunds.state })
    .from(refunds)
    .where(eq(refunds.registrationId, registrationId))
    .orderBy(asc(refunds.id));

/** A payment by these lines, or these registrations. */
export const settlement = (
  lineIds: readonly number[],
  registrationIds: readonly number[],
  difference = 0,
  note: string | null = null,
) => ({ lineIds, registrationIds, received: null, difference, note });
