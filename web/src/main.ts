/* Each step runs in a task of its own: all at once would block a phone for a quarter of a second. */

/** Resolves once the browser has painted what the HTML holds; at once in a hidden tab, which paints nothing. */
const painted = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });

/** Has the browser fetch the scripts of all steps at once. Before the first paint they would delay the banner. */
const preloadSteps = () => {
  const steps = document.querySelector<HTMLTemplateElement>('#steps');
  if (steps) document.head.append(steps.content);
};

/** The last button that was pressed before it could react. */
let pressed: HTMLButtonElement | null | undefined;
const notePress = ({ target }: Event) => {
  pressed = target instanceof Element ? target.closest('button') : null;
};
addEventListener('click', notePress);

const pressAgain = () => {
  removeEventListener('click', notePress);
  document.getElementById('root')?.removeAttribute('data-rendered');
  if (pressed?.isConnected) pressed.click();
  pressed = null;
};

const start = async () => {
  await painted();
  preloadSteps();
  await import('./platform/renew-session.ts');
  await import('./app/first-requests.ts');
  const app = await import('./app/root.tsx');
  const root = document.getElementById('root');
  if (root) await app.renderApp(root, pressAgain);
};

/** Called when code cannot be fetched: offline, or replaced by a newer version. */
const offerReload = (fault: unknown) => {
  const opening = document.getElementById('opening');
  const offer = opening?.querySelector('template');
  if (offer) opening?.replaceChildren(offer.content);
  opening?.querySelector('button')?.addEventListener('click', () => location.reload());
  reportError(fault);
};

start().catch(offerReload);
