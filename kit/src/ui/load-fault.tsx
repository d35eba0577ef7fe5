import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { type ErrorKind, ErrorState } from './error-state.tsx';

/** How loading stands. */
interface LoadStatus {
  /** What went wrong the last time; null where nothing did. */
  readonly fault: ErrorKind | null;
  /** There is content, of now or of before. */
  readonly isLoaded: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/**
 * The page's content, or what went wrong and a way to try again. Content that is there stays, whatever becomes of its
 * renewal: somebody is at work in it.
 */
export function LoadFault({
  status: { fault, isLoaded, isFetching, refetch },
  children,
}: {
  status: LoadStatus;
  children: ReactNode;
}) {
  if (fault && !isLoaded) return <ErrorState kind={fault} onRetry={refetch} />;
  return (
    <>
      {fault && <ErrorNotice busy={isFetching} kind={fault} onRetry={refetch} />}
      {children}
    </>
  );
}
