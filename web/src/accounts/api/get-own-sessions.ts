import { ownSessions } from '@portal/contract/sessions';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

export const ownSessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => call(ownSessions, { signal }),
    staleTime: 0,
  });
