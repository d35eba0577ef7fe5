import { educationstatuses } from '@portal/contract/lookups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const educationStatusesQuery = queryOptions({
  queryKey: ['lookups', 'educationstatuses'],
  queryFn: ({ signal }) => call(educationstatuses, { signal }),
  staleTime: 10 * 60_000,
});
