import { expect, type Page } from '@playwright/test';
import { callAs, test } from './portal.ts';
import { watch } from './watch.ts';

/* Public pages come with their contents, and the application takes them over as they are. */

const pages = [
  { address: '/', holds: 'TPE-FA1-001' },
  { address: '/ClassInfo', holds: 'TPE-FA1-001' },
  { address: '/ClassInfo?organization=高雄市分會&sort=start&page=1', holds: 'KHH-LG1-001' },
  { address: '/ClassInfo?opened=0', holds: '最遲至開課前一日' },
  { address: '/ClassInfo/TPE-FA1-001', holds: '最遲至開課前一日' },
  { address: '/Intro', holds: '水上安全訓練' },
  { address: '/Intro/急救訓練', holds: '心肺復甦術與 AED' },
  { address: '/Privacy', holds: '個人資料蒐集告知事項' },
  { address: '/Contact', holds: '02-20000000' },
  { address: '/Help', holds: '使用說明' },
  { address: '/Accessibility', holds: '無障礙聲明' },
] as const;

const DATA = /<script id="data".*?<\/script>/s;

/** Sums what moves without a press, from the first paint on. */
const sumShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(window, { shifted: (window as unknown as { shifted: number }).shifted + entry.value });
    }).observe({ type: 'layout-shift', buffered: true });
  });

const shifted = (page: Page) => page.evaluate(() => (window as unknown as { shifted: number }).shifted);

test('public pages come with their contents, which nothing requests again and nothing moves', async ({
  page,
  request,
}) => {
  const faults = await watch(page);
  await sumShifts(page);
  const requested: string[] = [];
  page.on('request', (each) => {
    if (/\/api\//.test(each.url())) requested.push(decodeURIComponent(each.url()));
  });
  for (const { address, holds } of pages) {
    await test.step(address, async () => {
      // Other journeys may have taken the share of the time for renderings.
      await expect
        .poll(async () => (await (await request.get(encodeURI(address))).text()).replace(DATA, ''))
        .toContain(holds);
      await page.goto(address);
      await expect(page.getByRole('main')).toContainText(holds);
      await page.waitForLoadState('networkidle');
      // The next page of a list is fetched ahead.
      expect(requested.filter((url) => !url.includes('page=2'))).toEqual([]);
      expect(await shifted(page)).toBe(0);
    });
  }
  expect(faults).toEqual([]);
});

test('a person sees their own parts, and a guest’s never @any-width', async ({
  page,
  request,
  trainee,
  openClass,
}) => {
  const { code } = await openClass();
  await callAs(request, trainee, '/api/class/personal/create', { code });
  const faults = await watch(page);
  await sumShifts(page);
  await page.goto(`/ClassInfo/${code}`);
  await expect(page.getByRole('main').getByText('已報名', { exact: true })).toBeVisible();
  await page.goto('/', { waitUntil: 'commit' });
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: new RegExp(trainee.name) })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: '登出' })).toBeVisible();
  await expect(main.getByRole('heading', { name: '學員登入' })).toHaveCount(0);
  // The person was logged in before: the focus stays at the top of the page.
  await expect(main.getByRole('heading', { name: new RegExp(trainee.name) })).not.toBeFocused();
  expect(faults).toEqual([]);
});

for (const { on, viewport } of [
  { on: 'a phone', viewport: { width: 390, height: 844 } },
  { on: 'a wide screen', viewport: { width: 1280, height: 800 } },
]) {
  test(`on ${on}, nothing moves on the home page of a person`, async ({ page, enterAsLin }) => {
    await page.setViewportSize(viewport);
    await enterAsLin();
    await sumShifts(page);
    await page.goto('/');
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: '查看報名繳費紀錄' })).toBeVisible();
    await expect(main.getByRole('heading', { name: '最新開課' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await shifted(page)).toBe(0);
  });
}

test('a press before the application is there takes effect when it is', async ({ page }) => {
  const code = Promise.withResolvers<void>();
  await page.route(/\/assets\/R-/, async (route) => {
    await code.promise;
    await route.continue();
  });
  const opened = page.goto('/ClassInfo');
  const row = page.getByRole('main').getByRole('button', { name: /TPE-FA1-001/ });
  await page.waitForLoadState('load');
  await row.click();
  await expect(row).toHaveAttribute('aria-expanded', 'false');
  code.resolve();
  await opened;
  await expect(row).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('link', { name: /^課程內容：.*TPE-FA1-001/ })).toBeVisible();
});
