import type { ClassPage } from '@portal/contract/catalogue';
import { failureKind } from '@portal/kit/browser/call.ts';
import { Accordion } from '@portal/kit/ui/accordion.tsx';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { ErrorNotice } from '@portal/kit/ui/error-notice.tsx';
import { type ErrorKind, ErrorState } from '@portal/kit/ui/error-state.tsx';
import { lazyComponent } from '@portal/kit/ui/lazy-component.tsx';
import { Pager } from '@portal/kit/ui/pager.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { catalogue } from '../text/zh-TW/catalogue.ts';
import { classPageQuery } from './api/get-classes.ts';
import { ColumnNames } from './class-columns.tsx';
import { ClassFilterForm, ListOrder } from './class-filter.tsx';
import { ClassRow, preloadDetails } from './class-row.tsx';
import { addressOf, type ClassFilter, isFiltered, type ListPlace, readPlace, toggled } from './list-place.ts';
import { ListSkeleton } from './list-skeleton.tsx';
import { ResultsHead, useSearch } from './search.tsx';

const ChooseClassNotice = lazyComponent(
  async () => (await import('../groups/choose-class-notice.tsx')).ChooseClassNotice,
  () => null,
);

const RefusedNotice = lazyComponent(
  async () => (await import('./refused-notice.tsx')).RefusedNotice,
  () => null,
);

/** A rendered row that is open is taken over with its details. The server has them always. */
export const preloadOpened = async (): Promise<void> => {
  if (typeof location === 'undefined' || location.search.includes('opened')) await preloadDetails();
};

/** Filter, page and open rows are in the address. */
export const ClassListPage = () => {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const place = readPlace(new URLSearchParams(search));
  const {
    data: newest,
    error,
    isPlaceholderData,
    isFetching,
    refetch,
  } = useQuery(classPageQuery(place.filter, place.page));
  // A page of rows in one task would block a phone for a fifth of a second.
  const data = useDeferredValue(newest);
  const isStale = isPlaceholderData || data !== newest;
  const results = addressOf({ ...place, opened: [] });
  const [onSearch, isWaiting] = useSearch(results, searched, refetch);
  usePrefetchedNextPage(place, isStale ? undefined : data);
  usePreloadedDetails(place.opened.length > 0);
  return (
    <Page title={catalogue.trainingClasses}>
      {state?.refused && <RefusedNotice />}
      {place.filter.group !== undefined && <ChooseClassNotice groupCode={place.filter.group} />}
      <ClassFilterForm filter={place.filter} onSearch={onSearch} withWords />
      <section aria-labelledby="results" className="mt-8">
        <ResultsHead
          found={data && catalogue.found(data.total)}
          isLoading={isWaiting || isFetching}
          results={results}
          title={place.page === 1 ? catalogue.results : catalogue.resultsOfPage(place.page)}
        />
        <ListOrder filter={place.filter} onChange={(filter) => navigate(searched(filter))} />
        {error && !isPlaceholderData && (
          <LoadFailure
            busy={isFetching}
            filter={place.filter}
            isShown={data !== undefined}
            kind={failureKind(error)}
            onRetry={refetch}
          />
        )}
        {data ? (
          <Results isStale={isStale} page={data} place={place} search={search} />
        ) : (
          !error && <ListSkeleton />
        )}
      </section>
    </Page>
  );
};

interface LoadFailureProps {
  kind: ErrorKind;
  filter: ClassFilter;
  /** Older results are shown meanwhile. */
  isShown: boolean;
  busy: boolean;
  onRetry: () => void;
}

const LoadFailure = ({ kind, filter, isShown, busy, onRetry }: LoadFailureProps) =>
  isShown ? (
    <ErrorNotice busy={busy} kind={kind} onRetry={onRetry} />
  ) : (
    <ErrorState kind={kind} onRetry={onRetry}>
      {isFiltered(filter) && <ClearFilter filter={filter} />}
    </ErrorState>
  );

const searched = (filter: ClassFilter) => addressOf({ filter, page: 1, opened: [] });

const usePrefetchedNextPage = ({ filter, page }: ListPlace, shown: ClassPage | undefined) => {
  const queries = useQueryClient();
  const narrowed = JSON.stringify(filter);
  const next = shown && shown.current_page < shown.last_page ? page + 1 : null;
  useEffect(() => {
    if (next !== null) queries.prefetchQuery(classPageQuery(JSON.parse(narrowed), next));
  }, [queries, narrowed, next]);
};

const usePreloadedDetails = (isOpened: boolean) => {
  useEffect(() => {
    if (isOpened) preloadDetails();
  }, [isOpened]);
};

interface ResultsProps {
  page: ClassPage;
  place: ListPlace;
  isStale: boolean;
  search: string;
}

const Results = ({ page, place, isStale, search }: ResultsProps) => {
  const toPage = (number: number) => addressOf({ ...place, page: number, opened: [] });
  if (page.total === 0) return <NothingFound filter={place.filter} />;
  return (
    <>
      {page.data.length === 0 ? (
        <EmptyState
          action={<ButtonLink to={toPage(1)}>{catalogue.firstPage}</ButtonLink>}
          title={catalogue.emptyPage}
        >
          {catalogue.emptyPageHint}
        </EmptyState>
      ) : (
        <ClassRows isStale={isStale} page={page} place={place} search={search} />
      )}
      <Pager hrefFor={toPage} page={place.page} perPage={page.per_page} total={page.total} />
    </>
  );
};

const ClassRows = ({ page, place, isStale, search }: ResultsProps) => {
  const navigate = useNavigate();
  const opened = isStale ? [] : place.opened;
  useScrollAndFocusOpened(opened);
  return (
    <div className={isStale ? 'opacity-60 transition-opacity' : ''} inert={isStale}>
      <ColumnNames />
      <Accordion>
        {page.data.map((shown, index) => (
          <ClassRow
            id={rowId(index)}
            key={shown.id}
            onToggle={() => navigate(addressOf(toggled(place, index)), { replace: true })}
            open={opened.includes(index)}
            search={search}
            shown={shown}
          />
        ))}
      </Accordion>
    </div>
  );
};

const rowId = (index: number) => `class-${index}`;

let hasArrived = false;

/** Whether the browser opened this page by an address, not by reload, back or forward. */
const isOpenedHere = (): boolean =>
  !hasArrived &&
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).some(
    ({ type, name }) => type === 'navigate' && name === location.href,
  );

/** Does nothing after back, forward and reload, which restore the position. */
const useScrollAndFocusOpened = (opened: readonly number[]) => {
  const how = useNavigationType();
  const first = useRef(how === 'PUSH' || isOpenedHere() ? opened[0] : undefined);
  useEffect(() => {
    hasArrived = true;
    if (first.current === undefined) return;
    const row = document.getElementById(rowId(first.current));
    first.current = undefined;
    row?.scrollIntoView();
    // The frame focuses the heading first.
    setTimeout(() => {
      if (!/^(BODY|MAIN|H1)$/.test(`${document.activeElement?.tagName}`)) return;
      row?.querySelector('button')?.focus({ preventScroll: true });
    });
  }, []);
};

const ClearFilter = ({ filter: { group } }: { filter: ClassFilter }) => (
  <ButtonLink to={searched({ group })}>{catalogue.clearFilter}</ButtonLink>
);

const NothingFound = ({ filter }: { filter: ClassFilter }) =>
  isFiltered(filter) ? (
    <EmptyState action={<ClearFilter filter={filter} />} icon="search" title={catalogue.empty}>
      {catalogue.emptyFiltered}
    </EmptyState>
  ) : (
    <EmptyState
      action={<ButtonLink to={paths.introList.to()}>{catalogue.introductions}</ButtonLink>}
      title={catalogue.empty}
    >
      {catalogue.emptyUnfiltered}
    </EmptyState>
  );
