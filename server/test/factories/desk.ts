import { asc, eq } from 'drizzle-orm';
import { registrationEvents, registrations } from '../../src/enrolment/tables.ts';
import { findBalance } from '../../src/money/balance.ts';
import { balanceOf, heldOf } from '../../src/money/rules.ts';
import { refunds } from '../../src/money/tables.ts';
import { type Settlement, settlePayment } from '../../src/payment/settle-payment.ts';
import { paymentReportRegistrations, paymentReports } from '../../src/payment/tables.ts';
import { type Database, inTransaction, type Tx } from '../../src/platform/database/database.ts';
import { Refusal } from '../../src/platform/errors.ts';
import { matchLines } from '../../src/statements/matching/match.ts';
import { parseLines, parseReports } from '../../src/statements/matching/open-items.ts';
import { findOpenItems } from '../../src/statements/queries.ts';
import { NOW } from '../app.ts';
import { buildAccount } from './account.ts';
import { buildBankAccount, buildClass, buildOrganization } from './catalogue.ts';
import { buildGroup, buildMembership } from './group.ts';
import { one } from './one.ts';
import { buildPaymentReport, buildRegistration } from './registration.ts';
import { asStaff, grant } from './staff.ts';
import { findOpenLines, importLines, type PlainLine } from './statement.ts';

/** A cashier of all branches, at the time of the tests. */
export const byCashier = { actor: asStaff({ id: 1, name: '會計' }, [grant('cashier')]), now: NOW };

export const cashierOf = (organizationId: number, id = 2) => ({
  actor: asStaff({ id, name: '分會會計' }, [grant('cashier', organizationId)]),
  now: NOW,
});

/** Returns the code of the refusal, or null if the work succeeds. */
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
  const trainingClass = await buildClass(db, {
    organizationId: organization.id,
    bankAccountId: account.id,
    fee,
  });
  type Group = { readonly id: number };
  const unpaid = async (group?: Group) => {
    const person = await buildAccount(db);
    if (group) await buildMembership(db, { group, account: person });
    const seat = { class: trainingClass, account: person, state: 'unpaid' } as const;
    const registration = await buildRegistration(db, { ...seat, ...(group && { group }) });
    return { ...registration, person };
  };
  const waiting = async (group?: Group) => {
    const { person, ...registration } = await unpaid(group);
    const { id } = registration;
    await db.update(registrations).set({ state: 'reported' }).where(eq(registrations.id, id));
    await db.insert(registrationEvents).values({
      ...{ registrationId: id, at: NOW, actor: `account:${person.id}` },
      ...{ action: 'payment.report', fromState: 'unpaid', toState: 'reported' },
    });
    return { id, registration, person };
  };
  const report = async (
    about: Parameters<typeof buildPaymentReport>[1],
    overrides: Partial<typeof paymentReports.$inferInsert>,
  ): Promise<number> => {
    const { id } = await buildPaymentReport(db, about);
    await db.update(paymentReports).set(overrides).where(eq(paymentReports.id, id));
    return id;
  };
  /** Creates a registration whose person has reported a payment of the fee. */
  const reported = async (overrides: Partial<typeof paymentReports.$inferInsert> = {}) => {
    const { id, registration, person } = await waiting();
    const reportId = await report({ registration, account: person }, { paidMoney: fee, ...overrides });
    return { id, reportId, person };
  };
  /** Creates a group of so many people whose manager has reported one payment for all of them. */
  const reportedTogether = async (
    count: number,
    overrides: Partial<typeof paymentReports.$inferInsert> = {},
  ) => {
    const [group, manager] = [await buildGroup(db), await buildAccount(db)];
    await buildMembership(db, { group, account: manager, role: 'manager' });
    const first = await waiting(group);
    const values = { paidMoney: count * fee, ...overrides };
    const reportId = await report({ registration: first.registration, account: manager }, values);
    const ids = [first.id];
    while (ids.length < count) {
      const { id } = await waiting(group);
      await db.insert(paymentReportRegistrations).values({ reportId, registrationId: id });
      ids.push(id);
    }
    return { ids, group, reportId };
  };
  /** Imports the lines and returns all open lines. */
  const lines = async (...wanted: PlainLine[]) => {
    await importLines(db, account.id, wanted, byCashier);
    return findOpenLines(db, account.id);
  };
  const matches = async () => {
    const open = await findOpenItems(db, { id: account.id, organizationId: organization.id });
    return matchLines(parseLines(open.lines), parseReports(open.reports));
  };
  return {
    account,
    trainingClass,
    organizationId: organization.id,
    unpaid,
    reported,
    reportedTogether,
    lines,
    matches,
  };
};

const stateOf = async (db: Database, id: number) =>
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

export type Desk = Awaited<ReturnType<typeof buildDesk>>;

/** The amount that a registration owes, and the money that the branch holds for it. */
export const accountOf = async (db: Database, registrationId: number) => {
  const balance = await findBalance(db, registrationId);
  return { owed: balanceOf(balance), held: heldOf(balance) };
};

/** A payment that joins these lines with these registrations. */
export const settlement = (
  lineIds: readonly number[],
  registrationIds: readonly number[],
  difference = 0,
  note: string | null = null,
) => ({ lineIds, registrationIds, received: null, difference, note });

/**
 * The acts and queries of the tests of payments, each act in its own transaction. `db` is read late: a suite opens its
 * portal after this call.
 */
export const openPayments = (db: () => Database) => {
  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(db(), work);
  return {
    run,
    /** Does the work in a transaction that is rolled back: what would be inconsistent for itself is not kept. */
    tryOut: async (work: (tx: Tx) => Promise<void>): Promise<void> => {
      const rollBack = new Error('rolled back');
      const tried = run(async (tx) => {
        await work(tx);
        throw rollBack;
      });
      await tried.catch((error: unknown) => {
        if (error !== rollBack) throw error;
      });
    },
    buildDesk: () => buildDesk(db()),
    /** Confirms a payment. */
    settle: (input: Settlement, by = byCashier) => run((tx) => settlePayment(tx, input, by)),
    stateOf: (id: number) => stateOf(db(), id),
    refundsOf: (id: number) => refundsOf(db(), id),
    accountOf: (id: number) => accountOf(db(), id),
  };
};
