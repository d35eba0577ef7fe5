import { type ChartDays, charts } from '@portal/contract/office/reports';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const chartsQuery = (query: { organization?: number; days: ChartDays }) =>
  queryOptions({
    queryKey: ['charts', query],
    queryFn: ({ signal }) => call(charts, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  });
