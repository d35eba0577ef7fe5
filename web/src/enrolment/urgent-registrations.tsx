import type { RegistrationRecord } from '@portal/contract/enrolment';
import { failureKind } from '@portal/kit/browser/call.ts';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { ErrorNotice } from '@portal/kit/ui/error-notice.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../platform/paths.ts';
import { enrolmentText } from '../text/zh-TW/enrolment.ts';
import { recordsQuery } from './api/get-records.ts';
import { RegistrationCard } from './registration-card.tsx';
import { dayBefore, repeatedCourses } from './repeated-courses.ts';
import { byUrgency, headlineOf } from './urgency.ts';

const text = enrolmentText.urgent;

const SHOWN_MAX = 2;

export const UrgentRegistrations = () => {
  const { data, error, isFetching, refetch } = useQuery(recordsQuery());
  if (!data && !error) return <SkeletonRows rows={4} />;
  if (!data) return <ErrorNotice busy={isFetching} kind={failureKind(error)} onRetry={refetch} />;
  const records = byUrgency([...data.UncheckedRecords, ...data.FinishRecords]);
  if (records.length === 0) return <NothingUrgent />;
  const repeated = repeatedCourses(records);
  return (
    <div className="space-y-3">
      <p className="font-semibold">{headline(records)}</p>
      <div className="grid gap-3 lg:grid-cols-2">
        {records.slice(0, SHOWN_MAX).map((record) => (
          <RegistrationCard
            day={dayBefore(record, repeated)}
            key={`${record.group_code ?? ''}/${record.id}`}
            record={record}
          />
        ))}
      </div>
      <ButtonLink className="w-full sm:w-72" to={paths.records.to()}>
        {text.all}
      </ButtonLink>
    </div>
  );
};

const headline = (records: readonly RegistrationRecord[]): string =>
  headlineOf(records, ['unpaid', 'short', 'documents', 'rejected']) || text.nothing;

const NothingUrgent = () => (
  <div className="space-y-3">
    <p>{text.none}</p>
    <ButtonLink className="w-full sm:w-72" to={paths.classList.to()} variant="primary">
      {text.findClass}
    </ButtonLink>
  </div>
);
