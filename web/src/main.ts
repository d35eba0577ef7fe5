/* Each step is evaluated in a task of its own: all of it at once would hold up a phone for a quarter of a second. */

const start = async () => {
  await import('./app/data.ts');
  await import('react-dom/client');
  const { preloadPage } = await import('./app/router.tsx');
  await preloadPage(location.pathname);
  const { draw } = await import('./app/root.tsx');
  const root = document.getElementById('root');
  if (root) draw(root);
  const { preloadLinks } = await import('./app/preload-links.ts');
  preloadLinks();
};

start();
