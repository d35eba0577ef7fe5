import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './data.ts';
import { preloadLinks } from './preload-links.ts';
import { preloadPage, Router } from './router.tsx';

/**
 * Draws the portal once the page at this address is there. As a transition: React draws in slices and lets the browser
 * answer between them. What the HTML holds is seen meanwhile.
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
