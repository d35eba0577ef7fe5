import { expect, type Page } from '@playwright/test';
import { enterOffice, visitOffice } from './office.ts';
import { test } from './portal.ts';
import { axe } from './support.ts';

/* The frame of the office: sections, scope, search, shortcuts, and 今日工作. */

const OFFICER = 'officer@tpe.example';
const AUDITOR = 'auditor@portal.example';

const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024;
const rail = (page: Page) => page.getByRole('navigation', { name: '主選單' });
const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { level: 1, name });

const expectNoSidewaysScroll = async (page: Page) => {
  const [width, shown] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(width).toBeLessThanOrEqual(shown ?? 0);
};

test('an officer sees the waiting work, and searches by keyboard', async ({ page, context, baseURL }) => {
  await enterOffice(context, baseURL, OFFICER);
  await visitOffice(page, '/');
  await expect(page.getByRole('link', { name: /待審核\s*\d+ 件/ })).toHaveAttribute(
    'href',
    '/office/enrolment/review',
  );
  for (const chart of ['近 30 天報名人數', '即將開課的額滿率', '近 12 個月確認收款']) {
    await expect(page.getByRole('heading', { name: chart })).toBeVisible();
    await expect(page.getByRole('img', { name: chart })).toBeVisible();
    const card = page.locator('section', { has: page.getByRole('heading', { name: chart }) }).last();
    await card.getByText('數字').click();
    await expect(page.getByRole('region', { name: chart, exact: true }).getByRole('table')).toBeVisible();
  }
  await axe(page);
  await expectNoSidewaysScroll(page);

  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: '搜尋' });
  await page.keyboard.type('林怡君');
  const options = dialog.getByRole('option');
  await expect(options.filter({ hasText: '基本救命術訓練' }).first()).toBeVisible();
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expect(dialog).not.toContainText(/[A-Z][12]\d{8}/);
  await axe(page, 'dialog');
  await page.keyboard.press('ArrowDown');
  const second = dialog.locator('[aria-selected="true"]');
  const address = await second.getAttribute('href');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(`${address}`);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText('林怡君');
});

test('the search shows that nothing was found, and that it failed', async ({ page, context, baseURL }) => {
  await enterOffice(context, baseURL, OFFICER);
  await visitOffice(page, '/');
  await page.getByRole('button', { name: '搜尋' }).click();
  const dialog = page.getByRole('dialog', { name: '搜尋' });
  await page.keyboard.type('查無此人');
  await expect(dialog).toContainText('找不到符合「查無此人」的資料');
  await page.route('**/api/office/search', (route) => route.abort());
  await page.keyboard.type('甲');
  await expect(dialog).toContainText('無法連線，請檢查網路後再試');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: '搜尋' })).toBeFocused();
});

test('the permitted sections are reached at every width', async ({ page, context, baseURL }) => {
  await enterOffice(context, baseURL, OFFICER);
  await visitOffice(page, '/');
  const narrow = isNarrow(page);
  if (narrow) {
    await expect(rail(page)).toBeHidden();
    await page.getByRole('button', { name: '開啟選單' }).click();
  }
  await expect(rail(page).getByRole('link', { name: '稽核紀錄' })).toHaveCount(0);
  await axe(page);
  await rail(page)
    .getByRole('link', { name: /^報名審核/ })
    .click();
  await expect(heading(page, '報名審核')).toBeVisible();
  if (narrow) await expect(rail(page)).toBeHidden();
  await expectNoSidewaysScroll(page);
});

test('at 768 pixels and in forced colours nothing is lost @any-width', async ({ page, context, baseURL }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.emulateMedia({ forcedColors: 'active' });
  await enterOffice(context, baseURL, OFFICER);
  await visitOffice(page, '/');
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: '開啟選單' }).click();
  await expect(rail(page).getByRole('link', { name: '今日工作' })).toHaveAttribute('aria-current', 'page');
  const edgeOf = (name: string) =>
    rail(page)
      .getByRole('link', { name })
      .evaluate((link) => getComputedStyle(link).borderInlineStartColor);
  expect(await edgeOf('今日工作')).not.toBe(await edgeOf('報名名單'));
  expect(await edgeOf('報名名單')).toBe(
    await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
  );
  const bar = page.getByRole('img', { name: '即將開課的額滿率' }).locator('rect').nth(1);
  const [fill, text] = await bar.evaluate((element) => [
    getComputedStyle(element).fill,
    getComputedStyle(document.body).color,
  ]);
  expect(fill).toBe(text);
});

test('shortcuts are listed, open sections, and do not act in fields @any-width', async ({
  page,
  context,
  baseURL,
}) => {
  await enterOffice(context, baseURL, OFFICER);
  await visitOffice(page, '/');
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: '快速鍵' });
  await expect(list).toContainText('前往報名審核');
  await axe(page, 'dialog');
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(heading(page, '報名審核')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(heading(page, '今日工作')).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('gr?');
  await expect(page.getByRole('combobox', { name: '關鍵字' })).toHaveValue('gr?');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await list.getByRole('checkbox', { name: '使用單鍵快速鍵' }).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await expect(heading(page, '今日工作')).toBeVisible();
});

test('staff of the whole association choose a branch, which stays chosen', async ({
  page,
  context,
  baseURL,
}) => {
  await enterOffice(context, baseURL, AUDITOR);
  await visitOffice(page, '/');
  const scope = page.getByRole('combobox', { name: '會別' });
  const narrowed = page.waitForRequest((request) => /\/charts\?organization=\d+/.test(request.url()));
  await scope.selectOption('高雄市分會');
  await narrowed;
  const chart = page
    .locator('section', { has: page.getByRole('heading', { name: '即將開課的額滿率' }) })
    .last();
  await chart.getByText('數字').click();
  const rows = chart.getByRole('region', { name: '即將開課的額滿率', exact: true }).locator('tbody tr');
  await expect(rows.filter({ hasText: 'TPE-' })).toHaveCount(0);
  await page.reload();
  await expect(scope.locator('option:checked')).toHaveText('高雄市分會');
});

test('an officer reaches the phrases for rejections by 設定, and an administrator the staff @any-width', async ({
  page,
  context,
  baseURL,
}) => {
  await enterOffice(context, baseURL, OFFICER);
  await visitOffice(page, '/');
  await rail(page).getByRole('link', { name: '設定' }).click();
  await expect(heading(page, '退回理由')).toBeVisible();
  await expect(rail(page).getByRole('link', { name: '設定' })).toHaveAttribute('aria-current', 'page');
  await enterOffice(context, baseURL, 'admin@portal.example');
  await visitOffice(page, '/settings');
  await expect(heading(page, '人員與角色')).toBeVisible();
});

test('an editor sees what waits on the site, and finds pages but nobody', async ({
  page,
  context,
  baseURL,
}) => {
  await enterOffice(context, baseURL, 'editor@portal.example');
  await visitOffice(page, '/');
  const due = page.getByRole('region', { name: '網站內容待處理' });
  await expect(due.getByRole('link', { name: '編輯使用說明' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: '搜尋' });
  await page.keyboard.type('學員');
  await expect(dialog.getByRole('option')).toHaveCount(0);
  await dialog.getByRole('combobox').fill('橫幅');
  await page.keyboard.press('Enter');
  await expect(heading(page, '橫幅')).toBeVisible();
});

test('while the next page is loading, a line says so, and nothing of the former page is pressed @any-width', async ({
  page,
  context,
  baseURL,
}) => {
  await enterOffice(context, baseURL, OFFICER);
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await page.route('**/mails-page-*.js', async (route) => {
    asked.resolve();
    await answer.promise;
    await route.fallback();
  });
  await visitOffice(page, '/');
  const first = page.getByRole('main').getByRole('link').first();
  expect(await first.getAttribute('href')).not.toContain('/correspondence');
  await rail(page).getByRole('link', { name: '信件' }).click();
  await asked.promise;
  // A locator would wait for the next page.
  const line = () =>
    page.evaluate(
      () => getComputedStyle(document.querySelector('main') as Element, '::before').animationName,
    );
  await expect.poll(line).toBe('next-page');
  expect(await page.evaluate(() => document.querySelector('h1')?.textContent)).toBe('今日工作');
  const pressed = first.click();
  // The link of the former page could be pressed within these frames.
  for (let frame = 0; frame < 20; frame++) await page.evaluate(() => new Promise(requestAnimationFrame));
  answer.resolve();
  await pressed;
  await expect(rail(page).getByRole('link', { name: '信件' })).toHaveAttribute('aria-current', 'page');
  await expect(heading(page, '今日工作')).toHaveCount(0);
  expect(await line()).toBe('none');
});
