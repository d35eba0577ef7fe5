import type { RegistrationInfo, RegistrationRecord, Shortfall } from '@portal/contract/enrolment';
import { people } from '@portal/kit/browser/format.ts';
import { maskedMailbox } from '@portal/kit/browser/masked-mailbox.ts';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { UnconfirmedNotice } from '../accounts/unconfirmed-notice.tsx';
import { useUser } from '../platform/session.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import { AmountDue } from './amount-due.tsx';
import { useRecord } from './api/use-record.ts';
import { GroupPeople } from './group-people.tsx';
import { Contact, FeeLine, ReportedLine } from './registration-state.tsx';
import { ShortfallLine } from './shortfall.tsx';
import { SituationCard } from './situation-card.tsx';
import { isCovered } from './urgency.ts';

const text = enrolmentText.registrationInfo;

export const Situation = ({ info }: { info: RegistrationInfo }) => {
  const { situation } = info;
  const user = useUser();
  const record = useRecord(info.code, info.group_code);
  return (
    <div className="space-y-4">
      {situation === 'pending' && <ApplicationReceived info={info} record={record} />}
      {info.confirm_by && !user?.email_confirmed && <UnconfirmedNotice confirmBy={info.confirm_by} />}
      {situation === 'reported' && <ReportedNotice record={record} />}
      {situation === 'confirmed' && (
        <Notice title={text.complete} tone="success">
          {info.fee > 0 ? text.completePaid : text.completeNext}
        </Notice>
      )}
      <SituationCard of={info} record={record}>
        {isCovered(info) && <p>{enrolmentText.card.says.covered}</p>}
        {info.amount > 0 && <ToPay info={info} record={record} />}
        {record?.shortfall && <ToComplete info={info} record={record} shortfall={record.shortfall} />}
      </SituationCard>
    </div>
  );
};

const ReportedNotice = ({ record }: { record: RegistrationRecord | undefined }) => (
  <Notice
    title={record?.shortfall ? text.reportedShort : text.reported}
    tone={record?.shortfall ? 'warn' : 'success'}
  >
    {text.reportedNext}
    {record?.reported && <ReportedLine reported={record.reported} />}
    {record?.shortfall && <ShortfallLine shortfall={record.shortfall} />}
  </Notice>
);

interface WithRecord {
  info: RegistrationInfo;
  record: RegistrationRecord | undefined;
}

const ApplicationReceived = ({ info, record }: WithRecord) => {
  const user = useUser();
  const mailbox = user?.email_confirmed ? user.email : null;
  return (
    <Notice title={info.number > 1 ? text.receivedOf(people(info.number)) : text.received} tone="success">
      {mailbox ? text.reviewMail(maskedMailbox(mailbox)) : text.reviewRecords}
      <FeeLine count={record?.pending ?? 0} record={info} />
      {user?.email && !mailbox && !info.confirm_by && <p>{text.confirmMailbox(user.email)}</p>}
    </Notice>
  );
};

const ToPay = ({ info, record }: WithRecord) => (
  <AmountDue account={info.bank_account} count={info.unpaid} due={info}>
    <p className="mt-3">{text.nextUnpaid}</p>
    {record && <GroupPeople record={record} />}
    <IfLate record={record} />
  </AmountDue>
);

const ToComplete = ({ info, record, shortfall }: WithRecord & { shortfall: Shortfall }) => (
  <AmountDue
    account={info.bank_account}
    count={1}
    due={{ ...shortfall, fee: shortfall.missing, amount: shortfall.missing }}
    title={enrolmentText.due.missing}
  >
    <p className="mt-3">{enrolmentText.card.says.short}</p>
    <IfLate record={record} />
  </AmountDue>
);

const IfLate = ({ record }: Pick<WithRecord, 'record'>) => (
  <div className="mt-3 text-ink-soft text-sm">
    <p>{text.ifLate}</p>
    {record && <Contact label={text.askIfLate} record={record} />}
  </div>
);
