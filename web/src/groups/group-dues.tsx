import type { RegistrationRecord } from '@portal/contract/enrolment';
import { money } from '@portal/kit/browser/format.ts';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { recordsQuery } from '../enrolment/api/get-records.ts';
import { DueLine } from '../enrolment/due-line.tsx';
import { registrationInfoPath } from '../enrolment/registration-links.ts';
import { ShortfallLine } from '../enrolment/shortfall.tsx';
import { paths } from '../platform/paths.ts';
import { groupsText } from '../text/zh-TW/groups.ts';
import { type GroupSummary, sum, summaryOf } from './group-summary.ts';

const text = groupsText.management.summary;

/** Shows the group's unpaid amount and its registrations under review, with the way to the records. */
export const GroupDues = ({ groupCode }: { groupCode: string }) => {
  const { data } = useQuery(recordsQuery());
  const summary = data && summaryOf(data.UncheckedRecords, groupCode);
  if (!summary || summary.toPay.length === 0) {
    return (
      <div className="print:hidden">
        {summary && <ReviewsUnderWay summary={summary} />}
        <ToRecords />
      </div>
    );
  }
  return (
    <div className="print:hidden">
      <Notice title={text.toPay(summary.toPay.length, money(summary.amount))} tone="warn">
        <ul>
          {summary.toPay.map((record) => (
            <li key={record.id}>
              <GroupDue record={record} />
            </li>
          ))}
        </ul>
        <ReviewsUnderWay summary={summary} />
        <ToRecords />
      </Notice>
    </div>
  );
};

const ReviewsUnderWay = ({ summary: { toPay, pending, reported } }: { summary: GroupSummary }) => (
  <>
    {pending.length > 0 && (
      <p>{text.pending(sum(pending.map((record) => record.pending)), pending.map(nameOf))}</p>
    )}
    {reported.length > 0 && <p>{text.reported(reported.map(nameOf))}</p>}
    {toPay.length + pending.length + reported.length === 0 && <p>{text.nothing}</p>}
  </>
);

const nameOf = ({ train, code }: RegistrationRecord): string => text.record(train, code);

const GroupDue = ({ record }: { record: RegistrationRecord }) => (
  <>
    <Link className="underline" to={registrationInfoPath(record)}>
      {nameOf(record)}
    </Link>
    {record.shortfall ? <ShortfallLine shortfall={record.shortfall} /> : <DueLine record={record} />}
  </>
);

const ToRecords = () => (
  <Link className="inline-flex min-h-11 items-center text-sea-800 underline" to={paths.records.to()}>
    {text.toRecords}
  </Link>
);
