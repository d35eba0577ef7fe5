import { eq, sql } from 'drizzle-orm';
import { classes } from '../../src/catalogue/tables.ts';
import { holdsSeat, type State } from '../../src/enrolment/states.ts';
import { registrationEvents, registrations } from '../../src/enrolment/tables.ts';
import { paymentReportRegistrations, paymentReports } from '../../src/payment/tables.ts';
import type { Database } from '../../src/platform/database.ts';
import { NOW } from '../app.ts';
import { buildAccount } from './account.ts';
import { buildClass } from './catalogue.ts';
import { one } from './one.ts';

interface Overrides {
  class: { id: number };
  account: { id: number };
  group?: { id: number };
  state?: State;
  reason?: string | null;
  result?: 1 | 2;
  paymentDue?: string;
  createdAt?: Date;
  confirmBy?: Date;
  network?: string;
}

/** A registration in any state with its seat, event and payment report. */
export const buildRegistration = async (
  db: Database,
  {
    class: opening,
    account,
    group,
    state = 'pending',
    reason,
    result,
    createdAt = NOW,
    ...columns
  }: Overrides,
) => {
  const registration = one(
    await db
      .insert(registrations)
      .values({
        classId: opening.id,
        accountId: account.id,
        groupId: group?.id,
        state,
        reason: reason ?? (state === 'rejected' ? '資格不符' : null),
        result,
        ...columns,
        createdAt,
        updatedAt: createdAt,
      })
      .returning(),
  );
  await db.insert(registrationEvents).values({
    registrationId: registration.id,
    at: createdAt,
    ...(state === 'confirmed'
      ? { actor: 'staff:1', action: 'payment.confirm' }
      : { actor: 'system', action: 'registration.enrol' }),
    toState: state,
  });
  if (result) {
    await db.insert(registrationEvents).values({
      registrationId: registration.id,
      at: NOW,
      actor: 'staff:1',
      action: 'training.result',
      fromState: state,
      toState: state,
    });
  }
  if (holdsSeat(state)) {
    await db
      .update(classes)
      .set({ number: sql`${classes.number} + 1` })
      .where(eq(classes.id, opening.id));
  }
  if (state === 'reported') await buildPaymentReport(db, { registration, account });
  return registration;
};

/** Creates a class whose only seat is taken. */
export const buildFullClass = async (db: Database) => {
  const opening = await buildClass(db, { limitNumber: 1 });
  await buildRegistration(db, { class: opening, account: await buildAccount(db) });
  return opening;
};

/** A payment report for one registration, by its owner or a manager of its group. */
export const buildPaymentReport = async (
  db: Database,
  {
    registration,
    account,
  }: {
    registration: { id: number; classId: number; accountId: number; groupId: number | null };
    account: { id: number };
  },
) => {
  const report = one(
    await db
      .insert(paymentReports)
      .values({
        classId: registration.classId,
        reportedBy: account.id,
        groupId: account.id === registration.accountId ? null : registration.groupId,
        paidTime: '2026-11-30',
        lastFive: '00042',
        paidMoney: 1500,
        paidName: '王小明',
        createdAt: NOW,
      })
      .returning(),
  );
  await db
    .insert(paymentReportRegistrations)
    .values({ reportId: report.id, registrationId: registration.id });
  return report;
};

/** Pending registrations of `count` new people. */
export const buildWaiting = async (
  db: Database,
  opening: { id: number; organizationId: number },
  count: number,
) => {
  const accountIds: number[] = [];
  for (let n = 0; n < count; n++) {
    accountIds.push((await buildAccount(db, { organizationId: opening.organizationId })).id);
  }
  const facts = { classId: opening.id, state: 'pending', createdAt: NOW, updatedAt: NOW } as const;
  const made = await db
    .insert(registrations)
    .values(accountIds.map((accountId) => ({ ...facts, accountId })))
    .returning({ id: registrations.id });
  const event = { at: NOW, actor: 'system', action: 'registration.enrol', toState: 'pending' } as const;
  await db.insert(registrationEvents).values(made.map(({ id }) => ({ ...event, registrationId: id })));
  await db
    .update(classes)
    .set({ number: sql`${classes.number} + ${count}` })
    .where(eq(classes.id, opening.id));
};
