import * as z from 'zod/mini';
import { ClassCode, GroupQuery } from './class-code.ts';
import { endpoint } from './endpoint.ts';

/** null under review, 1 yes, 0 no. */
export const Tristate = z.nullable(z.int().check(z.minimum(0), z.maximum(1)));

/** The code of the class that was meant. */
const KnownCode = z.object({ code: z.string() });

/** Null if the organisation has set no account. */
export const BankAccount = z.object({
  /** Name, code and branch. */
  bank: z.string(),
  holder: z.string(),
  number: z.string(),
});
export type BankAccount = z.infer<typeof BankAccount>;

/** Money is in whole New Taiwan dollars. */
export const dues = {
  /** For each person; 0 is free. */
  fee: z.int(),
  /** For all seats that are approved and unpaid. */
  amount: z.int(),
  /** The earliest last day to pay for one of them. */
  payment_due: z.nullable(z.string()),
};

export type Dues = z.infer<z.ZodMiniObject<typeof dues>>;

/** State of a registration: `enable` true may be paid, false waits for approval. */
export const RegistrationInfo = z.object({
  enable: z.boolean(),
  organization: z.string(),
  code: z.string(),
  train: z.string(),
  start_time: z.string(),
  /** 1 for one's own seat, the group's seats for a group's. */
  number: z.int(),
  /** How many of them are neither reported nor confirmed. */
  unpaid: z.int(),
  paid_html: z.nullable(z.string()),
  info: z.nullable(z.string()),
  paid: Tristate,
  place: z.string(),
  end_time: z.nullable(z.string()),
  ...dues,
  /** Told with the approval. */
  bank_account: z.nullable(BankAccount),
});
export type RegistrationInfo = z.infer<typeof RegistrationInfo>;

export const RegistrationRecord = z.object({
  id: z.int(),
  organization: z.string(),
  code: z.string(),
  train: z.string(),
  start_time: z.string(),
  /** The group's name; null for a personal registration. */
  group: z.nullable(z.string()),
  /** Set on the one row that stands for all seats of a group which the caller manages. */
  group_code: z.nullable(z.string()),
  enable: Tristate,
  paid: Tristate,
  reason: z.nullable(z.string()),
  /** The payment instructions are there: it was approved. */
  can_see_payment: z.boolean(),
  /** A payment may be reported, or the report corrected. */
  can_report_payment: z.boolean(),
  /** The caller may cancel it now. Never a group's row: its seats are changed through the roster. */
  can_cancel: z.boolean(),
  /** For a group's row: the caller may change its roster now. */
  can_edit_roster: z.boolean(),
  /** The caller's own seat is confirmed: it has a check-in code. */
  can_check_in: z.boolean(),
  /** Seats that the row stands for. */
  number: z.int(),
  place: z.string(),
  end_time: z.nullable(z.string()),
  contact_name: z.string(),
  contact_phone: z.string(),
  ...dues,
  /** How many required documents are missing, while they may be added; null where the course asks for none. */
  documents: z.nullable(z.object({ missing: z.int() })),
});
export type RegistrationRecord = z.infer<typeof RegistrationRecord>;

export const precheck = endpoint({
  method: 'POST',
  path: '/api/class/personal/precheck',
  access: 'trainee',
  summary: '可否個人報名此課程',
  body: ClassCode,
  allowedOnFullDisk: true,
  answer: KnownCode,
  refusals: [
    'class_unknown',
    'personal_not_allowed',
    'class_not_open_yet',
    'class_closed',
    'class_started',
    'class_full',
    'already_applied',
    'email_unconfirmed',
  ],
});

export const enrol = endpoint({
  method: 'POST',
  path: '/api/class/personal/create',
  access: 'trainee',
  summary: '個人報名',
  body: ClassCode,
  idempotent: 'Class',
  answer: KnownCode,
  refusals: precheck.refusals,
});

export const registrationInfo = endpoint({
  method: 'POST',
  path: '/api/class/personal/check',
  access: 'trainee',
  summary: '報名資訊／繳費資訊',
  /** The code of a managed group: its seats are meant, not one's own. */
  query: GroupQuery,
  body: ClassCode,
  allowedOnFullDisk: true,
  answer: RegistrationInfo,
  refusals: ['class_unknown', 'not_applied'],
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
