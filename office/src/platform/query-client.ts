import { CallRefused } from '@portal/kit/browser/call.ts';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { sessionKey } from './session.ts';
import { waitingKey } from './waiting.ts';

/** Refusals would be the same again; a server may be back in a moment. */
const mayRetry = (failures: number, error: Error): boolean =>
  error instanceof CallRefused && error.status >= 500 && failures < 2;

const noticeEnd = (error: Error) => {
  if (error instanceof CallRefused && error.status === 401) queries.setQueryData(sessionKey, null);
};

export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEnd }),
  // Completed work no longer waits.
  mutationCache: new MutationCache({
    onError: noticeEnd,
    onSuccess: () => queries.invalidateQueries({ queryKey: waitingKey }),
  }),
  defaultOptions: {
    queries: { networkMode: 'always', retry: mayRetry, staleTime: 15_000 },
    mutations: { networkMode: 'always', retry: false },
  },
});
