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

type Typed = Readonly<Record<keyof PaymentValues, string>>;

const reportedIn = ({ paid_time, last_five, paid_name, paid_money }: PaymentInfo): Typed => ({
  paid_time: paid_time ?? '',
  last_five: last_five ?? '',
  paid_name: paid_name ?? '',
  paid_money: `${paid_money ?? ''}`,
});

/** What is most likely: paid today by the person, in full. */
const expectedFrom = ({ amount }: PaymentInfo, payer: string): Typed => ({
  paid_time: today(new Date()),
  last_five: '',
  paid_name: payer,
  paid_money: amount > 0 ? `${amount}` : '',
});

export const initialValues = (
  draft: Readonly<Record<string, string>> | null,
  payment: PaymentInfo,
  payer: string,
): PaymentValues => {
  const begun = payment.paid_time === null ? expectedFrom(payment, payer) : reportedIn(payment);
  const value = (field: keyof PaymentValues) => draft?.[field] ?? begun[field];
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

export type Doubt = 'digits' | 'less' | 'more';

/** What may be a slip: somebody who typed fewer digits may have left one out, with which the payment would not be found. */
export const doubtsAbout = (
  typedDigits: string,
  { last_five, paid_money }: PaymentOutput,
  due: number,
): Doubt[] => {
  const doubts: Doubt[] = typedDigits.trim().length < last_five.length ? ['digits'] : [];
  if (due > 0 && paid_money !== due) doubts.push(paid_money < due ? 'less' : 'more');
  return doubts;
};
