import type { Page } from '@playwright/test';

/* The JavaScript and style sheets of a page, in compressed bytes. */

interface Budget {
  readonly name: string;
  readonly path: string;
  /** The bytes, compressed by brotli, that a first visit may fetch until the network is quiet. */
  readonly most: number;
  /** The e-mail of the staff member who visits the page; null for a guest. */
  readonly staff: string | null;
}

const OFFICER = 'officer@tpe.example';

export const budgets: readonly Budget[] = [
  { name: 'home', path: '/', most: 120_000, staff: null },
  { name: 'class list', path: '/ClassInfo', most: 132_000, staff: null },
  // The heaviest page of a guest: date, photo and the rules of every field.
  { name: 'registration', path: '/Register', most: 190_000, staff: null },
  { name: 'review queue of the office', path: '/office/enrolment/review', most: 220_000, staff: OFFICER },
  { name: 'first page of the office', path: '/office/', most: 220_000, staff: OFFICER },
];

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
