import { Skeleton } from '@portal/kit/ui/skeleton.tsx';
import { CLASSES_PER_PAGE } from './api/get-classes.ts';
import { ColumnNames, columns } from './class-columns.tsx';

const keys = (count: number) => Array.from({ length: count }, (_, key) => key);

export const ListSkeleton = () => (
  <div aria-hidden="true">
    <ColumnNames />
    <div className="space-y-2">
      {keys(CLASSES_PER_PAGE).map((key) => (
        <div className="rounded-lg border border-line bg-surface px-4 py-3 shadow-card" key={key}>
          <div
            className={`h-30 content-center gap-x-3 items-center space-y-3 lg:grid lg:h-13.5 lg:space-y-0 ${columns}`}
          >
            <Skeleton className="h-5 w-24" />
            <Skeleton className="h-5 w-28" />
            <Skeleton className="h-5 w-3/5 max-lg:hidden" />
            <Skeleton className="h-5 w-24 max-lg:hidden" />
            <Skeleton className="h-5 w-20 max-lg:hidden" />
            <Skeleton className="h-6 w-20 rounded-full max-lg:hidden" />
          </div>
        </div>
      ))}
    </div>
  </div>
);
