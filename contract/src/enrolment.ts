import * as z from 'zod/mini';
import { ClassCode, GroupQuery } from './class-code.ts';
import { endpoint } from './endpoint.ts';
import { Situation } from './situation.ts';

/** null under review, 1 yes, 0 no. */
export const Tristate = z.nullable(z.int().check(z.minimum(0), z.maximum(1)));

/** Another class of the person at the same hours. */
export const SameHours = z.object({ code: z.string(), train: z.string(), start_time: z.string() });
export type SameHours = z.infer<typeof SameHours>;

const KnownCode = z.object({ code: z.string() });

/** Null if the organisation has no account. */
export const BankAccount = z.object({
  bank: z.string(),
  holder: z.string(),
  number: z.string(),
});
export type BankAccount = z.infer<typeof BankAccount>;

/** Money is in whole New Taiwan dollars. */
export const dues = {
  /** The fee for each person; 0 is free. */
  fee: z.int(),
  /** The number of approved seats that are neither reported nor confirmed. */
  unpaid: z.int(),
  /** The fees of the unpaid seats, less what was received in partial payments. */
  amount: z.int(),
  /** The earliest payment deadline. */
  payment_due: z.nullable(z.string()),
  /** The deadline is over, by the server's clock. */
  overdue: z.boolean(),
};

export type Dues = z.infer<z.ZodMiniObject<typeof dues>>;

/** How much less the reports under review name than is due. */
export const Shortfall = z.object({
  reported: z.int(),
  due: z.int(),
  /** `due` without `reported`. */
  missing: z.int(),
  /** The deadline, which stays until staff confirm the payment. */
  payment_due: z.nullable(z.string()),
  overdue: z.boolean(),
});
export type Shortfall = z.infer<typeof Shortfall>;

/** `enable`: approved. */
export const RegistrationInfo = z.object({
  enable: z.boolean(),
  organization: z.string(),
  code: z.string(),
  train: z.string(),
  start_time: z.string(),
  /** 1, or the number of the group's seats. */
  number: z.int(),
  paid_html: z.nullable(z.string()),
  info: z.nullable(z.string()),
  paid: Tristate,
  situation: Situation,
  /** The managed group whose seats these are; null for the person's own registration. */
  group_code: z.nullable(z.string()),
  place: z.string(),
  end_time: z.nullable(z.string()),
  /** Days from the approval to the payment deadline. */
  payment_days: z.int(),
  ...dues,
  /** Null before the approval. */
  bank_account: z.nullable(BankAccount),
  /** When the registration lapses unless the mailbox is confirmed; null for never. */
  confirm_by: z.nullable(z.string()),
});
export type RegistrationInfo = z.infer<typeof RegistrationInfo>;

export const ReportedPayment = z.object({
  paid_time: z.string(),
  last_five: z.string(),
  paid_money: z.int(),
});
export type ReportedPayment = z.infer<typeof ReportedPayment>;

export const RecordAccount = z.object({
  /** Received in all. */
  received: z.int(),
  /** The day of the last payment. */
  paid_on: z.string(),
  /** The amount that is still to be paid. */
  missing: z.int(),
  /** The refund that is due. */
  refund_due: z.int(),
  /** The refund that was paid. */
  refunded: z.int(),
});
export type RecordAccount = z.infer<typeof RecordAccount>;

export const RegistrationRecord = z.object({
  id: z.int(),
  organization: z.string(),
  code: z.string(),
  train: z.string(),
  start_time: z.string(),
  /** The class has begun, by the server's clock. */
  started: z.boolean(),
  group: z.nullable(z.string()),
  /** Set on the one row for all seats of a managed group. */
  group_code: z.nullable(z.string()),
  enable: Tristate,
  paid: Tristate,
  situation: Situation,
  reason: z.nullable(z.string()),
  /** Why the registration before was rejected, while the person is under review again. */
  last_rejection: z.nullable(z.string()),
  can_see_payment: z.boolean(),
  can_report_payment: z.boolean(),
  /** Always false in a group's row: its seats are changed through the roster. */
  can_cancel: z.boolean(),
  can_edit_roster: z.boolean(),
  can_enrol_again: z.boolean(),
  can_check_in: z.boolean(),
  number: z.int(),
  place: z.string(),
  end_time: z.nullable(z.string()),
  contact_name: z.string(),
  contact_phone: z.string(),
  payment_days: z.int(),
  ...dues,
  /** Only for a managed group. A person who has left the group may still have to pay. */
  unpaid_people: z.array(z.object({ name: z.string(), has_left: z.boolean() })),
  /** Counts the people of a managed group whose qualification is under review. */
  pending: z.int(),
  /** Counts the people of a managed group whose payment is under review. */
  reported_people: z.int(),
  /** Counts the people of a managed group whose registration is complete. */
  confirmed: z.int(),
  /** Missing required documents, while they may be added; null if the course asks for none. */
  documents: z.nullable(z.object({ missing: z.int() })),
  /** The latest report, while it is under review. */
  reported: z.nullable(ReportedPayment),
  /** Null if nothing is missing. */
  shortfall: z.nullable(Shortfall),
  /** When the registration lapses; null for never. */
  confirm_by: z.nullable(z.string()),
  /** The money received for one's own registration; missing while there is none. */
  account: z.optional(RecordAccount),
});
export type RegistrationRecord = z.infer<typeof RegistrationRecord>;

export const precheck = endpoint({
  method: 'POST',
  path: '/api/class/personal/precheck',
  access: 'trainee',
  summary: '可否個人報名此課程',
  body: ClassCode,
  allowedOnFullDisk: true,
  answer: z.extend(KnownCode, { same_hours: z.array(SameHours) }),
  refusals: [
    'class_unknown',
    'personal_not_allowed',
    'class_not_open_yet',
    'class_closed',
    'class_started',
    'class_full',
    'already_applied',
    'email_unconfirmed',
    'seat_lapsed',
  ],
});

export const enrol = endpoint({
  method: 'POST',
  path: '/api/class/personal/create',
  access: 'trainee',
  summary: '個人報名',
  body: ClassCode,
  idempotencyField: 'Class',
  answer: KnownCode,
  refusals: precheck.refusals,
});

export const registrationInfo = endpoint({
  method: 'POST',
  path: '/api/class/personal/check',
  access: 'trainee',
  summary: '報名資訊／繳費資訊',
  query: GroupQuery,
  body: ClassCode,
  allowedOnFullDisk: true,
  answer: RegistrationInfo,
  refusals: ['class_unknown', 'not_applied', 'registration_rejected'],
});

export const records = endpoint({
  method: 'POST',
  path: '/api/class/personal/Record',
  access: 'trainee',
  summary: '報名繳費紀錄',
  allowedOnFullDisk: true,
  answer: z.object({
    FinishRecords: z.array(RegistrationRecord),
    UncheckedRecords: z.array(RegistrationRecord),
  }),
  refusals: [],
});

export const cancelRegistration = endpoint({
  method: 'POST',
  path: '/api/class/personal/cancel',
  access: 'trainee',
  summary: '取消報名',
  body: ClassCode,
  answer: KnownCode,
  refusals: [
    'class_unknown',
    'registration_unknown',
    'cancel_after_paying',
    'cancel_under_review',
    'cancel_after_start',
    'cancel_group_seat',
  ],
});
