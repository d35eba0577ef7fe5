import { enrolmentText } from '../text/zh-TW/enrolment.ts';

const { status } = enrolmentText;

interface RegistrationState {
  readonly enable: number | null;
  readonly paid: number | null;
}

export interface RecordStatus {
  readonly text: string;
  readonly tone: 'ok' | 'warn' | 'danger' | 'info';
}

/** Specification §4, unchecked record status. */
export const recordStatus = ({ enable, paid }: RegistrationState): RecordStatus => {
  if (enable === null) return { text: status.pending, tone: 'info' };
  if (enable !== 1) return { text: status.refused, tone: 'danger' };
  if (paid === null) return { text: status.reported, tone: 'info' };
  return paid === 1 ? { text: status.paid, tone: 'ok' } : { text: status.unpaid, tone: 'warn' };
};
