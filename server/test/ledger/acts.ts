import { today } from '@portal/contract/dates';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { proveTrainee } from '../../src/accounts/actors.ts';
import { callOffClass } from '../../src/classes/acts/call-off-class.ts';
import { classes } from '../../src/classes/tables.ts';
import { cancelByStaff } from '../../src/enrolment/on-behalf/cancel-by-staff.ts';
import { approveRegistration } from '../../src/enrolment/review/approve-registration.ts';
import { rejectRegistration } from '../../src/enrolment/review/reject-registration.ts';
import { reopenRegistration } from '../../src/enrolment/review/reopen-registration.ts';
import { cancelRegistration } from '../../src/enrolment/seats/cancel-registration.ts';
import { enrol } from '../../src/enrolment/seats/enrol.ts';
import { moveRegistration } from '../../src/enrolment/seats/move-registration.ts';
import { registrations } from '../../src/enrolment/tables.ts';
import { findBalance } from '../../src/money/balance.ts';
import { balanceOf } from '../../src/money/rules.ts';
import { allocations, refunds } from '../../src/money/tables.ts';
import { recordPartialPayment } from '../../src/payment/record-partial-payment.ts';
import { changeRefund, payRefund, waiveRefund } from '../../src/payment/refund-steps.ts';
import { rejectReport } from '../../src/payment/reject-report.ts';
import { reportPayment } from '../../src/payment/report-payment.ts';
import { settlePayment } from '../../src/payment/settle-payment.ts';
import { paymentReportRegistrations } from '../../src/payment/tables.ts';
import { takeSurplus } from '../../src/payment/take-surplus.ts';
import { undoPayment } from '../../src/payment/undo-payment.ts';
import { type Database, inTransaction, type Tx } from '../../src/platform/database/database.ts';
import { NOW } from '../app.ts';
import { byCashier } from '../factories/desk.ts';
import { decidingStaff } from '../factories/staff.ts';

/* Acts of people and staff that move money. Each may be refused; none may break the ledger. */

export interface Life {
  readonly db: Database;
  /** Classes of several fees. */
  readonly classes: readonly { readonly id: number; readonly code: string; readonly fee: number }[];
  readonly people: readonly { readonly id: number }[];
  /** Imports a line of this amount; its id. */
  readonly line: (amount: number) => Promise<number>;
}

/** `who`, `where` and `which` choose among what there is, `extra` is added to an amount. */
export interface Choice {
  readonly who: number;
  readonly where: number;
  readonly which: number;
  readonly extra: number;
}

const staff = { actor: decidingStaff(), now: NOW };
const reason = '說明';
const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)];
const run = <T>(life: Life, work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(life.db, work);

const accountOf = ({ people }: Life, { who }: Choice): number => pick(people, who)?.id ?? 0;

/** The last registration of the person. */
const registrationOf = async (life: Life, choice: Choice) => {
  const [found] = await life.db
    .select({ id: registrations.id, code: classes.code, fee: registrations.fee, classFee: classes.fee })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(eq(registrations.accountId, accountOf(life, choice)))
    .orderBy(sql`${registrations.id} desc`)
    .limit(1);
  return found ?? { id: 0, code: '', fee: null, classFee: 0 };
};

const owedBy = async (life: Life, id: number): Promise<number> =>
  id === 0 ? 0 : balanceOf(await findBalance(life.db, id));

const ofPeople = ({ people }: Life) =>
  inArray(
    registrations.accountId,
    people.map(({ id }) => id),
  );

const paymentOf = async (life: Life, { which }: Choice): Promise<number> => {
  const found = await life.db
    .selectDistinct({ id: allocations.paymentId })
    .from(allocations)
    .innerJoin(registrations, eq(registrations.id, allocations.registrationId))
    .where(and(ofPeople(life), eq(allocations.ended, false)))
    .orderBy(allocations.paymentId);
  return pick(found, which)?.id ?? 0;
};

const refundOf = async (life: Life, { which }: Choice) => {
  const found = await life.db
    .select({ id: refunds.id, amount: refunds.amount })
    .from(refunds)
    .innerJoin(registrations, eq(registrations.id, refunds.registrationId))
    .where(and(ofPeople(life), eq(refunds.state, 'due')))
    .orderBy(refunds.id);
  return pick(found, which) ?? { id: 0, amount: 0 };
};

const pay = async (life: Life, ids: readonly number[], extra: number, by: 'line' | 'cash') => {
  let due = 0;
  for (const id of ids) due += await owedBy(life, id);
  const amount = Math.max(by === 'line' ? 1 : 0, due + extra);
  const lineIds = by === 'line' ? [await life.line(amount)] : [];
  const received = by === 'cash' ? ({ method: 'cash', amount, receivedOn: today(NOW) } as const) : null;
  const input = { lineIds, registrationIds: ids, received, difference: amount - due, note: reason };
  await run(life, (tx) => settlePayment(tx, input, byCashier));
};

const changeOne = async (life: Life, choice: Choice) => {
  const { id, amount } = await refundOf(life, choice);
  const wanted = Math.max(1, amount + choice.extra);
  await run(life, (tx) =>
    changeRefund(tx, { refundId: id, amount: wanted, before: amount, reason }, byCashier),
  );
};

const moveOne = async (life: Life, choice: Choice) => {
  const { id, fee, classFee } = await registrationOf(life, choice);
  const target = pick(life.classes, choice.where);
  const input = { registrationId: id, code: target?.code ?? '', reason };
  const difference = (target?.fee ?? 0) - (fee ?? classFee);
  await run(life, (tx) => moveRegistration(tx, { ...input, difference }, staff));
};

const reportOne = async (life: Life, choice: Choice) => {
  const { id, code } = await registrationOf(life, choice);
  const paidMoney = Math.max(0, (await owedBy(life, id)) + choice.extra);
  const remittance = { paidTime: today(NOW), lastFive: '00042', paidMoney, paidName: '王小明' };
  const by = { actor: proveTrainee({ accountId: accountOf(life, choice) }), now: NOW };
  await run(life, (tx) => reportPayment(tx, { code, ...remittance }, by));
};

const rejectOne = async (life: Life, choice: Choice) => {
  const { id } = await registrationOf(life, choice);
  const [open] = await life.db
    .select({ reportId: paymentReportRegistrations.reportId })
    .from(paymentReportRegistrations)
    .where(
      and(eq(paymentReportRegistrations.registrationId, id), isNull(paymentReportRegistrations.outcome)),
    );
  await run(life, (tx) => rejectReport(tx, { reportId: open?.reportId ?? 0, reason }, byCashier));
};

const payInPart = async (life: Life, choice: Choice) => {
  const { id } = await registrationOf(life, choice);
  const due = await owedBy(life, id);
  const amount = Math.max(1, due - 1 - Math.abs(choice.extra));
  const input = { lineIds: [await life.line(amount)], registrationIds: [id], missing: due - amount };
  await run(life, (tx) => recordPartialPayment(tx, input, byCashier));
};

const onRegistration =
  (work: (tx: Tx, registrationId: number) => Promise<unknown>) => async (life: Life, choice: Choice) => {
    const { id } = await registrationOf(life, choice);
    await run(life, (tx) => work(tx, id));
  };

export const acts = {
  enrol: async (life, choice) => {
    const by = { actor: proveTrainee({ accountId: accountOf(life, choice) }), now: NOW };
    await run(life, (tx) => enrol(tx, { code: pick(life.classes, choice.where)?.code ?? '' }, by));
  },
  approve: onRegistration((tx, registrationId) => approveRegistration(tx, { registrationId }, staff)),
  reject: onRegistration((tx, registrationId) => rejectRegistration(tx, { registrationId, reason }, staff)),
  reopen: onRegistration((tx, registrationId) => reopenRegistration(tx, { registrationId, reason }, staff)),
  cancelByStaff: onRegistration((tx, registrationId) => cancelByStaff(tx, { registrationId, reason }, staff)),
  cancel: async (life, choice) => {
    const { code } = await registrationOf(life, choice);
    const by = { actor: proveTrainee({ accountId: accountOf(life, choice) }), now: NOW };
    await run(life, (tx) => cancelRegistration(tx, { code }, by));
  },
  postpone: async (life, choice) => {
    const postponed = { postponedAt: new Date(NOW.getTime() + 1), freeCancelUntil: '2099-12-31' };
    const { id } = pick(life.classes, choice.where) ?? { id: 0 };
    await life.db.update(classes).set(postponed).where(eq(classes.id, id));
  },
  callOff: async (life, choice) => {
    const { id } = pick(life.classes, choice.where) ?? { id: 0 };
    const input = { id, version: 0, reason: 'disaster', text: '颱風' } as const;
    await run(life, (tx) => callOffClass(tx, input, staff));
  },
  move: moveOne,
  report: reportOne,
  rejectReport: rejectOne,
  payByLine: async (life, choice) =>
    pay(life, [(await registrationOf(life, choice)).id], choice.extra, 'line'),
  payInCash: async (life, choice) =>
    pay(life, [(await registrationOf(life, choice)).id], choice.extra, 'cash'),
  payTogether: async (life, choice) => {
    const ids = [choice.who, choice.who + 1].map(
      async (who) => (await registrationOf(life, { ...choice, who })).id,
    );
    await pay(life, await Promise.all(ids), choice.extra, 'line');
  },
  payInPart,
  takeSurplus: async (life, choice) => {
    const registrationIds = [(await registrationOf(life, choice)).id];
    const input = { lineIds: [await life.line(700)], registrationIds, reason };
    await run(life, (tx) => takeSurplus(tx, input, byCashier));
  },
  undo: async (life, choice) => {
    const paymentId = await paymentOf(life, choice);
    await run(life, (tx) => undoPayment(tx, { paymentId, reason }, byCashier));
  },
  changeRefund: changeOne,
  payRefund: async (life, choice) => {
    const { id: refundId, amount } = await refundOf(life, choice);
    const input = { refundId, amount, paidOn: today(NOW), reference: 'A1' };
    await run(life, (tx) => payRefund(tx, input, byCashier));
  },
  waiveRefund: async (life, choice) => {
    const { id: refundId } = await refundOf(life, choice);
    await run(life, (tx) => waiveRefund(tx, { refundId, reason }, byCashier));
  },
} as const satisfies Record<string, (life: Life, choice: Choice) => Promise<void>>;

export type Act = keyof typeof acts;
