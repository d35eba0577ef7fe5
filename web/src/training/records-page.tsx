import type { TrainingRecord, TrainingRecordPage } from '@portal/contract/training';
import { loadStatus } from '@portal/kit/browser/call.ts';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { Pager } from '@portal/kit/ui/pager.tsx';
import { Skeleton } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { ClassFilterForm } from '../catalogue/class-filter.tsx';
import { type ClassFilter, isFiltered } from '../catalogue/list-place.ts';
import { ResultsHead, useSearch } from '../catalogue/search.tsx';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { useIsPrinting } from '../platform/use-is-printing.ts';
import { trainingText as text } from '../text/zh-TW/training.ts';
import { allTrainingRecordsQuery, RECORDS_MAX, trainingRecordsQuery } from './api/get-training-records.ts';
import { type RecordsPlace, readRecordsPlace, recordsAddress } from './records-place.ts';
import { RecordsTable } from './records-table.tsx';
import { ScoresDialog } from './scores-dialog.tsx';

export const TrainingRecordsPage = () => {
  const { search } = useLocation();
  const place = readRecordsPlace(search);
  const query = useQuery(trainingRecordsQuery(place.filter, place.page));
  const { data, isPlaceholderData, isFetching, refetch } = query;
  const results = recordsAddress(place);
  const [onSearch, isWaiting] = useSearch(results, searched, refetch);
  return (
    <Page title={text.title}>
      <p className="mb-4">
        {text.certificatesBefore}
        <Link className="underline" to={paths.certificates.to()}>
          {text.certificates}
        </Link>
        {text.certificatesAfter}
      </p>
      <ClassFilterForm filter={place.filter} onSearch={onSearch} />
      <section aria-labelledby="results" className="mt-8 print:mt-0">
        <ResultsHead
          found={data && text.found(data.total)}
          isLoading={isWaiting || isFetching}
          results={results}
          title={place.page === 1 ? text.results : text.resultsOfPage(place.page)}
        />
        <LoadFault status={loadStatus(query)}>
          {data ? <Records isStale={isPlaceholderData} page={data} place={place} /> : <RecordsSkeleton />}
        </LoadFault>
      </section>
    </Page>
  );
};

/** Whether the page shows all records. Otherwise all are loaded for the printer. */
const isWhole = (page: TrainingRecordPage) => page.total <= page.per_page;

const searched = (filter: ClassFilter) => recordsAddress({ filter, page: 1 });

const RecordsSkeleton = () => (
  <div aria-hidden="true" className="space-y-2">
    {[...Array(6).keys()].map((row) => (
      <Skeleton className="h-14" key={row} />
    ))}
  </div>
);

interface RecordsProps {
  page: TrainingRecordPage;
  place: RecordsPlace;
  isStale: boolean;
}

const Records = ({ page, place, isStale }: RecordsProps) => {
  const [opened, setOpened] = useState<TrainingRecord | null>(null);
  const toPage = (number: number) => recordsAddress({ ...place, page: number });
  const all = useAllOnPaper(page, place.filter);
  if (page.total === 0) return <NoRecords isFiltered={isFiltered(place.filter)} />;
  return (
    <>
      {page.data.length === 0 ? (
        <EmptyState action={<ButtonLink to={toPage(1)}>{text.firstPage}</ButtonLink>} title={text.emptyPage}>
          {text.emptyPageHint}
        </EmptyState>
      ) : (
        <div className={isStale ? 'opacity-60 transition-opacity' : ''} inert={isStale}>
          <RecordsTable onScores={setOpened} records={all ?? page.data} />
        </div>
      )}
      <Pager hrefFor={toPage} page={place.page} perPage={page.per_page} total={page.total} />
      <ScoresDialog onClose={() => setOpened(null)} record={opened} />
    </>
  );
};

/** Loaded beforehand: the browser does not wait for them. */
const useAllOnPaper = (page: TrainingRecordPage, filter: ClassFilter): TrainingRecord[] | undefined => {
  const isPrinting = useIsPrinting();
  const isPart = !isWhole(page) && page.total <= RECORDS_MAX;
  const { data } = useQuery({ ...allTrainingRecordsQuery(filter), enabled: isPart });
  return isPrinting && isPart ? data?.data : undefined;
};

const NoRecords = ({ isFiltered: narrowed }: { isFiltered: boolean }) =>
  narrowed ? (
    <EmptyState
      action={<ButtonLink to={paths.trainingRecords.to()}>{text.clearFilter}</ButtonLink>}
      icon="search"
      title={text.empty}
    >
      {text.emptyFiltered}
    </EmptyState>
  ) : (
    <EmptyState
      action={<ButtonLink to={paths.classList.to()}>{text.findClass}</ButtonLink>}
      title={text.empty}
    >
      {text.emptyUnfiltered}
    </EmptyState>
  );
