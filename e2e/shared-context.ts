import type { Browser, BrowserContext, Page, PlaywrightTestOptions } from '@playwright/test';

/*
 * One browser context for the journeys of a worker: the browser keeps the files of the pages and the code that it has
 * compiled. Each journey gets a new page, and storage as in a browser that has never seen the portal.
 */

export interface SharedContext {
  readonly context: BrowserContext;
  /** A page of the same origin, without scripts, to reach the local storage. */
  readonly storage: Page;
}

export const openSharedContext = async (
  browser: Browser,
  { viewport = null }: Partial<PlaywrightTestOptions>,
): Promise<SharedContext> => {
  const context = await browser.newContext({ viewport });
  const storage = await context.newPage();
  await storage.goto('/robots.txt');
  return { context, storage };
};

/** Leaves nothing of anybody in cookies and local storage but `user`, as the pages store them. */
export const storeUser = async ({ context, storage }: SharedContext, user: string | null): Promise<void> => {
  await context.clearCookies();
  await storage.evaluate((stored) => {
    localStorage.clear();
    if (stored !== null) localStorage.setItem('user', stored);
  }, user);
};

/** Undoes what a journey may have done to the context. */
export const resetContext = async (shared: SharedContext): Promise<void> => {
  const { context, storage } = shared;
  await Promise.all(context.pages().map((page) => page !== storage && page.close()));
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearPermissions();
  await context.setOffline(false);
  await storeUser(shared, null);
};
