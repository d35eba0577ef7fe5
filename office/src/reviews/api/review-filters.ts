import { reviewFilters } from '@portal/contract/office/reviews';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';
import { reviewsKey } from './review-queue.ts';

export const reviewFiltersQuery = queryOptions({
  queryKey: [...reviewsKey, 'filters'],
  queryFn: ({ signal }) => call(reviewFilters, { signal }),
  staleTime: 60_000,
});
