import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './data.ts';
import { Router } from './router.tsx';

/** As a transition: React draws in slices and lets the browser answer between them. What the HTML holds is seen meanwhile. */
export const draw = (root: HTMLElement): void =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <Router />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
