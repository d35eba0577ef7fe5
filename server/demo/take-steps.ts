import { addDays, today } from '@portal/contract/dates';
import { inArray } from 'drizzle-orm';
import { proveTrainee } from '../src/accounts/actors.ts';
import { accounts } from '../src/accounts/tables.ts';
import { approveInClass } from '../src/enrolment/review/approve-registration.ts';
import { enrolPeople } from '../src/enrolment/seats/enrol.ts';
import { confirmPayments } from '../src/payment/confirm-payment.ts';
import { reportPayment } from '../src/payment/report-payment.ts';
import type { Tx } from '../src/platform/database/database.ts';
import type { Staff } from '../src/staff/actors.ts';

/* What people and staff do with registrations of one class, for many people at once. */

/** The state that a registration reaches. */
export type Stage = 'pending' | 'unpaid' | 'reported' | 'confirmed';

interface ClassOfDemo {
  readonly id: number;
  readonly code: string;
  readonly fee: number;
}

interface Journey {
  readonly accountId: number;
  readonly to: Stage;
}

/** People who enrol at the same time. */
export interface Wave {
  readonly journeys: readonly Journey[];
  readonly enrolledAt: Date;
  readonly approvedAt: Date;
  /** When the payments are reported, or confirmed. */
  readonly paidAt: Date;
}

/** Each payer has digits of their own, some with zeros at the beginning. */
const digitsOf = (accountId: number, code: string): string => {
  const mixed = (accountId * 7919 + code.length * 104_729 + Number(code.slice(-3)) * 613) % 100_000;
  return String(accountId % 4 === 1 ? mixed % 10_000 : mixed).padStart(5, '0');
};

const findNames = async (tx: Tx, ids: readonly number[]) => {
  const found = await tx
    .select({ id: accounts.id, name: accounts.chineseName })
    .from(accounts)
    .where(inArray(accounts.id, [...ids]));
  return new Map(found.map(({ id, name }) => [id, name ?? '']));
};

/** Each pays the fee from their own account, the day before. */
const report = async (
  tx: Tx,
  { code, fee }: ClassOfDemo,
  people: readonly number[],
  now: Date,
): Promise<void> => {
  if (people.length === 0) return;
  const names = await findNames(tx, people);
  for (const accountId of people) {
    const remittance = {
      lastFive: digitsOf(accountId, code),
      paidMoney: fee,
      paidName: names.get(accountId) ?? '',
    };
    const paidTime = addDays(today(now), -1);
    await reportPayment(tx, { code, paidTime, ...remittance }, { actor: proveTrainee({ accountId }), now });
  }
};

/** Enrols the people. Returns the ids of their registrations, in their order. */
const enrol = async (tx: Tx, code: string, people: readonly number[], now: Date): Promise<number[]> => {
  const applicants = people.map((accountId) => ({ actor: proveTrainee({ accountId }) }));
  const outcomes = await enrolPeople(tx, { code, applicants }, now);
  return outcomes.map((outcome) => {
    if (outcome instanceof Error) throw outcome;
    return outcome;
  });
};

/** Enrols people and takes them to their states. Returns the ids of their registrations, in their order. */
export const takeSteps = async (
  tx: Tx,
  trainingClass: ClassOfDemo,
  { journeys, enrolledAt, approvedAt, paidAt }: Wave,
  staff: Staff,
): Promise<number[]> => {
  const { id: classId, code, fee } = trainingClass;
  const ids = await enrol(
    tx,
    code,
    journeys.map(({ accountId }) => accountId),
    enrolledAt,
  );
  const idsTo = (stages: readonly Stage[]) =>
    ids.filter((_, at) => stages.includes(journeys[at]?.to ?? 'pending'));
  const approved = idsTo(['unpaid', 'reported', 'confirmed']);
  if (approved.length > 0)
    await approveInClass(tx, { classId, registrationIds: approved }, { actor: staff, now: approvedAt });
  // An approval confirms at once if there is nothing to pay.
  if (fee === 0) return ids;
  const reporting = journeys.filter(({ to }) => to === 'reported').map(({ accountId }) => accountId);
  await report(tx, trainingClass, reporting, paidAt);
  const paid = idsTo(['confirmed']);
  if (paid.length > 0) await confirmPayments(tx, { registrationIds: paid }, { actor: staff, now: paidAt });
  return ids;
};
