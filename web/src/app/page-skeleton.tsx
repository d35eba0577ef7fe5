import { Skeleton, SkeletonRows } from '@portal/kit/ui/skeleton.tsx';

export const PageSkeleton = () => (
  <div className="space-y-6">
    <Skeleton className="h-9 w-48" />
    <SkeletonRows rows={6} />
  </div>
);
