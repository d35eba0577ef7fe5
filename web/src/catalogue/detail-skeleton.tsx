import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Skeleton } from '@portal/kit/ui/skeleton.tsx';

export const DetailSkeleton = () => (
  <div role="status">
    <span className="sr-only">{common.loading}</span>
    <div className="grid gap-x-10 gap-y-6 rounded-xl border border-line bg-surface p-4 shadow-card sm:p-6 lg:grid-cols-[28rem_minmax(0,1fr)]">
      <div>
        {[...Array(9).keys()].map((key) => (
          <div
            className="grid grid-cols-[7em_1fr] gap-x-4 border-line border-t py-3 sm:grid-cols-[10em_1fr]"
            key={key}
          >
            <Skeleton className="h-5 w-20" />
            <Skeleton className="h-5 w-3/5" />
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
