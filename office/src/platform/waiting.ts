import { type WaitingWork, waitingWork } from '@portal/contract/office/today';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { useScope } from './scope.ts';

export const waitingKey = ['waiting'] as const;

const MINUTE = 60_000;

/** The work that waits in the chosen organisation. Others do it too: it is asked for again each minute. */
export const waitingQuery = (inScope: { organization?: number }) =>
  queryOptions({
    queryKey: [...waitingKey, inScope],
    queryFn: ({ signal }) => call(waitingWork, { query: inScope, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE,
  });

export type WorkKind = keyof WaitingWork;

/** How much work of a kind waits; 0 where it is not known yet. */
export const useWaiting = (kind: WorkKind | undefined): number => {
  const { inScope } = useScope();
  const { data } = useQuery(waitingQuery(inScope));
  return (kind && data?.[kind]?.count) ?? 0;
};
