import { endOtherSessions, endOwnSession, ownSessions } from '@portal/contract/sessions';
import { useSending } from '@portal/kit/browser/use-sending.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

export const ownSessionsQuery = () =>
  queryOptions({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => call(ownSessions, { signal }),
    staleTime: 0,
  });

/** Without an id, all other sessions. */
export const useEndSessions = () => {
  const queryClient = useQueryClient();
  return useSending({
    mutationFn: (id: string | null) =>
      id === null ? call(endOtherSessions, {}) : call(endOwnSession, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries(ownSessionsQuery()),
  });
};
