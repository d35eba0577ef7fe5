import { readableTime } from '@portal/contract/dates';
import type { RegistrationRecord, ReportedPayment } from '@portal/contract/enrolment';
import { telAddress } from '@portal/contract/tel-address';
import { money, people, shortDay } from '@portal/kit/browser/format.ts';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { type StoredUser, useUser } from '../platform/session.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import { AccountLine } from './account-line.tsx';
import { DueLine } from './due-line.tsx';
import { GroupPeople } from './group-people.tsx';
import { recordStatus } from './record-status.ts';
import { Parts, ShortfallLine } from './shortfall.tsx';
import { type Urgency, urgencyOf } from './urgency.ts';

const { card: text, due } = enrolmentText;

interface StateProps {
  record: RegistrationRecord;
}

export const RegistrationState = ({ record }: StateProps) => {
  const { text: status, tone } = recordStatus[record.situation];
  const urgency = urgencyOf(record);
  return (
    <>
      <Badge tone={tone}>{status}</Badge>
      {record.situation === 'pending' && <FeeLine count={record.pending} record={record} />}
      {record.amount > 0 && <DueLine record={record} />}
      {record.situation === 'pending' && record.group_code !== null && record.fee > 0 && (
        <span className="block text-sm">{due.byManager}</span>
      )}
      {isThroughGroup(record) && <span className="mt-1 block text-sm">{due.throughGroup}</span>}
      <GroupPeople record={record} />
      {record.reported && <ReportedLine reported={record.reported} />}
      {record.shortfall && <ShortfallLine shortfall={record.shortfall} />}
      {record.account && <AccountLine account={record.account} />}
      {record.reason && <span className="mt-1 block text-sm">{record.reason}</span>}
      {record.last_rejection && (
        <>
          <span className="mt-1 block text-sm">{text.lastRejection(record.last_rejection)}</span>
          <Contact label={text.lastRejectionNext} record={record} />
        </>
      )}
      {urgency === 'covered' && <span className="mt-1 block text-sm">{text.says.covered}</span>}
      {(record.situation === 'rejected' || urgency === 'covered') && (
        <Contact label={record.can_enrol_again ? text.correctThenAsk : text.ask} record={record} />
      )}
    </>
  );
};

const mustAskToCancel = ({ situation }: RegistrationRecord): boolean =>
  situation === 'reported' || situation === 'confirmed';

/** Enrolled by a group that the person does not manage: both may pay, so that they might pay twice. */
const isThroughGroup = ({ group, group_code, fee, situation }: RegistrationRecord): boolean =>
  group !== null && group_code === null && fee > 0 && (situation === 'pending' || situation === 'unpaid');

export const StateExplanation = ({ record }: StateProps) => {
  const user = useUser();
  const urgency = urgencyOf(record);
  if (urgency === 'covered') return null;
  return (
    <>
      {(!record.reason || urgency === 'short') && (
        <p className="mt-1 text-sm">{explanation(record, urgency, user)}</p>
      )}
      {mustAskToCancel(record) && <Contact label={text.askToCancel} record={record} />}
    </>
  );
};

const explanation = (record: RegistrationRecord, urgency: Urgency, user: StoredUser | null): string => {
  if (urgency === 'pending') return pendingText(record, user);
  if (urgency !== 'unpaid') return text.says[urgency];
  if (record.overdue) return text.says.overdue;
  return record.pending > 0 ? text.says.unpaidOfGroup : text.says.unpaid;
};

/** Says that nothing has to be done only where that is true. */
const pendingText = ({ last_rejection, confirm_by }: RegistrationRecord, user: StoredUser | null): string => {
  if (confirm_by !== null && !user?.email_confirmed)
    return text.says.pendingUntil(readableTime(new Date(confirm_by)));
  if (last_rejection !== null) return text.says.pendingAgain;
  return user?.email && !user.email_confirmed ? text.says.pendingUnconfirmed : text.says.pending;
};

interface FeeLineProps {
  /** The number of people under review in a managed group; 0 for a personal registration. */
  count: number;
  record: Pick<RegistrationRecord, 'fee' | 'payment_days'>;
}

/** Shows the fee and the days for its payment before the approval. */
export const FeeLine = ({ count, record: { fee, payment_days } }: FeeLineProps) =>
  fee > 0 && (
    <Parts
      className="mt-1 text-sm"
      parts={due.afterApproval(
        count > 1 ? `${money(fee * count)}${due.sum(people(count), money(fee))}` : money(fee),
        payment_days,
      )}
    />
  );

export const ReportedLine = ({ reported }: { reported: ReportedPayment }) => (
  <Parts
    className="mt-1 text-sm"
    parts={due.reported(money(reported.paid_money), shortDay(reported.paid_time), reported.last_five)}
  />
);

export const Contact = ({
  label,
  record: { contact_name, contact_phone },
}: {
  label: string;
  record: Pick<RegistrationRecord, 'contact_name' | 'contact_phone'>;
}) => {
  const address = telAddress(contact_phone);
  return (
    <span className="mt-1 block text-sm">
      {label}
      {contact_name}{' '}
      {address === null ? (
        contact_phone
      ) : (
        <a className="whitespace-nowrap text-sea-800 underline" href={address}>
          {contact_phone}
        </a>
      )}
    </span>
  );
};
