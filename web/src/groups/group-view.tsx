import { loadStatus } from '@portal/kit/browser/call.ts';
import { refusedLoad, useRedirect } from '@portal/kit/browser/refused-load.ts';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '../platform/paths.ts';

interface GroupViewProps {
  /** The group's name, as soon as it is known. */
  name: string | undefined;
  /** Heading of the shown part. */
  title: string;
  query: Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>;
  /** The group, once it is there. */
  children: ReactNode;
}

/**
 * A group beside the list of one's groups. People who may not see it are sent home (specification §2 and §8).
 */
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
