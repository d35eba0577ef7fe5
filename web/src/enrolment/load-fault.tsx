import type { ReactNode } from 'react';
import { failureKind } from '../platform/api.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ErrorState } from '../ui/error-state.tsx';

interface LoadFaultProps {
  query: {
    readonly data: unknown;
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  children: ReactNode;
}

/**
 * The page's content, or what went wrong and a way to try again. Content that is there stays, whatever becomes of its
 * renewal: somebody is at work in it.
 */
export const LoadFault = ({ query: { data, error, isFetching, refetch }, children }: LoadFaultProps) => {
  if (error && data === undefined) return <ErrorState kind={failureKind(error)} onRetry={refetch} />;
  return (
    <>
      {error && <ErrorNotice busy={isFetching} kind={failureKind(error)} onRetry={refetch} />}
      {children}
    </>
  );
};
