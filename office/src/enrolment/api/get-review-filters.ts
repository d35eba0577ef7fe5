import { reviewFilters } from '@portal/contract/office/enrolment';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { reviewsKey } from './get-review-queue.ts';

export const reviewFiltersQuery = (inScope: { readonly organization?: number }) =>
  queryOptions({
    queryKey: [...reviewsKey, 'filters', inScope],
    queryFn: ({ signal }) => call(reviewFilters, { signal, query: inScope }),
    staleTime: 60_000,
  });
