import { educations } from '@portal/contract/lookups';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const educationsQuery = queryOptions({
  queryKey: ['lookups', 'educations'],
  queryFn: ({ signal }) => call(educations, { signal }),
  staleTime: 10 * 60_000,
});
