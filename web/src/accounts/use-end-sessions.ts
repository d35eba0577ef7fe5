import { useSending } from '@portal/kit/browser/use-sending.ts';
import { useQueryClient } from '@tanstack/react-query';
import { endOtherSessions } from './api/end-other-sessions.ts';
import { endOwnSession } from './api/end-own-session.ts';
import { ownSessionsQuery } from './api/get-own-sessions.ts';

/** Ends the session with the id, or all other sessions if no id is given. */
export const useEndSessions = () => {
  const queryClient = useQueryClient();
  return useSending({
    mutationFn: (id: string | null) => (id === null ? endOtherSessions() : endOwnSession(id)),
    onSettled: () => queryClient.invalidateQueries(ownSessionsQuery()),
  });
};
