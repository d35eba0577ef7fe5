import { Badge } from '@portal/kit/ui/badge.tsx';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../platform/paths.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import { recordsQuery } from './api/get-records.ts';
import { DueLine } from './due-line.tsx';
import { recordStatus } from './record-status.ts';
import { ShortfallLine } from './shortfall.tsx';
import { showRecord } from './shown-record.ts';
import { byUrgency } from './urgency.ts';

interface OwnRegistrationProps {
  code: string;
  /** Something else on the page comes first. */
  isQuiet: boolean;
}

/** Shows the state of the person's most urgent registration in the class, and the way to the records. */
export const OwnRegistration = ({ code, isQuiet }: OwnRegistrationProps) => {
  const { data } = useQuery(recordsQuery());
  const records = [...(data?.UncheckedRecords ?? []), ...(data?.FinishRecords ?? [])];
  const [record] = byUrgency(records.filter((each) => each.code === code));
  const status = record && recordStatus[record.situation];
  return (
    <>
      {record && status && (
        <div className="min-w-40 flex-1">
          <Badge tone={status.tone}>{status.text}</Badge>
          {record.amount > 0 && <DueLine record={record} />}
          {record.shortfall && <ShortfallLine shortfall={record.shortfall} />}
        </div>
      )}
      <ButtonLink
        state={record && showRecord(record)}
        to={paths.records.to(undefined, record?.situation === 'confirmed' ? { tab: 'finished' } : {})}
        variant={isQuiet ? 'secondary' : 'primary'}
      >
        {enrolmentText.records.title}
      </ButtonLink>
    </>
  );
};
