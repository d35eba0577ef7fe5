import { expect, type Page } from '@playwright/test';
import { addDays } from '@portal/contract/dates';
import { inArray } from 'drizzle-orm';
import { classes } from '../server/src/classes/tables.ts';
import { classTab, dialog, main, openDesk, putBehind, TODAY, typeDay } from './desk.ts';
import { enterOffice, visitOffice } from './office.ts';
import { test } from './portal.ts';
import { fact, notice } from './screen.ts';
import { axe } from './support.ts';
import { watch } from './watch.ts';

/* A series of classes: made, published, edited and given a file together. */

const PHONE = '07-2000099';

const codes = (page: Page) => main(page).getByRole('table').getByRole('rowheader');

test('an officer makes a series, publishes it at once, corrects all of it and gives all the same file @any-width', async ({
  page,
  context,
  browser,
  baseURL,
  db,
}) => {
  test.slow();
  await enterOffice(context, baseURL, 'officer@khh.example');
  const faults = await watch(page);
  let series: string[] = [];

  await test.step('three classes, a week apart, as drafts', async () => {
    await visitOffice(page, '/classes/new');
    await main(page).getByLabel('訓練項目').selectOption({ label: 'CPR 基本救命術訓練' });
    await main(page).getByRole('button', { name: '下一步' }).click();
    const form = main(page);
    await form.getByLabel('系列班數').fill('3');
    await typeDay(form.getByRole('group', { name: '第 1 個時段' }), '日期', addDays(TODAY, 40));
    await form.getByRole('button', { name: '新增課程' }).click();
    await expect(notice(page, '已新增 3 個課程（草稿）')).toBeVisible();
    await page.getByRole('link', { name: '同系列另有 2 班' }).click();
    await expect(codes(page)).toHaveCount(3);
    series = (await codes(page).allTextContents()).toSorted();
    for (const week of [0, 1, 2]) {
      const day = addDays(TODAY, 40 + 7 * week);
      await expect(main(page).getByRole('row').filter({ hasText: day })).toHaveCount(1);
    }
  });

  await test.step('published together', async () => {
    await main(page).getByRole('checkbox', { name: '選取本頁全部' }).check();
    await main(page).getByRole('button', { name: '發布課程' }).click();
    await expect(dialog(page)).toContainText('將立即發布所選的 3 個課程');
    await axe(page);
    await dialog(page).getByRole('button', { name: '發布課程' }).click();
    await expect(dialog(page)).toContainText('完成 3 筆');
    for (const code of series) await putBehind(db, code);
    await dialog(page).getByRole('button', { name: '關閉' }).last().click();
    await expect(main(page).getByRole('table').getByText('已發布')).toHaveCount(3);
  });

  await test.step('a correction of one is one of all', async () => {
    await main(page)
      .getByRole('link', { name: series[0] ?? '' })
      .click();
    await main(page).getByRole('link', { name: '編輯' }).click();
    await main(page).getByLabel('聯絡電話').fill(PHONE);
    await main(page).getByRole('checkbox', { name: '一併修改同系列的其他 2 班' }).check();
    await axe(page);
    await main(page).getByRole('button', { name: '儲存' }).click();
    await expect(notice(page, '已儲存課程')).toBeVisible();
    await page.getByRole('link', { name: '同系列另有 2 班' }).click();
    await main(page)
      .getByRole('link', { name: series[2] ?? '' })
      .click();
    await expect(fact(main(page), '聯絡資訊')).toContainText(PHONE);
  });

  await test.step('a file of one is added to all, once', async () => {
    await classTab(page, '檔案').click();
    await main(page).locator('input[type="file"]').setInputFiles('server/demo/attachments/syllabus.pdf');
    const share = main(page).getByRole('button', { name: '將「syllabus」加入同系列各班' });
    for (const told of ['已加入 2 班', '同系列各班都已有此檔案']) {
      await share.click();
      await dialog(page).getByRole('button', { name: '加入', exact: true }).click();
      await expect(notice(page, told)).toBeVisible();
    }
    await axe(page);
  });

  await test.step('a visitor finds phone and file at the other class', async () => {
    const visitor = await openDesk(browser, baseURL);
    await visitor.goto(`/ClassInfo/${series[1]}`);
    await expect(main(visitor)).toContainText(PHONE);
    await expect(main(visitor).getByRole('link', { name: 'syllabus.pdf' })).toBeVisible();
    await visitor.context().close();
  });
  expect(faults).toEqual([]);
  await db.update(classes).set({ state: 'draft', publishedAt: null }).where(inArray(classes.code, series));
});
