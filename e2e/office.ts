import { type BrowserContext, expect, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../server/demo/people.ts';

/* The staff's pages. */

/** Signs staff of the demo data in, in the browser of `context`. */
export const enterOffice = async (context: BrowserContext, baseURL: string | undefined, email: string) => {
  const headers = { origin: `${baseURL}` };
  const data = { email, password: DEMO_PASSWORD };
  const answer = await context.request.post('/api/office/login', { data, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
};

/** Opens a page of the office and waits until all of it is there. */
export const visitOffice = async (page: Page, address: string) => {
  await page.goto(`/office${address}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByText('載入中…')).toHaveCount(0);
};
