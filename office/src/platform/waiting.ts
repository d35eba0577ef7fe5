import { type WaitingWork, waitingWork } from '@portal/contract/office/reports';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { useScope } from './scope.ts';

export const waitingKey = ['waiting'] as const;

const MINUTE = 60_000;

/** Refetched each minute, because colleagues work too. */
export const waitingQuery = (inScope: { organization?: number }) =>
  queryOptions({
    queryKey: [...waitingKey, inScope],
    queryFn: ({ signal }) => call(waitingWork, { query: inScope, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE,
  });

export type WorkKind = keyof WaitingWork;

/** 0 while it is unknown. */
export const useWaiting = (kinds: readonly WorkKind[] = []): number => {
  const { inScope } = useScope();
  const { data } = useQuery(waitingQuery(inScope));
  return kinds.reduce((sum, kind) => sum + (data?.[kind]?.count ?? 0), 0);
};
