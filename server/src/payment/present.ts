import { isoTaipei } from '@portal/contract/dates';
import type { PaymentInfo } from '@portal/contract/payment';
import { bankAccountOf, duesOf } from '../enrolment/rules.ts';
import type { Payable, PaymentReport } from './queries.ts';

export const presentPaymentInfo = (
  { opening, selection, covered }: Payable,
  report: PaymentReport | null,
  now: Date,
): PaymentInfo => ({
  organization: opening.organization,
  code: opening.code,
  train: opening.train,
  start_time: isoTaipei(opening.startTime),
  number: selection.registrations.length,
  covered: covered.length,
  paid_time: report?.paidTime ?? null,
  last_five: report?.lastFive ?? null,
  paid_money: report?.paidMoney ?? null,
  paid_name: report?.paidName ?? null,
  ...duesOf(opening.fee, covered, now),
  amount: opening.fee * covered.length,
  bank_account: bankAccountOf(opening),
});
