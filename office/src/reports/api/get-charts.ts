import { charts } from '@portal/contract/office/reports';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const chartsQuery = (inScope: { organization?: number }) =>
  queryOptions({
    queryKey: ['charts', inScope],
    queryFn: ({ signal }) => call(charts, { query: inScope, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  });
