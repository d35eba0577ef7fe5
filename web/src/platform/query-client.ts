import { CallRefused } from '@portal/kit/browser/call.ts';
import { QueryClient } from '@tanstack/react-query';
import { currentUser, onSessionChange, personOf } from './session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `shared`: the answer is the same for everybody and survives a login. */
    queryMeta: { shared?: true };
  }
}

const MINUTE = 60_000;

const mayRetry = (failures: number, error: Error): boolean =>
  error instanceof CallRefused && error.status >= 500 && failures < 2;

export const forEverybody = { staleTime: 10 * MINUTE, gcTime: 60 * MINUTE, meta: { shared: true } } as const;

/** Drops private answers when the person changes. */
export const createQueryClient = (): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: mayRetry,
        staleTime: MINUTE / 2,
        refetchOnWindowFocus: false,
        // A failed query is repeated even if its last answer is fresh.
        refetchOnReconnect: ({ state }) => state.status === 'error' && 'always',
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  let person = personOf(currentUser());
  onSessionChange(() => {
    const next = personOf(currentUser());
    if (next === person) return;
    person = next;
    // By then the route guards have closed pages of the previous person.
    setTimeout(() => client.resetQueries({ predicate: (query) => !query.meta?.shared }));
  });
  return client;
};
