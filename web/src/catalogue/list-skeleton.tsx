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
            className={`h-30 content-center items-center space-y-3 md:grid md:h-7.5 md:space-y-0 md:pe-8 ${columns}`}
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
