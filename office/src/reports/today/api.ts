import { charts, upcomingClasses } from '@portal/contract/office/today';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

interface InScope {
  readonly organization?: number;
}

export const upcomingQuery = (inScope: InScope) =>
  queryOptions({
    queryKey: ['upcoming-classes', inScope],
    queryFn: ({ signal }) => call(upcomingClasses, { query: inScope, signal }),
    placeholderData: keepPreviousData,
  });

export const chartsQuery = (inScope: InScope) =>
  queryOptions({
    queryKey: ['charts', inScope],
    queryFn: ({ signal }) => call(charts, { query: inScope, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  });
