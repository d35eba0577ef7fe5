import { isoTaipei } from '@portal/contract/dates';
import type { PaymentInfo } from '@portal/contract/payment';
import { bankAccountOf, duesOf, shortfallOf, situationOf } from '../enrolment/rules.ts';
import { dueOf } from '../money/rules.ts';
import type { Payable, PaymentReport } from './queries.ts';

export const presentPaymentInfo = (
  { trainingClass, selection, covered }: Payable,
  reports: readonly PaymentReport[],
  now: Date,
): PaymentInfo => {
  const [report] = reports;
  const reportOf = new Map(reports.map((each) => [each.registrationId, each]));
  return {
    organization: trainingClass.organization,
    code: trainingClass.code,
    train: trainingClass.train,
    start_time: isoTaipei(trainingClass.startTime),
    place: trainingClass.place,
    situation: situationOf(selection),
    number: selection.registrations.length,
    covered: covered.length,
    paid_time: report?.paidTime ?? null,
    last_five: report?.lastFive ?? null,
    paid_money: report?.paidMoney ?? null,
    paid_name: report?.paidName ?? null,
    ...duesOf(covered[0]?.fee ?? trainingClass.fee, covered, now),
    amount: dueOf(covered),
    bank_account: bankAccountOf(trainingClass),
    shortfall: shortfallOf(
      covered.map((seat) => ({ ...seat, report: reportOf.get(seat.id) ?? null })),
      now,
    ),
  };
};
