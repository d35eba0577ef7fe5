import { expect, type Page } from '@playwright/test';
import { dialog, main, rail } from './desk.ts';
import { enterOffice, visitOffice } from './office.ts';
import { test } from './portal.ts';
import { axe } from './support.ts';

/* The behaviour that all forms of the office share. */

const ADMIN = 'admin@portal.example';

test.beforeEach(({ context, baseURL }) => enterOffice(context, baseURL, ADMIN));

const leaving = (page: Page) => page.getByRole('alertdialog', { name: '尚未儲存' });

test('a page asks before typed text is lost @any-width', async ({ page }) => {
  await visitOffice(page, '/catalogue/courses/new');
  await rail(page).getByRole('link', { name: '開課' }).click();
  await expect(page).toHaveURL('/office/classes');

  await visitOffice(page, '/catalogue/courses/new');
  const name = main(page).getByRole('textbox', { name: /^名稱/ });
  await name.fill('山域搜救訓練');
  await rail(page).getByRole('link', { name: '開課' }).click();
  await axe(page, '[role="alertdialog"]');
  await leaving(page).getByRole('button', { name: '繼續填寫' }).click();
  await expect(name).toHaveValue('山域搜救訓練');
  await main(page).getByRole('button', { name: '取消' }).click();
  await leaving(page).getByRole('button', { name: '離開' }).click();
  await expect(page).toHaveURL('/office/catalogue/courses');
});

test('a page that stays after it was saved asks again for what is typed then @any-width', async ({
  page,
}) => {
  await visitOffice(page, '/catalogue/courses/1');
  await main(page).getByRole('button', { name: '儲存' }).click();
  await expect(page.getByRole('region', { name: '通知' })).toContainText('已儲存');
  await main(page).getByRole('textbox', { name: /^名稱/ }).fill('另一個名稱');
  await rail(page).getByRole('link', { name: '開課' }).click();
  await leaving(page).getByRole('button', { name: '離開' }).click();
  await expect(page).toHaveURL('/office/classes');
});

test('a dialog asks before typed text is lost, and sends it once @any-width', async ({ page }) => {
  const phrase = `資料不齊，請補件 ${Date.now()}`;
  await visitOffice(page, '/enrolment/phrases');
  await main(page).getByRole('button', { name: /^修改/ }).first().click();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  await main(page).getByRole('button', { name: /^修改/ }).first().click();
  await dialog(page).getByRole('textbox').fill(phrase);
  await page.keyboard.press('Escape');
  await leaving(page).getByRole('button', { name: '繼續填寫' }).click();
  await expect(dialog(page).getByRole('textbox')).toHaveValue(phrase);
  const pressedTwice = Promise.withResolvers<void>();
  let calls = 0;
  await page.route('**/api/office/review-phrases/*', async (route) => {
    calls += 1;
    await pressedTwice.promise;
    await route.continue();
  });
  await dialog(page).getByRole('button', { name: '儲存' }).dblclick();
  pressedTwice.resolve();
  await expect(dialog(page)).toHaveCount(0);
  await expect(main(page).getByRole('list', { name: '常用的退回理由' })).toContainText(phrase);
  expect(calls).toBe(1);
});

test('a short form shows a refusal under its field, which gets the focus @any-width', async ({ page }) => {
  await visitOffice(page, '/enrolment/phrases');
  const typed = main(page).getByRole('textbox').last();
  await typed.fill('資料不齊');
  await page.route('**/api/office/review-phrases', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 422, json: { message: '已有此理由', errors: { text: ['已有此理由'] } } })
      : route.continue(),
  );
  await main(page).getByRole('button', { name: '新增' }).click();
  await expect(typed).toHaveAccessibleDescription('已有此理由');
  await expect(typed).toBeFocused();
  await expect(typed).toHaveValue('資料不齊');
});

test('a form whose record a colleague changed first offers the current record, not the same save again @any-width', async ({
  page,
  context,
  baseURL,
}) => {
  await visitOffice(page, '/enrolment/phrases');
  await main(page).getByRole('button', { name: /^修改/ }).last().click();
  await dialog(page).getByRole('textbox').fill('我的文字');

  const phrases = await (await context.request.get('/api/office/review-phrases')).json();
  const { id, version } = phrases.at(-1);
  const theirs = `他人的文字 ${Date.now()}`;
  const edited = await context.request.post(`/api/office/review-phrases/${id}`, {
    data: { text: theirs, version },
    headers: { origin: `${baseURL}` },
  });
  expect(edited.ok(), await edited.text()).toBe(true);

  await dialog(page).getByRole('button', { name: '儲存' }).click();
  await expect(dialog(page)).toContainText('請確認後再送出');
  await expect(dialog(page).getByRole('textbox')).toHaveValue('我的文字');
  await expect(dialog(page).getByRole('button', { name: '重新送出' })).toHaveCount(0);
  await dialog(page).getByRole('button', { name: '重新載入' }).click();
  await expect(dialog(page).getByRole('textbox')).toHaveValue(theirs);

  await dialog(page).getByRole('textbox').fill(`${theirs}（修訂）`);
  await dialog(page).getByRole('button', { name: '儲存' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(main(page)).toContainText(`${theirs}（修訂）`);
});

test('an act on a page that is out of date says so, and the page shows what is there now @any-width', async ({
  page,
  context,
  baseURL,
}) => {
  await enterOffice(context, baseURL, 'officer@tpe.example');
  const { rows } = await (await context.request.get('/api/office/classes?state=published')).json();
  await visitOffice(page, `/classes/${rows[0].id}`);
  const text = '此課程的狀態已變更，請重新整理後再試';
  await page.route('**/api/office/classes/*/stop', (route) =>
    route.fulfill({ status: 409, json: { message: text } }),
  );
  await main(page).getByRole('button', { name: '其他作業' }).click();
  await main(page).getByRole('button', { name: '停止報名' }).click();
  const readAgain = page.waitForResponse((answer) => answer.url().endsWith(`/classes/${rows[0].id}`));
  await dialog(page).getByRole('button', { name: '停止報名' }).click();
  await readAgain;
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('region', { name: '通知' })).toContainText(text);
});
