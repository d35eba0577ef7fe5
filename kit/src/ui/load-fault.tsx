import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { type ErrorKind, ErrorState } from './error-state.tsx';

interface LoadStatus {
  /** The last error; null if the last load succeeded. */
  readonly fault: ErrorKind | null;
  /** Content is available, fresh or stale. */
  readonly isLoaded: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** Stale content stays visible if reloading fails: the person may be working in it. */
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
