import { preferences } from '@portal/contract/office/staff';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => call(preferences, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
