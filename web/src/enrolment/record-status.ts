import { enrolmentText } from '../text/zh-TW/enrolment.ts';

const { status } = enrolmentText;

interface Standing {
  readonly enable: number | null;
  readonly paid: number | null;
  readonly reason: string | null;
}

export interface RecordStatus {
  readonly text: string;
  readonly tone: 'ok' | 'warn' | 'danger' | 'info';
}

/** The status of a registration as its row shows it (specification §4, unchecked record status). */
export const recordStatus = ({ enable, paid, reason }: Standing): RecordStatus => {
  if (enable === null) return { text: status.pending, tone: 'info' };
  if (enable !== 1) return { text: withReason(status.refused, reason), tone: 'danger' };
  if (paid === null) return { text: status.reported, tone: 'info' };
  return paid === 1
    ? { text: status.paid, tone: 'ok' }
    : { text: withReason(status.unpaid, reason), tone: 'warn' };
};

const withReason = (text: string, reason: string | null) => (reason ? status.withReason(text, reason) : text);
