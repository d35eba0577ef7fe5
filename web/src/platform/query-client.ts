import { CallRefused } from '@portal/kit/browser/call.ts';
import { QueryClient } from '@tanstack/react-query';
import { currentUser, onSessionChange, personOf } from './session.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `shared`: the answer is the same for everybody and outlives a login. */
    queryMeta: { shared?: true };
  }
}

const MINUTE = 60_000;

/** Refusals are answers, asking again does not change them; a server that is away may be back in a moment. */
const mayRetry = (failures: number, error: Error): boolean =>
  error instanceof CallRefused && error.status >= 500 && failures < 2;

/** For lists that hardly ever change: lookups, banners, the footer. */
export const forEverybody = { staleTime: 10 * MINUTE, gcTime: 60 * MINUTE, meta: { shared: true } } as const;

/** Answers are dropped when another person logs in, or nobody is logged in any more. */
export const createQueryClient = (): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: mayRetry,
        staleTime: MINUTE / 2,
        refetchOnWindowFocus: false,
        // Even where the answer of before is young.
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
    // After the guards have closed the pages that only the former person may see.
    setTimeout(() => client.resetQueries({ predicate: (query) => !query.meta?.shared }));
  });
  return client;
};
