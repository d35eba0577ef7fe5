import { preloadPage } from './router.tsx';

const preloadTarget = ({ target }: Event) => {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link?.origin === location.origin) preloadPage(link.pathname);
};

export const preloadLinks = (): void => {
  for (const event of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(event, preloadTarget, { passive: true });
  }
};
