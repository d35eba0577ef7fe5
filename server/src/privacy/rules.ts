import { addDays, today } from '@portal/contract/dates';
import { legalDays } from '@portal/contract/office/privacy';
import type { PrivacyKind } from './states.ts';

interface Clock {
  readonly kind: PrivacyKind;
  readonly requestedAt: Date;
  readonly extendedAt: Date | null;
}

/** The last day for the decision: 個人資料保護法 §13. */
export const dueOn = ({ kind, requestedAt, extendedAt }: Clock): string =>
  addDays(today(requestedAt), legalDays[kind] * (extendedAt ? 2 : 1));

/** Negative after the last day. */
export const daysBetween = (from: string, until: string): number =>
  Math.round((Date.parse(until) - Date.parse(from)) / (24 * 3_600_000));
