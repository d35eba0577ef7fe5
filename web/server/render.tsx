import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import * as z from 'zod/mini';
import { AppRoutes, preloadPage } from '../src/app/router.tsx';
import { type AnswerCall, answeredBy } from './call.ts';
import { type Site, setSite } from './site.ts';

/* The server's part of the application: renders a page for a guest, with the data that it shows. */

z.config({ jitless: true });

interface Rendering {
  readonly pathname: string;
  /** The query with its question mark, or empty. */
  readonly search: string;
  readonly site: Site;
  readonly answer: AnswerCall;
}

interface RenderedPage {
  readonly html: string;
  /** JSON: pairs of a key of a query and its data. */
  readonly data: string;
  /** The milliseconds for which it held up the process. */
  readonly cost: number;
}

/** A page asks for more only when something it has asked for is there. */
const MAX_ROUNDS = 4;

const draw = ({ pathname, search, site }: Rendering, queries: QueryClient): string => {
  setSite(site);
  return renderToString(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <StaticRouter location={{ pathname, search }}>
          <AppRoutes />
        </StaticRouter>
      </QueryClientProvider>
    </StrictMode>,
  );
};

/** The queries that the components have asked for in vain. */
const missing = (queries: QueryClient) =>
  queries
    .getQueryCache()
    .getAll()
    .filter(({ state, options }) => state.data === undefined && !('enabled' in options && !options.enabled));

const dataOf = (queries: QueryClient): string =>
  JSON.stringify(
    queries
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.data !== undefined)
      .map(({ queryKey, state }) => [queryKey, state.data]),
  );

const drawComplete = async (rendering: Rendering, queries: QueryClient): Promise<RenderedPage> => {
  let cost = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const began = performance.now();
    const html = draw(rendering, queries);
    cost += performance.now() - began;
    const wanted = missing(queries);
    if (wanted.length === 0) return { html, data: dataOf(queries), cost };
    await answeredBy(rendering.answer, () => Promise.all(wanted.map((query) => query.fetch())));
  }
  throw new Error(`${rendering.pathname} asks for more and more`);
};

/** Rejects if a call is refused or the page does not come to an end. */
export const renderPage = async (rendering: Rendering): Promise<RenderedPage> => {
  const queries = new QueryClient({
    defaultOptions: { queries: { networkMode: 'always', retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  await preloadPage(rendering.pathname);
  try {
    return await drawComplete(rendering, queries);
  } finally {
    // Ends the timers that would forget the data.
    queries.clear();
  }
};
