import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { preloadLinks } from './app/preload-links.ts';
import { preloadPage, Router } from './app/router.tsx';
import { createQueryClient } from './platform/query-client.ts';
import { renewOldSession } from './platform/renew-session.ts';

// The page policy forbids eval, which zod would otherwise try.
z.config({ jitless: true });
renewOldSession();
preloadPage(location.pathname);
preloadLinks();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <Router />
      </QueryClientProvider>
    </StrictMode>,
  );
}
