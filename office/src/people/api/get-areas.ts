import { areas } from '@portal/contract/lookups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const areasQuery = (city: string) =>
  queryOptions({
    queryKey: ['lookups', 'areas', city],
    queryFn: ({ signal }) => call(areas, { query: { city }, signal }),
    enabled: city !== '',
    staleTime: 10 * 60_000,
  });
