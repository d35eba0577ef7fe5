import type { ClassMember } from '@portal/contract/training';
import { type RecordStatus, recordStatus } from '../enrolment/record-status.ts';
import { trainingText } from '../text/zh-TW/training.ts';

const { result: words } = trainingText.classRoster;

type MemberState = Pick<ClassMember, 'enable' | 'paid'>;

/** No registration has neither: other members are hidden. */
export const isHidden = ({ enable, paid }: MemberState): boolean => enable === null && paid === null;

/** Records use 1 and 0, the roster true and false. */
const asInRecords = (flag: boolean | null): number | null => (flag === null ? null : Number(flag));

/** Specification §4, class roster result. Null if hidden. */
export const memberStatus = (member: MemberState): RecordStatus | null =>
  isHidden(member)
    ? null
    : recordStatus({ enable: asInRecords(member.enable), paid: asInRecords(member.paid) });

export const memberResult = (member: MemberState & { state: number | null }) => {
  if (isHidden(member) || member.state === 0) return null;
  if (member.state === null) return { text: words.open, tone: 'info', icon: 'clock' } as const;
  return member.state === 1
    ? ({ text: words.pass, tone: 'ok' } as const)
    : ({ text: words.fail, tone: 'danger' } as const);
};
