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
import { type GroupStanding, standingOf } from './group-standing.ts';

const text = groupsText.management.standing;

/** What the group owes and waits for, with the way to the records. */
export const GroupDues = ({ groupCode }: { groupCode: string }) => {
  const { data } = useQuery(recordsQuery());
  const standing = data && standingOf(data.UncheckedRecords, groupCode);
  if (!standing || standing.toPay.length === 0) {
    return (
      <p className="print:hidden">
        {standing && `${waitsFor(standing) || text.nothing}。`}
        <ToRecords />
      </p>
    );
  }
  return (
    <div className="print:hidden">
      <Notice title={text.toPay(standing.toPay.length, money(standing.amount))} tone="warn">
        <ul>
          {standing.toPay.map((record) => (
            <li key={record.id}>
              <Due record={record} />
            </li>
          ))}
        </ul>
        {waitsFor(standing) && <p>{`${waitsFor(standing)}。`}</p>}
        <ToRecords />
      </Notice>
    </div>
  );
};

const waitsFor = ({ pending, reported }: GroupStanding): string =>
  [pending > 0 && text.pending(pending), reported > 0 && text.reported(reported)].filter(Boolean).join('，');

const Due = ({ record }: { record: RegistrationRecord }) => (
  <>
    <Link className="underline" to={registrationInfoPath(record)}>
      {text.record(record.train, record.code)}
    </Link>
    {record.shortfall ? <ShortfallLine shortfall={record.shortfall} /> : <DueLine record={record} />}
  </>
);

const ToRecords = () => (
  <Link className="inline-flex min-h-11 items-center text-sea-800 underline" to={paths.records.to()}>
    {text.toRecords}
  </Link>
);
