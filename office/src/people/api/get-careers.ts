import { careers } from '@portal/contract/lookups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const careersQuery = queryOptions({
  queryKey: ['lookups', 'careers'],
  queryFn: ({ signal }) => call(careers, { signal }),
  staleTime: 10 * 60_000,
});
