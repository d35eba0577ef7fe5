import { currentSession, type OfficeSession } from '@portal/contract/office/session';
import type { Right } from '@portal/contract/rights';
import { CallRefused } from '@portal/kit/browser/call.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';

export const sessionKey = ['session'] as const;

/** Null for a visitor. */
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

export const useMay = (right: Right): boolean => useQuery(sessionQuery).data?.can.includes(right) ?? false;

/** Everything else is forgotten when the session ends. */
export const useSetSession = () => {
  const queries = useQueryClient();
  return (session: OfficeSession | null) => {
    if (session === null)
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
    queries.setQueryData(sessionKey, session);
  };
};
