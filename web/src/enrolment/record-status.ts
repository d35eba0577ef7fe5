import type { Situation } from '@portal/contract/situation';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';

const { status } = enrolmentText;

export interface RecordStatus {
  readonly text: string;
  readonly tone: 'ok' | 'warn' | 'danger' | 'info';
}

/** Specification §4, unchecked record status. */
export const recordStatus: Readonly<Record<Situation, RecordStatus>> = {
  pending: { text: status.pending, tone: 'info' },
  rejected: { text: status.rejected, tone: 'danger' },
  unpaid: { text: status.unpaid, tone: 'warn' },
  reported: { text: status.reported, tone: 'info' },
  confirmed: { text: status.paid, tone: 'ok' },
};
