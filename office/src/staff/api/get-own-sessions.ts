import { ownSessions } from '@portal/contract/office/staff';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call.ts';

export const ownSessionsQuery = queryOptions({
  queryKey: ['ownSessions'],
  queryFn: ({ signal }) => call(ownSessions, { signal }),
  staleTime: 0,
});
