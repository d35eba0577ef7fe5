import { preloadPage } from './router.tsx';

const preloadTarget = ({ target }: Event) => {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link?.origin === location.origin) preloadPage(link.pathname);
};

/** Fetches a page's code when a link to it is hovered, touched or focused. */
export const preloadLinks = (): void => {
  for (const event of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(event, preloadTarget, { passive: true });
  }
};
