import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './first-requests.ts';
import { preloadLinks } from './preload-links.ts';
import { preloadPage, Router } from './router.tsx';

/** Keeps the static HTML until the page's code is loaded. Renders in a transition, so that the page stays responsive. */
export const renderApp = async (root: HTMLElement): Promise<void> => {
  await preloadPage(location.pathname);
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <Router />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
  preloadLinks();
};
