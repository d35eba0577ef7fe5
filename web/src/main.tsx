import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { preloadLinks } from './app/preload-links.ts';
import { preloadPage, Router } from './app/router.tsx';
import { bannersQuery } from './content/api/banners.ts';
import { createQueryClient } from './platform/query-client.ts';
import { renewOldSession } from './platform/renew-session.ts';

// The page policy forbids eval, which zod would otherwise try.
z.config({ jitless: true });
renewOldSession();

const queries = createQueryClient();

const draw = (root: HTMLElement) =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Router />
      </QueryClientProvider>
    </StrictMode>,
  );

const start = async () => {
  // The banner is the largest thing on the page: it is asked for before anything is drawn.
  queries.prefetchQuery(bannersQuery);
  await preloadPage(location.pathname);
  const root = document.getElementById('root');
  if (root) draw(root);
  preloadLinks();
};

start();
