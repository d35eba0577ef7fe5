import { currentSession, type OfficeSession } from '@portal/contract/office/staff';
import type { Right } from '@portal/contract/rights';
import { CallRefused } from '@portal/kit/browser/call.ts';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';

export const sessionKey = ['session'] as const;

export interface Session extends OfficeSession {
  /** The page stays until somebody signs in, so that typed text is not lost. */
  readonly hasEnded?: true;
}

/** Null for a visitor. */
type KnownSession = Session | null;

export const sessionAfter = (
  former: KnownSession | undefined,
  present: OfficeSession | null,
): KnownSession => {
  if (former?.stage !== 'in' || present?.stage === 'in') return present;
  return former.hasEnded ? former : { ...former, hasEnded: true };
};

/** Call it after a 401. */
export const noticeEnd = (queries: QueryClient): void => {
  queries.setQueryData<KnownSession>(sessionKey, (former) => sessionAfter(former, null));
};

const findSession = async (signal: AbortSignal): Promise<OfficeSession | null> => {
  try {
    return await call(currentSession, { signal });
  } catch (error) {
    if (error instanceof CallRefused && error.status === 401) return null;
    throw error;
  }
};

export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal, client }): Promise<KnownSession> => {
    const present = await findSession(signal);
    return sessionAfter(client.getQueryData<KnownSession>(sessionKey), present);
  },
});

export const useMay = (right: Right): boolean => useQuery(sessionQuery).data?.can.includes(right) ?? false;

/** Everything else is forgotten when somebody signs out, or another person signs in. */
export const useSetSession = () => {
  const queries = useQueryClient();
  return (session: OfficeSession | null) => {
    const former = queries.getQueryData<KnownSession>(sessionKey);
    if (session === null || (former && former.email !== session.email))
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
    queries.setQueryData(sessionKey, session);
  };
};
