import type { TrainingRecord, TrainingRecordPage } from '@portal/contract/training';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../app/paths.ts';
import { ClassFilterForm } from '../catalogue/class-filter.tsx';
import { isFiltered } from '../catalogue/list-place.ts';
import { loadStatus } from '../platform/api.ts';
import { usePageTitle } from '../platform/page-title.ts';
import { useDebounced } from '../platform/use-debounced.ts';
import { useResultsFocus } from '../platform/use-results-focus.ts';
import { common } from '../text/zh-TW/common.ts';
import { trainingText as text } from '../text/zh-TW/training.ts';
import { Breadcrumbs } from '../ui/breadcrumbs.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/icon.tsx';
import { LoadFault } from '../ui/load-fault.tsx';
import { Pager } from '../ui/pager.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { type RecordFilter, trainingRecordsQuery } from './api/get-training-records.ts';
import { type RecordsPlace, readRecordsPlace, recordsAddress } from './records-place.ts';
import { RecordsTable } from './records-table.tsx';
import { ScoresDialog } from './scores-dialog.tsx';

/** 個人訓練紀錄: what somebody was trained in, with results and scores. Filter and page live in the address. */
export const TrainingRecordsPage = () => {
  usePageTitle(text.title);
  const { search } = useLocation();
  const place = readRecordsPlace(search);
  const query = useQuery(trainingRecordsQuery(place.filter, place.page));
  const { data, error, isPlaceholderData, isFetching, refetch } = query;
  const [onSearch, isWaiting] = useSearch(place, refetch);
  return (
    <>
      <Breadcrumbs items={[{ label: common.home, to: paths.home.to() }, { label: text.title }]} />
      <h1 className="mb-4">{text.title}</h1>
      <ClassFilterForm filter={place.filter} onSearch={onSearch} />
      <section aria-labelledby="results" className="group/section mt-8 print:mt-0">
        {/* On paper the table says its name itself. */}
        <div className="group-has-[table]/section:print:hidden mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
          <ResultsHeading place={place} />
          <p className="text-ink-soft tabular-nums" role="status">
            {isWaiting || isFetching ? <Loading /> : data && !error && text.found(data.total)}
          </p>
        </div>
        <LoadFault status={loadStatus(query)}>
          {data ? <Results isStale={isPlaceholderData} page={data} place={place} /> : <RecordsSkeleton />}
        </LoadFault>
      </section>
    </>
  );
};

/** Searches 300 ms after the last press; the same search again asks the server again. */
const useSearch = (place: RecordsPlace, refetch: () => unknown) => {
  const navigate = useNavigate();
  return useDebounced((filter: RecordFilter) => {
    const target = recordsAddress({ filter, page: 1 });
    if (target === recordsAddress(place)) refetch();
    else navigate(target);
  });
};

const ResultsHeading = ({ place }: { place: RecordsPlace }) => {
  const heading = useResultsFocus(recordsAddress(place));
  return (
    <h2 className="outline-none" id="results" ref={heading} tabIndex={-1}>
      {place.page === 1 ? text.results : text.resultsOfPage(place.page)}
    </h2>
  );
};

const Loading = () => (
  <span className="inline-flex items-center gap-2">
    <Spinner className="size-4" />
    {common.loading}
  </span>
);

/** Records that are on their way; the line above them says so. */
const RecordsSkeleton = () => (
  <div aria-hidden="true" className="space-y-2">
    {[...Array(6).keys()].map((row) => (
      <Skeleton className="h-14" key={row} />
    ))}
  </div>
);

interface ResultsProps {
  page: TrainingRecordPage;
  place: RecordsPlace;
  /** The page before, shown until the next one has come. */
  isStale: boolean;
}

const Results = ({ page, place, isStale }: ResultsProps) => {
  const [asked, setAsked] = useState<TrainingRecord | null>(null);
  const toPage = (number: number) => recordsAddress({ ...place, page: number });
  if (page.total === 0) return <NothingFound isFiltered={isFiltered(place.filter)} />;
  return (
    <>
      {page.data.length === 0 ? (
        <EmptyState action={<ButtonLink to={toPage(1)}>{text.firstPage}</ButtonLink>} title={text.emptyPage}>
          {text.emptyPageHint}
        </EmptyState>
      ) : (
        <div className={isStale ? 'opacity-60 transition-opacity' : ''} inert={isStale}>
          <RecordsTable onScores={setAsked} records={page.data} />
        </div>
      )}
      <Pager hrefFor={toPage} page={place.page} perPage={page.per_page} total={page.total} />
      <ScoresDialog onClose={() => setAsked(null)} record={asked} />
    </>
  );
};

const NothingFound = ({ isFiltered: narrowed }: { isFiltered: boolean }) =>
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
