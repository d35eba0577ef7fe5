import type { Class } from '@portal/contract/catalogue';
import { failureKind } from '@portal/kit/browser/call.ts';
import { dateOf } from '@portal/kit/browser/format.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { Skeleton } from '@portal/kit/ui/skeleton.tsx';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { wordsOfBadge } from '../catalogue/badge-words.ts';
import { shownBadge } from '../catalogue/class-badge.ts';
import { paths } from '../platform/paths.ts';
import { home } from '../text/zh-TW/home.ts';
import { NEWEST_CLASSES, useNewestClasses } from './api/newest-classes.ts';

/** Row i is row i on the first page of the class list. */
export const NewestClasses = () => (
  <section
    aria-labelledby="newest-classes"
    className="min-w-0 overflow-hidden rounded-xl border border-line bg-surface shadow-card"
  >
    <div className="flex items-center justify-between gap-4 px-4 pt-3 pb-1 sm:px-6">
      <div>
        <h2 id="newest-classes">{home.newest}</h2>
        <p className="text-ink-soft text-sm">{home.byPublication}</p>
      </div>
      <Link
        aria-label={home.moreClasses}
        className="inline-flex min-h-11 items-center gap-1 font-semibold text-sea-800 underline hover:no-underline"
        to={paths.classList.to()}
      >
        {home.more}
        <Icon className="size-4" name="chevron-right" />
      </Link>
    </div>
    <Rows />
  </section>
);

const Rows = () => {
  const { data, error, isPending, refetch } = useNewestClasses();
  if (isPending) return <LoadingRows />;
  if (error && !data) {
    return (
      <div className="p-4 sm:p-6">
        <ErrorState kind={failureKind(error)} onRetry={refetch} />
      </div>
    );
  }
  if (data.length === 0) {
    return (
      <div className="p-4 sm:p-6">
        <Suspense>
          <NoClasses />
        </Suspense>
      </div>
    );
  }
  return <ClassTable rows={data} />;
};

/** Rarely seen, so not part of the first view. */
const NoClasses = lazy(async () => ({ default: (await import('./no-classes.tsx')).NoClasses }));

const columns = 'sm:grid sm:grid-cols-[7.5rem_9rem_minmax(0,1fr)_1.25rem] sm:items-center sm:gap-x-4';
const row = `relative block border-line border-t px-4 py-3 sm:px-6 ${columns}`;

const ClassTable = ({ rows }: { rows: readonly Class[] }) => (
  <>
    <div aria-hidden="true" className={`hidden px-6 pt-1 pb-2 text-ink-soft text-sm ${columns}`}>
      <span>{home.startDate}</span>
      <span>{home.organization}</span>
      <span>{home.codeAndName}</span>
    </div>
    <ol>
      {rows.map((one, index) => (
        <li key={one.id}>
          <Link
            className={`${row} group hover:bg-sea-50`}
            to={paths.classList.to(undefined, { opened: index })}
          >
            <span className="text-ink-soft text-sm sm:sr-only">{home.startDate}：</span>
            <time className="me-3 text-sm sm:me-0 sm:text-base" dateTime={one.start_time}>
              {dateOf(one.start_time)}
            </time>
            <span className="sr-only">，{home.organization}：</span>
            <span className="text-ink-soft text-sm sm:text-base">{one.organization}</span>
            <span className="sr-only">，{home.codeAndName}：</span>
            <span className="block pe-6 sm:grid sm:grid-cols-[8rem_minmax(0,1fr)] sm:items-baseline sm:gap-x-2 sm:pe-0">
              <span className="text-ink-soft text-sm tabular max-sm:me-1 max-sm:inline-block max-sm:min-w-26">
                {one.code}
              </span>{' '}
              <span>
                <span className="inline-block font-semibold text-sea-800 group-hover:underline">
                  {one.name}
                </span>{' '}
                <ObstacleBadge shown={one} />
              </span>
            </span>
            <Icon
              className="absolute end-4 top-1/2 size-5 -translate-y-1/2 text-sea-500 sm:static sm:translate-y-0"
              name="chevron-right"
            />
          </Link>
        </li>
      ))}
    </ol>
  </>
);

/** Only what keeps people from enrolling. */
const ObstacleBadge = ({ shown }: { shown: Class }) =>
  shownBadge(shown) !== 'open' && (
    <span className="inline-block text-ink-soft text-sm">{wordsOfBadge(shown)}</span>
  );

const LoadingRows = () => (
  <div role="status">
    <span className="sr-only">{common.loading}</span>
    <div className="hidden h-9 sm:block" />
    {Array.from({ length: NEWEST_CLASSES }, (_, index) => index).map((place) => (
      <div className={row} key={place}>
        <Skeleton className="my-1.5 h-4 w-24" />
        <Skeleton className="hidden h-4 w-28 sm:block" />
        <Skeleton className="my-1.5 h-4 w-3/5" />
      </div>
    ))}
  </div>
);
