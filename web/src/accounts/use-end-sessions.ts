import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useQueryClient } from '@tanstack/react-query';
import { endOtherSessions } from './api/end-other-sessions.ts';
import { endOwnSession } from './api/end-own-session.ts';
import { ownSessionsQuery } from './api/get-own-sessions.ts';

/** Without an id, all other sessions. */
export const useEndSessions = () => {
  const queryClient = useQueryClient();
  return useSending({
    mutationFn: (id: string | null) => (id === null ? endOtherSessions() : endOwnSession(id)),
    onSettled: () => queryClient.invalidateQueries(ownSessionsQuery()),
  });
};
