import { currentSession, type OfficeSession } from '@portal/contract/office/session';
import type { Right } from '@portal/contract/rights';
import { CallRefused } from '@portal/kit/browser/call.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';

export const sessionKey = ['session'] as const;

/** The signed-in session; null for a visitor. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }): Promise<OfficeSession | null> => {
    try {
      return await call(currentSession, { signal });
    } catch (error) {
      if (error instanceof CallRefused && error.status === 401) return null;
      throw error;
    }
  },
});

/** Whether the session that is signed in holds a right somewhere, as the server says. */
export const useMay = (right: Right): boolean => useQuery(sessionQuery).data?.can.includes(right) ?? false;

/** Puts what a call answered about the session in place of what was known; for nobody all else is forgotten. */
export const useSetSession = () => {
  const queries = useQueryClient();
  return (session: OfficeSession | null) => {
    if (session === null)
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
    queries.setQueryData(sessionKey, session);
  };
};
