/* Each step is evaluated in a task of its own: all of it at once would hold up a phone for a quarter of a second. */

const start = async () => {
  await import('./platform/renew-session.ts');
  await import('./app/data.ts');
  const { open } = await import('./app/root.tsx');
  const root = document.getElementById('root');
  if (root) await open(root);
};

/** Offline, or with a newer version in place of this one, the code does not come: instead of an empty page for ever. */
const offerReload = (fault: unknown) => {
  const opening = document.getElementById('opening');
  const offer = opening?.querySelector('template');
  if (offer) opening?.replaceChildren(offer.content);
  opening?.querySelector('button')?.addEventListener('click', () => location.reload());
  reportError(fault);
};

start().catch(offerReload);
