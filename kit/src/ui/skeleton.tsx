import { uiText } from '../text/zh-TW/ui.ts';

export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-shimmer rounded-sm bg-line ${className}`} />;
}

interface SkeletonRowsProps {
  rows?: number | undefined;
  rowClassName?: string | undefined;
}

/** Placeholder rows while loading, announced once as 「載入中…」. */
export function SkeletonRows({ rows = 5, rowClassName = 'h-14' }: SkeletonRowsProps) {
  return (
    <div role="status">
      <span className="sr-only">{uiText.loading}</span>
      <div aria-hidden="true" className="space-y-2">
        {[...Array(rows).keys()].map((row) => (
          <Skeleton className={`w-full ${rowClassName}`} key={row} />
        ))}
      </div>
    </div>
  );
}
