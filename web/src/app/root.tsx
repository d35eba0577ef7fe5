import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './data.ts';
import { preloadLinks } from './preload-links.ts';
import { preloadPage, Router } from './router.tsx';

/**
 * The static HTML stays until the page's code is loaded. A transition lets the browser respond while React
 * renders.
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
