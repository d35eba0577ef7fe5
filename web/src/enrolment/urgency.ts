import type { RegistrationRecord } from '@portal/contract/enrolment';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';

const text = enrolmentText.urgent;

/** Most urgent first. */
const urgencies = [
  ...(['unpaid', 'short', 'documents', 'covered'] as const),
  ...(['rejected', 'pending', 'reported', 'confirmed'] as const),
] as const;
/**
 * The situation; `covered` if it is unpaid and nothing is due, `short` if reports name less than is due, or `documents` if
 * some are missing and no payment is open.
 */
export type Urgency = (typeof urgencies)[number];

/** Unpaid, but partial payments cover the fee, for example after a move to a cheaper class: staff have to confirm it. */
export const isCovered = ({ situation, amount }: Pick<RegistrationRecord, 'situation' | 'amount'>): boolean =>
  situation === 'unpaid' && amount === 0;

export const urgencyOf = (record: RegistrationRecord): Urgency => {
  const { situation, shortfall, documents } = record;
  if (situation === 'unpaid') return isCovered(record) ? 'covered' : 'unpaid';
  if (shortfall) return 'short';
  return documents && documents.missing > 0 ? 'documents' : situation;
};

export const hasToPay = (record: RegistrationRecord): boolean =>
  ['unpaid', 'short'].includes(urgencyOf(record));

/** The one record to pay: a page then needs one button for it. Null if there are none or several. */
export const onlyToPay = (records: readonly RegistrationRecord[]): RegistrationRecord | null => {
  const [first = null, ...others] = records.filter(hasToPay);
  return others.length === 0 ? first : null;
};

const rank = (record: RegistrationRecord): number => urgencies.indexOf(urgencyOf(record));

const dayOf = ({ payment_due, shortfall, start_time }: RegistrationRecord): string =>
  payment_due ?? shortfall?.payment_due ?? start_time;

export const byUrgency = (records: readonly RegistrationRecord[]): RegistrationRecord[] =>
  records.toSorted((one, other) => rank(one) - rank(other) || dayOf(one).localeCompare(dayOf(other)));

/** Joins the counts of these urgencies, without those that no record has: `1 筆未繳費、2 筆資格不符`. */
export const headlineOf = (
  records: readonly RegistrationRecord[],
  counted: readonly (keyof typeof text & Urgency)[],
): string =>
  counted
    .map((urgency) => ({ urgency, count: countOf(records, urgency) }))
    .filter(({ count }) => count > 0)
    .map(({ urgency, count }) => text[urgency](count))
    .join('、');

export const countOf = (records: readonly RegistrationRecord[], urgency: Urgency): number =>
  records.filter((record) => urgencyOf(record) === urgency).length;
