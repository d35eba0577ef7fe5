import type { RegistrationInfo, RegistrationRecord, Shortfall } from '@portal/contract/enrolment';
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
import { FeeLine, GroupPeople, ReportedLine } from './registration-state.tsx';
import { ShortfallLine } from './shortfall.tsx';
import { Steps } from './steps.tsx';
import { isCovered } from './urgency.ts';

const text = enrolmentText.registrationInfo;

export const Situation = ({ info, group }: { info: RegistrationInfo; group: string | undefined }) => {
  const { situation } = info;
  const status = recordStatus[situation];
  const record = useRecord(info.code, group);
  return (
    <div className="space-y-4">
      {situation === 'pending' && <Received info={info} />}
      {situation === 'reported' && <Reported record={record} />}
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
        {isCovered(info) && <p>{enrolmentText.card.says.covered}</p>}
        {info.amount > 0 && <ToPay group={group} info={info} />}
        {record?.shortfall && <ToComplete group={group} info={info} shortfall={record.shortfall} />}
      </article>
    </div>
  );
};

const Reported = ({ record }: { record: RegistrationRecord | undefined }) => (
  <Notice
    title={record?.shortfall ? text.reportedShort : text.reported}
    tone={record?.shortfall ? 'warn' : 'success'}
  >
    {text.reportedNext}
    {record?.reported && <ReportedLine reported={record.reported} />}
    {record?.shortfall && <ShortfallLine shortfall={record.shortfall} />}
  </Notice>
);

const Received = ({ info }: { info: RegistrationInfo }) => {
  const user = useUser();
  const mailbox = user?.email_confirmed ? user.email : null;
  return (
    <Notice title={info.number > 1 ? text.receivedOf(people(info.number)) : text.received} tone="success">
      {mailbox ? text.reviewMail(maskedMailbox(mailbox)) : text.reviewRecords}
      <FeeLine record={info} />
      {user?.email && !mailbox && <p>{text.confirmMailbox(maskedMailbox(user.email))}</p>}
    </Notice>
  );
};

interface ToPayProps {
  info: RegistrationInfo;
  group: string | undefined;
}

const ToPay = ({ info, group }: ToPayProps) => (
  <AmountDue account={info.bank_account} count={info.unpaid} due={info}>
    <Owing group={group} info={info} />
    <p className="mt-3">{text.nextUnpaid}</p>
    <Report group={group} info={info} />
    <IfLate group={group} info={info} />
  </AmountDue>
);

const Owing = ({ info: { code }, group }: ToPayProps) => {
  const record = useRecord(code, group);
  return record && <GroupPeople record={record} />;
};

const IfLate = ({ info: { code }, group }: ToPayProps) => {
  const record = useRecord(code, group);
  return (
    <p className="mt-3 text-ink-soft text-sm">
      {text.ifLate}
      {record && text.askIfLate(`${record.contact_name} ${record.contact_phone}`)}
    </p>
  );
};

const ToComplete = ({ info, group, shortfall }: ToPayProps & { shortfall: Shortfall }) => (
  <AmountDue
    account={info.bank_account}
    count={1}
    due={{ ...shortfall, fee: shortfall.missing, amount: shortfall.missing }}
    title={enrolmentText.due.missing}
  >
    <p className="mt-3">{enrolmentText.card.says.short}</p>
    <Report group={group} info={info} />
    <IfLate group={group} info={info} />
  </AmountDue>
);

const Report = ({ info: { code }, group }: ToPayProps) => (
  <ButtonLink
    className="mt-3"
    to={paths.paymentReport.to({ code }, group === undefined ? {} : { group })}
    variant="primary"
  >
    {text.report}
  </ButtonLink>
);
