import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import * as z from 'zod/mini';
import { queries } from '../platform/query-client.ts';
import { callAheadOfPages } from './call-ahead.ts';
import { followNavigation } from './pending-navigation.ts';
import { router } from './router.tsx';

// The page policy forbids eval, which zod would otherwise try.
z.config({ jitless: true });
callAheadOfPages(queries, router);
followNavigation(router);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
