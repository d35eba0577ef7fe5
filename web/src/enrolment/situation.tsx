import type { RegistrationInfo } from '@portal/contract/enrolment';
import { people } from '@portal/kit/browser/format.ts';
import { maskedMailbox } from '@portal/kit/browser/masked-mailbox.ts';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { paths } from '../platform/paths.ts';
import { useUser } from '../platform/session.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import { AmountDue } from './amount-due.tsx';
import { useRecord } from './api/use-record.ts';
import { ClassHead } from './class-head.tsx';
import { recordStatus } from './record-status.ts';
import { ReportedLine } from './registration-state.tsx';
import { Steps } from './steps.tsx';

const text = enrolmentText.registrationInfo;

export const Situation = ({ info, group }: { info: RegistrationInfo; group: string | undefined }) => {
  const { situation } = info;
  const status = recordStatus[situation];
  return (
    <div className="space-y-4">
      {situation === 'pending' && <Received info={info} />}
      {situation === 'reported' && (
        <Notice title={text.reported} tone="success">
          {text.reportedNext}
          <Reported code={info.code} group={group} />
        </Notice>
      )}
      {situation === 'confirmed' && (
        <Notice title={text.complete} tone="success">
          {text.completeNext}
        </Notice>
      )}
      <article className="grid items-start gap-x-10 gap-y-3 rounded-xl border border-line bg-surface p-4 shadow-card sm:p-6 lg:grid-cols-2">
        <div className="space-y-3">
          <ClassHead as="h2" opening={info} />
          <Badge tone={status.tone}>{status.text}</Badge>
          <Steps isFree={info.fee === 0} situation={situation} />
        </div>
        {info.amount > 0 && <ToPay group={group} info={info} />}
      </article>
    </div>
  );
};

const Reported = ({ code, group }: { code: string; group: string | undefined }) => {
  const reported = useRecord(code, group)?.reported;
  return reported && <ReportedLine reported={reported} />;
};

const Received = ({ info }: { info: RegistrationInfo }) => {
  const user = useUser();
  const mailbox = user?.email_confirmed ? user.email : null;
  return (
    <Notice title={info.number > 1 ? text.receivedOf(people(info.number)) : text.received} tone="success">
      {mailbox ? text.reviewMail(maskedMailbox(mailbox)) : text.reviewRecords}
      {user?.email && !mailbox && <p>{text.confirmMailbox(maskedMailbox(user.email))}</p>}
    </Notice>
  );
};

const ToPay = ({ info, group }: { info: RegistrationInfo; group: string | undefined }) => (
  <AmountDue account={info.bank_account} count={info.unpaid} due={info}>
    <p className="mt-3">{text.nextUnpaid}</p>
    <ButtonLink
      className="mt-3"
      to={paths.paymentReport.to({ code: info.code }, group === undefined ? {} : { group })}
      variant="primary"
    >
      {text.report}
    </ButtonLink>
  </AmountDue>
);
