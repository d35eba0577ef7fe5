import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './data.ts';
import { preloadLinks } from './preload-links.ts';
import { preloadPage, Router } from './router.tsx';

/**
 * Renders the portal once the code of the page at this address is loaded. As a transition, so that React renders in
 * slices between which the browser responds. The static HTML is shown meanwhile.
 */
export const open = async (root: HTMLElement): Promise<void> => {
  await preloadPage(location.pathname);
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <Router />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
  preloadLinks();
};
