import type { Page } from '@playwright/test';

/* The JavaScript and style sheets of a page, in compressed bytes. */

/** The bytes, compressed by brotli, that a first visit may fetch until the network is quiet. */
export const budgets = [
  { name: 'home', path: '/', most: 120_000 },
  { name: 'class list', path: '/ClassInfo', most: 132_000 },
  // The heaviest page of all: date, photo and the rules of every field.
  { name: 'registration', path: '/Register', most: 190_000 },
] as const;

export interface Fetched {
  readonly url: string;
  readonly bytes: number;
}

/** Opens `path` in a page that has nothing cached and lists the scripts and style sheets that came, largest first. */
export const codeOf = async (page: Page, path: string): Promise<Fetched[]> => {
  const coming: Promise<Fetched>[] = [];
  page.on('requestfinished', (request) => {
    if (!['script', 'stylesheet'].includes(request.resourceType())) return;
    coming.push(request.sizes().then((sizes) => ({ url: request.url(), bytes: sizes.responseBodySize })));
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  const fetched = await Promise.all(coming);
  return fetched.sort((one, other) => other.bytes - one.bytes);
};

export const sumOf = (fetched: readonly Fetched[]): number =>
  fetched.reduce((sum, { bytes }) => sum + bytes, 0);
