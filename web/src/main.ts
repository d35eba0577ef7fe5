/* Each step runs in a task of its own: all at once would block a phone for a quarter of a second. */

const start = async () => {
  await import('./platform/renew-session.ts');
  await import('./app/first-requests.ts');
  const { renderApp } = await import('./app/root.tsx');
  const root = document.getElementById('root');
  if (root) await renderApp(root);
};

/** For code that cannot be fetched: offline, or replaced by a newer version. */
const offerReload = (fault: unknown) => {
  const opening = document.getElementById('opening');
  const offer = opening?.querySelector('template');
  if (offer) opening?.replaceChildren(offer.content);
  opening?.querySelector('button')?.addEventListener('click', () => location.reload());
  reportError(fault);
};

start().catch(offerReload);
