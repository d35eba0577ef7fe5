import { addYears, today } from '@portal/contract/dates';
import { refuse } from '@portal/contract/fields';
import { PaymentForm, type PaymentInfo, paidTimeFault } from '@portal/contract/payment';
import { paymentRefusals } from '@portal/contract/refusals/payments';
import * as z from 'zod/mini';

export const paymentDays = () => {
  const max = today(new Date());
  return { min: addYears(max, -1), max };
};

const dayFault = (date: string): string | null => {
  const { min, max } = paymentDays();
  const fault = paidTimeFault(date, max);
  return fault && paymentRefusals[fault].text.replace('{date}', min);
};

/** Accepts `1,500`, `NT$1,500` and full-width digits. The contract refuses other texts. */
export const amountOf = (typed: string): unknown => {
  const plain = typed
    .normalize('NFKC')
    .replace(/^\s*NT\$?|[,\s元]/gi, '')
    .trim();
  if (plain === '') return undefined;
  return /^-?[0-9]{1,15}(\.[0-9]+)?$/.test(plain) ? Number(plain) : plain;
};

/** The day is checked by this device's clock. */
export const PaymentInput = z.extend(PaymentForm, {
  paid_time: PaymentForm.shape.paid_time.check(refuse(dayFault)),
  paid_money: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => amountOf(typed) as number),
    ),
    PaymentForm.shape.paid_money,
  ),
});

export type PaymentValues = z.input<typeof PaymentInput>;
export type PaymentOutput = z.output<typeof PaymentInput>;

export const FIELDS = [
  'paid_time',
  'last_five',
  'paid_name',
  'paid_money',
] as const satisfies readonly (keyof PaymentValues)[];

export const initialValues = (
  draft: Readonly<Record<string, string>> | null,
  { paid_time, last_five, paid_name, paid_money }: PaymentInfo,
): PaymentValues => {
  const reported = { paid_time, last_five, paid_name, paid_money: paid_money?.toString() ?? null };
  const value = (field: keyof PaymentValues) => draft?.[field] ?? reported[field] ?? '';
  return {
    paid_time: value('paid_time'),
    last_five: value('last_five'),
    paid_name: value('paid_name'),
    paid_money: value('paid_money'),
  };
};

/** The typed amount is a number, but not what is due. */
export const differsFromDue = (typed: string, due: number): boolean => {
  const amount = amountOf(typed);
  return due > 0 && typeof amount === 'number' && amount !== due;
};
