import * as z from 'zod/mini';
import { ClassCode, GroupQuery } from './class-code.ts';
import { addYears, isDate, looksMinguo } from './dates.ts';
import { endpoint } from './endpoint.ts';
import { BankAccount, dues, Shortfall } from './enrolment.ts';
import type { RefusalCode } from './errors.ts';
import { refuse, text } from './fields.ts';
import { lastFive } from './primitives.ts';
import { Situation } from './situation.ts';

/** Whole New Taiwan dollars. */
const PAID_MONEY_MAX = 9_999_999;

const dateFault = (value: string): string | null => {
  if (looksMinguo(value)) return '匯款日期請輸入西元年';
  return isDate(value) ? null : '匯款日期不是有效的日期';
};

/** Allows days up to a year before `today`. */
export const paidTimeFault = (
  date: string,
  today: string,
): Extract<RefusalCode, 'paid_time_late' | 'paid_time_early'> | null => {
  if (date > today) return 'paid_time_late';
  return date < addYears(today, -1) ? 'paid_time_early' : null;
};

const notFive = '末五碼須為 0 至 99999 的數字';

const lastFiveFault = (value: string | number): string | null => {
  if (value === '') return '請輸入匯款帳號或收據末五碼';
  return lastFive(value) === null ? notFive : null;
};

const paidMoneyFault = (value: number): string | null => {
  if (value < 0) return '匯款金額不得小於 0';
  if (!Number.isInteger(value)) return '匯款金額必須為整數';
  return value > PAID_MONEY_MAX ? '匯款金額必須介於 0 至 9,999,999 之間' : null;
};

const required =
  (sentence: string, otherwise: string) =>
  ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === '' ? sentence : otherwise;

export const PaymentForm = z.object({
  paid_time: text({ label: '匯款日期', max: 40 }).check(refuse(dateFault)),
  /** Five digits as a text, `00042`; comes in as a number too, or without its zeros. */
  last_five: z.pipe(
    z
      .union([z.string(), z.number()], { error: required('請輸入匯款帳號或收據末五碼', notFive) })
      .check(refuse(lastFiveFault)),
    z.transform((value) => lastFive(value) ?? ''),
  ),
  paid_name: text({ label: '匯款人姓名', max: 50, tooLong: '匯款人姓名不得超過 50 個字' }),
  /** Whole New Taiwan dollars. */
  paid_money: z
    .number({ error: required('請輸入匯款金額', '匯款金額必須為數字') })
    .check(refuse(paidMoneyFault)),
});
export type PaymentForm = z.infer<typeof PaymentForm>;

/** The fields of the last report are null before the first one. */
export const PaymentInfo = z.object({
  organization: z.string(),
  code: z.string(),
  train: z.string(),
  start_time: z.string(),
  place: z.string(),
  situation: Situation,
  /** 1, or the number of the group's seats. */
  number: z.int(),
  /** Registrations that a report would cover now. */
  covered: z.int(),
  paid_time: z.nullable(z.string()),
  last_five: z.nullable(z.string()),
  paid_money: z.nullable(z.int()),
  paid_name: z.nullable(z.string()),
  ...dues,
  bank_account: z.nullable(BankAccount),
  /** Null if the reports under review name all that is due. */
  shortfall: z.nullable(Shortfall),
});
export type PaymentInfo = z.infer<typeof PaymentInfo>;

export const paymentCheck = endpoint({
  method: 'POST',
  path: '/api/class/:code/check',
  access: 'trainee',
  summary: '繳費回報的課程資料與最近一次回報；group 指定管理的團體',
  params: ClassCode,
  query: GroupQuery,
  allowedOnFullDisk: true,
  answer: PaymentInfo,
  refusals: ['not_applied', 'payment_not_approved', 'payment_confirmed'],
});

export const reportPayment = endpoint({
  method: 'POST',
  path: '/api/class/:code/lastfive',
  access: 'trainee',
  summary: '繳費回報：自己的報名，或所管理團體在此課程所有未繳費的報名；審查前可再次回報更正',
  params: ClassCode,
  query: GroupQuery,
  body: PaymentForm,
  idempotencyField: 'Class',
  answer: z.extend(ClassCode, { shortfall: z.nullable(Shortfall) }),
  refusals: [...paymentCheck.refusals, 'paid_time_late', 'paid_time_early'],
});
