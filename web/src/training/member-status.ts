import type { ClassMember } from '@portal/contract/training';
import { type RecordStatus, recordStatus } from '../enrolment/record-status.ts';
import { trainingText } from '../text/zh-TW/training.ts';

const { result: words } = trainingText.classRoster;

type MemberState = Pick<ClassMember, 'enable' | 'paid'>;

/** An ordinary member sees the names of the others alone: no registration has neither. */
export const isHidden = ({ enable, paid }: MemberState): boolean => enable === null && paid === null;

/** The personal records say 1 and 0 where the roster says true and false. */
const asInRecords = (flag: boolean | null): number | null => (flag === null ? null : Number(flag));

/** The status of somebody on a group's roster (specification §4, class roster result); null where it is hidden. */
export const memberStatus = (member: MemberState): RecordStatus | null =>
  isHidden(member)
    ? null
    : recordStatus({ enable: asInRecords(member.enable), paid: asInRecords(member.paid) });

/** 尚未結訓, 合格 or 不合格; null where there is nothing to show. */
export const memberResult = (member: MemberState & { state: number | null }) => {
  if (isHidden(member) || member.state === 0) return null;
  if (member.state === null) return { text: words.open, tone: 'info', icon: 'clock' } as const;
  return member.state === 1
    ? ({ text: words.pass, tone: 'ok' } as const)
    : ({ text: words.fail, tone: 'danger' } as const);
};
