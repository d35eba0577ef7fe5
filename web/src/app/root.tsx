import { useHydrated } from '@portal/kit/ui/use-hydrated.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition, useEffect, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { currentUser } from '../platform/session.ts';
import { queryClient } from './first-requests.ts';
import { preloadLinks } from './preload-links.ts';
import { AppRoutes, preloadPage } from './router.tsx';

interface AppProps {
  /** The server has rendered the page, for a guest. */
  isRendered: boolean;
  onReady: () => void;
}

/** Back and forward show a document of any age. */
const isFromHistory = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && entry.type === 'back_forward');

/** The server renders for a guest: own parts are hidden (`in-data-person`) until the page is taken over. */
const App = ({ isRendered, onReady }: AppProps) => {
  const isHydrated = useHydrated();
  useLayoutEffect(() => {
    if (isHydrated) document.documentElement.removeAttribute('data-person');
  }, [isHydrated]);
  useEffect(() => {
    if (isRendered && (currentUser() || isFromHistory()))
      queryClient.invalidateQueries({ predicate: (query) => !query.meta?.shared });
    onReady();
  }, [isRendered, onReady]);
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter useTransitions={false}>
        <AppRoutes />
      </BrowserRouter>
    </QueryClientProvider>
  );
};

/** Keeps the static HTML until the page's code is loaded. Renders in a transition, so that the page stays responsive. */
export const renderApp = async (root: HTMLElement, onReady: () => void): Promise<void> => {
  await preloadPage(location.pathname);
  const isRendered = 'rendered' in root.dataset;
  const app = (
    <StrictMode>
      <App isRendered={isRendered} onReady={onReady} />
    </StrictMode>
  );
  startTransition(() => {
    if (isRendered) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
  preloadLinks();
};
