import { cities } from '@portal/contract/lookups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const citiesQuery = queryOptions({
  queryKey: ['lookups', 'cities'],
  queryFn: ({ signal }) => call(cities, { signal }),
  staleTime: 10 * 60_000,
});
