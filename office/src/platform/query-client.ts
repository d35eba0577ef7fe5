import { CallRefused } from '@portal/kit/browser/call.ts';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { noticeEnd } from './session.ts';
import { waitingKey } from './waiting.ts';

/** Refusals would be the same again; a server may be back in a moment. */
const mayRetry = (failures: number, error: Error): boolean =>
  error instanceof CallRefused && error.status >= 500 && failures < 2;

const onError = (error: Error) => {
  if (error instanceof CallRefused && error.status === 401) noticeEnd(queries);
};

/** A write may change what any page shows: every kept answer is asked for again when it is shown next. */
const noticeWrite = (client: QueryClient): void => {
  void client.invalidateQueries({ refetchType: 'none' });
  // Completed work no longer waits. Nobody waits for the new count, or each act would take two calls.
  void client.invalidateQueries({ queryKey: waitingKey });
};

export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError, onSuccess: () => noticeWrite(queries) }),
  defaultOptions: {
    queries: { networkMode: 'always', retry: mayRetry, staleTime: 15_000 },
    mutations: { networkMode: 'always', retry: false },
  },
});
