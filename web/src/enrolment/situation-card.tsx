import type { RegistrationInfo, RegistrationRecord } from '@portal/contract/enrolment';
import { Badge } from '@portal/kit/ui/badge.tsx';
import type { ReactNode } from 'react';
import { ClassHead } from './class-head.tsx';
import { recordStatus } from './record-status.ts';
import { Steps } from './steps.tsx';

interface SituationCardProps {
  of: Pick<
    RegistrationInfo,
    'code' | 'train' | 'organization' | 'start_time' | 'place' | 'situation' | 'fee'
  >;
  /** The record of the same class, once it is loaded. */
  record: RegistrationRecord | undefined;
  /** The payment that is due. */
  children: ReactNode;
}

export const SituationCard = ({ of, record, children }: SituationCardProps) => {
  const { text, tone } = recordStatus[of.situation];
  return (
    <article className="grid items-start gap-x-10 gap-y-3 rounded-xl border border-line bg-surface p-4 shadow-card sm:p-6 lg:grid-cols-2">
      <div className="space-y-3">
        <ClassHead as="h2" group={record?.group_code && record.group} trainingClass={of} />
        <Badge tone={tone}>{text}</Badge>
      </div>
      {/* Before the steps on a phone, so that the account is in sight; beside head and steps on a wide screen. */}
      <div className="empty:hidden lg:row-span-2">{children}</div>
      <Steps isFree={of.fee === 0} situation={of.situation} />
    </article>
  );
};
