import type { ClassMember } from '@portal/contract/training';
import { type RecordStatus, recordStatus } from '../enrolment/record-status.ts';
import { trainingText } from '../text/zh-TW/training.ts';

const { result: words } = trainingText.classRoster;

type Member = Pick<ClassMember, 'situation'>;

/** Ordinary members see only the names of others. */
export const isHidden = ({ situation }: Member): boolean => situation === null;

/** Specification §4, class roster result. Null if hidden. */
export const memberStatus = ({ situation }: Member): RecordStatus | null =>
  situation && recordStatus[situation];

export const memberResult = (member: Member & { state: number | null }) => {
  if (isHidden(member) || member.state === 0) return null;
  if (member.state === null) return { text: words.open, tone: 'info', icon: 'clock' } as const;
  return member.state === 1
    ? ({ text: words.pass, tone: 'ok' } as const)
    : ({ text: words.fail, tone: 'danger' } as const);
};
