import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '../app/paths.ts';
import { failureKind } from '../platform/api.ts';
import { refusedLoad, useRedirect } from '../platform/refused-load.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';

interface GroupViewProps {
  /** The group's name, as soon as it is known. */
  name: string | undefined;
  /** What is shown of the group. */
  title: string;
  query: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>;
  /** The group, once it is there. */
  children: ReactNode;
}

/** One group beside the list of one's groups. Who may not see it is sent home (specification §2 and §8). */
export const GroupView = ({ name, title, query, children }: GroupViewProps) => {
  const { data, error, refetch } = query;
  const refusal = refusedLoad(error);
  useRedirect(refusal, paths.home.to());
  const isBroken = !data && error !== null && refusal === null;
  return (
    <>
      <h1>{name ?? title}</h1>
      {name && <p className="mb-4 text-ink-soft">{title}</p>}
      {isBroken && <ErrorState kind={failureKind(error)} onRetry={refetch} />}
      {!data && !isBroken && <SkeletonRows rows={6} />}
      {children}
    </>
  );
};
