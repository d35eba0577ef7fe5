import { upcomingClasses } from '@portal/contract/office/reports';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const upcomingQuery = (inScope: { organization?: number }) =>
  queryOptions({
    queryKey: ['upcoming-classes', inScope],
    queryFn: ({ signal }) => call(upcomingClasses, { query: inScope, signal }),
    placeholderData: keepPreviousData,
  });
