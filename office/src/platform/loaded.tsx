import { loadStatus } from '@portal/kit/browser/call.ts';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import type { ReactNode } from 'react';

export interface Load<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: Load<Data>;
  /** Rows of the placeholder. */
  rows?: number;
  rowClassName?: string;
  children: (data: Data) => ReactNode;
}

/** Placeholder, content or error, with 重新載入 unless the call is refused. */
export const Loaded = <Data,>({ query, rows, rowClassName, children }: LoadedProps<Data>) => {
  const status = loadStatus(query);
  const { fault, isLoaded } = status;
  if ((fault === 'forbidden' || fault === 'missing') && !isLoaded) return <ErrorState kind={fault} />;
  return (
    <LoadFault status={status}>
      {query.data === undefined ? (
        <SkeletonRows rowClassName={rowClassName} rows={rows} />
      ) : (
        children(query.data)
      )}
    </LoadFault>
  );
};
