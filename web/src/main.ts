/* Each step is evaluated in a task of its own: all of it at once would hold up a phone for a quarter of a second. */

const start = async () => {
  await import('./platform/renew-session.ts');
  await import('./app/data.ts');
  const { open } = await import('./app/root.tsx');
  const root = document.getElementById('root');
  if (root) await open(root);
};

start();
