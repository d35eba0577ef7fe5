import { expect } from '@playwright/test';
import { callAs, test } from './portal.ts';
import { confirm } from './registration-form.ts';
import { showAllFilters } from './screen.ts';

test('another person gets the last seat while a trainee checks their data', { tag: '@any-width' }, async ({
  page,
  request,
  trainee,
  join,
  openClass,
}) => {
  const { code } = await openClass({ organization: '臺中市分會', course: 'CPR', limitNumber: 1 });
  const rival = await join();
  const main = page.getByRole('main');
  await page.goto(`/Class/Personal/${code}`);
  await expect(main.getByText(trainee.idNumber, { exact: true })).toBeVisible();

  expect((await callAs(request, rival, '/api/class/personal/create', { code })).status()).toBe(200);

  await confirm(page).click();
  const failure = page.getByRole('alertdialog', { name: '報名失敗' });
  await expect(failure).toContainText('本課程名額已滿');
  await failure.getByRole('button', { name: '確定' }).click();
  await expect(failure).toBeHidden();
  await expect(page).toHaveURL(`/Class/Personal/${code}`);
  await expect(confirm(page)).toBeFocused();

  await main.getByRole('navigation', { name: '目前位置' }).getByRole('link', { name: '開課資訊' }).click();
  await showAllFilters(page);
  await main.getByLabel('會別').selectOption('臺中市分會');
  await main.getByLabel('訓練項目').selectOption({ label: 'CPR 基本救命術訓練' });
  await main.getByRole('button', { name: '查詢' }).click();
  const row = main.getByRole('heading', { level: 3 }).filter({ hasText: code }).getByRole('button');
  await expect(row).toContainText('已額滿');
  await row.click();
  const personal = main
    .getByRole('button', { name: '個人報名' })
    .and(main.getByRole('button', { name: code }));
  await expect(personal).toHaveAttribute('aria-disabled', 'true');
  await expect(personal).toHaveAccessibleDescription('本課程名額已滿');
  await expect(main.getByText('本課程名額已滿').first()).toBeVisible();

  // A bookmark leads to the class, which says why and what is open instead.
  await page.goto(`/Class/Personal/${code}`);
  await expect(page).toHaveURL(`/ClassInfo/${code}`);
  await expect(main.getByRole('status').filter({ hasText: '本課程名額已滿' })).toBeVisible();
  const others = main.getByRole('region', { name: '其他可報名的班次' });
  await expect(others.getByRole('listitem')).not.toHaveCount(0);
  await expect(others).not.toContainText(code);
  await page.reload();
  await expect(others.getByRole('listitem')).not.toHaveCount(0);
  await expect(main.getByRole('status').filter({ hasText: '本課程名額已滿' })).toHaveCount(0);
});

test('who meets a crowd waits for their turn, also across a reload, and is enrolled', {
  tag: '@any-width',
}, async ({ page, trainee, openClass }) => {
  const { code } = await openClass({ organization: '臺中市分會', course: 'CPR' });
  const keys: (string | undefined)[] = [];
  let before = 3;
  await page.route('**/api/class/personal/create', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    before -= 1;
    if (before < 0) return route.continue();
    const line = { ahead: before * 1200, again: 1 };
    const body = { code: 'crowded', message: '目前人數眾多，正依序處理', line };
    return route.fulfill({ status: 503, json: body, headers: { 'retry-after': '1' } });
  });
  await page.goto(`/Class/Personal/${code}`);
  await expect(page.getByRole('main').getByText(trainee.idNumber, { exact: true })).toBeVisible();
  await confirm(page).click();
  const crowd = page.getByRole('alertdialog', { name: '目前人數眾多，正依序處理' });
  await expect(crowd).toContainText('請勿關閉本頁');
  await expect(crowd).toContainText(/前面約 [\d,]+ 人/);
  await page.reload();
  await expect(page).toHaveURL(`/Class/Personal/${code}/finish`);
  expect(new Set(keys).size).toBe(1);
  expect(keys.length).toBeGreaterThan(3);
});
