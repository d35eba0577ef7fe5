import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Skeleton } from '@portal/kit/ui/skeleton.tsx';
import { CLASSES_PER_PAGE } from './api/get-classes.ts';
import { ColumnNames, columns } from './class-columns.tsx';

const keys = (count: number) => Array.from({ length: count }, (_, key) => key);

/** A page of the list that is on its way; the page's status line says so. */
export const ListSkeleton = () => (
  <div aria-hidden="true">
    <ColumnNames />
    <div className="space-y-2">
      {keys(CLASSES_PER_PAGE).map((key) => (
        <div className="rounded-lg border border-line bg-surface px-4 py-3 shadow-card" key={key}>
          <div
            className={`h-23 content-center items-center space-y-3 md:grid md:h-7.5 md:space-y-0 md:pe-8 ${columns}`}
          >
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-5 w-28" />
            <Skeleton className="h-5 w-3/5 max-md:hidden" />
            <Skeleton className="h-5 w-24 max-md:hidden" />
            <Skeleton className="h-6 w-20 rounded-full max-md:hidden" />
          </div>
        </div>
      ))}
    </div>
  </div>
);

/** A class that is on its way, below its heading. */
export const DetailSkeleton = () => (
  <div role="status">
    <span className="sr-only">{common.loading}</span>
    <div className="grid gap-x-10 gap-y-6 rounded-xl border border-line bg-surface p-4 shadow-card sm:p-6 lg:grid-cols-[28rem_minmax(0,1fr)]">
      <div className="divide-y divide-line">
        {keys(9).map((key) => (
          <div className="grid grid-cols-[6em_1fr] gap-x-4 py-3.5 sm:grid-cols-[10em_1fr]" key={key}>
            <Skeleton className="h-5 w-16" />
            <Skeleton className="h-5 w-4/5" />
          </div>
        ))}
      </div>
      <div className="space-y-3">
        <Skeleton className="h-6 w-2/5" />
        <Skeleton className="h-40 w-64 max-w-full" />
        <Skeleton className="h-5" />
        <Skeleton className="h-5" />
        <Skeleton className="h-5 w-3/5" />
      </div>
    </div>
  </div>
);
