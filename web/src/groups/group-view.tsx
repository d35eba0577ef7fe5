import { loadStatus } from '@portal/kit/browser/call.ts';
import { refusedLoad, useRedirect } from '@portal/kit/browser/refused-load.ts';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '../platform/paths.ts';

interface GroupViewProps {
  name: string | undefined;
  title: string;
  query: Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>;
  children: ReactNode;
}

/** People who may not see the group are redirected home (specification §2 and §8). */
export const GroupView = ({ name, title, query, children }: GroupViewProps) => {
  const refusal = refusedLoad(query.error);
  useRedirect(refusal, paths.home.to());
  return (
    <>
      <h1>{name ?? title}</h1>
      {name && <p className="mb-4 text-ink-soft">{title}</p>}
      {refusal === null && (
        <LoadFault status={loadStatus(query)}>{query.data ? children : <SkeletonRows rows={6} />}</LoadFault>
      )}
    </>
  );
};
