import * as z from 'zod/mini';
import { Country } from '../country.ts';
import { endpoint } from '../endpoint.ts';
import { text } from '../fields.ts';
import { normaliseIdentity } from '../identity.ts';

/** An identity, passport or residence number, which somebody may hold or not. */
export const wholeNumber = text({ label: '號碼', max: 40 }).check(z.overwrite(normaliseIdentity));
export const RELEASE_REASON_MAX = 500;

const NumberForm = z.object({ number: wholeNumber });

export const Holder = z.object({
  id: z.int(),
  country: Country,
  name: z.string(),
  /** Masked. */
  identity: z.string(),
  organization: z.nullable(z.string()),
  createdAt: z.string(),
  isMailboxConfirmed: z.boolean(),
  isSuspended: z.boolean(),
  /** From the old system: the number belongs to its holder and cannot be released. */
  isImported: z.boolean(),
  /** The seats that a release cancels, and those that stay for staff to decide about. */
  seats: z.object({ cancelled: z.int(), kept: z.int() }),
});
export type Holder = z.infer<typeof Holder>;

/** A POST keeps the number out of addresses and logs. */
export const findHolder = endpoint({
  method: 'POST',
  path: '/api/office/identifiers/holder',
  access: 'person.release',
  summary: '以完整的身分證字號、護照號碼或居留證號尋找使用該號碼的學員帳號；每次皆留下紀錄',
  body: NumberForm,
  answer: z.object({ holder: z.nullable(Holder) }),
  refusals: [],
});

export const ReleaseForm = z.object({
  reason: text({ label: '核對方式與原因', max: RELEASE_REASON_MAX, lines: true }),
});
export type ReleaseForm = z.infer<typeof ReleaseForm>;

export const Released = z.object({ id: z.int(), seats: Holder.shape.seats });
export type Released = z.infer<typeof Released>;

export const releaseNumber = endpoint({
  method: 'POST',
  path: '/api/office/identifiers/release',
  access: 'person.release',
  stepUp: true,
  summary: '釋出被他人用來加入學員的號碼；該帳號隨即停用，未繳費且未開課的報名一併取消',
  body: z.extend(ReleaseForm, { number: wholeNumber, holderId: z.int().check(z.positive()) }),
  idempotencyField: 'form',
  answer: Released,
  refusals: ['number_moved', 'account_imported'],
});
