import { enrolmentText } from '../text/zh-TW/enrolment.ts';

const { status } = enrolmentText;

interface Standing {
  readonly enable: number | null;
  readonly paid: number | null;
  readonly reason: string | null;
}

export interface RecordStatus {
  readonly text: string;
  /** Why somebody is not qualified, or a payment was not found. */
  readonly reason: string | null;
  readonly tone: 'ok' | 'warn' | 'danger' | 'info';
}

/** The status of a registration as its row shows it (specification §4, unchecked record status). */
export const recordStatus = ({ enable, paid, reason }: Standing): RecordStatus => {
  if (enable === null) return { text: status.pending, reason: null, tone: 'info' };
  if (enable !== 1) return { text: status.refused, reason, tone: 'danger' };
  if (paid === null) return { text: status.reported, reason: null, tone: 'info' };
  return paid === 1
    ? { text: status.paid, reason: null, tone: 'ok' }
    : { text: status.unpaid, reason, tone: 'warn' };
};
