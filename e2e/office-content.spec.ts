import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { addDays } from '@portal/contract/dates';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { intros } from '../server/src/content/tables.ts';
import { dialog, main, openDesk, TODAY, typeDay } from './desk.ts';
import { enterOffice, visitOffice } from './office.ts';
import { test } from './portal.ts';
import { notice } from './screen.ts';
import { axe } from './support.ts';
import { watch } from './watch.ts';

/* 網站內容: an introduction from the draft to the public, and what visitors see meanwhile. */

const picture = async (width: number, height: number) => ({
  name: '泳池.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background: '#0e7c86' } })
    .png()
    .toBuffer(),
});

const contentTab = (page: Page, name: string) =>
  main(page).getByRole('navigation', { name: '網站內容的頁面' }).getByRole('link', { name });
const publish = (page: Page, way: string) =>
  main(page).getByRole('radio', { name: way, exact: true }).check();
const save = (page: Page) => main(page).getByRole('button', { name: '儲存課程介紹' }).click();

test('an editor writes an introduction with pictures, publishes it at a time, revises it and takes it off', async ({
  page,
  context,
  browser,
  baseURL,
  db,
}) => {
  test.slow();
  const type = `水域 ${randomUUID().slice(0, 6)}`;
  const [title, revised] = [`獨木舟 ${type}`, `獨木舟與立槳 ${type}`];
  const visitor = await openDesk(browser, baseURL);
  const seen = async () => {
    await visitor.goto(`/Intro/${encodeURIComponent(type)}`);
    await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(type);
    return main(visitor).innerText();
  };
  await enterOffice(context, baseURL, 'editor@portal.example');
  const faults = await watch(page);

  await test.step('a kind of introductions, with its picture', async () => {
    await visitOffice(page, '/content/introductions');
    await main(page).getByRole('button', { name: '新增類別' }).click();
    const form = dialog(page);
    await form.getByRole('textbox', { name: '類別名稱' }).fill(type);
    await form.getByRole('button', { name: '新增類別' }).click();
    await expect(form.getByText('請選擇圖片').first()).toBeVisible();
    await form.getByLabel('選擇圖片').setInputFiles(await picture(600, 600));
    await expect(form.getByRole('img', { name: '目前的圖片' })).toBeVisible();
    await axe(page);
    await form.getByRole('button', { name: '新增類別' }).click();
    await expect(notice(page, '已儲存類別')).toBeVisible();
    await main(page).getByRole('link', { name: type }).click();
    await expect(main(page)).toContainText('此類別尚無課程介紹');
  });

  await test.step('a draft with a picture in its text, which visitors do not see', async () => {
    await main(page).getByRole('link', { name: '新增課程介紹' }).click();
    await main(page).getByRole('textbox', { name: '標題' }).fill(title);
    await main(page).getByRole('textbox', { name: '內文' }).click();
    await page.keyboard.type('靜水域的基本技術。');
    await main(page).getByRole('toolbar').getByRole('button', { name: '圖片', exact: true }).click();
    await dialog(page)
      .getByLabel('圖片檔')
      .setInputFiles(await picture(800, 400));
    await dialog(page).getByRole('textbox', { name: '圖片說明' }).fill('泳池');
    await dialog(page).getByRole('button', { name: '插入', exact: true }).click();
    await expect(
      main(page).getByRole('textbox', { name: '內文' }).getByRole('img', { name: '泳池' }),
    ).toBeVisible();
    await save(page);
    await expect(notice(page, '已儲存草稿')).toBeVisible();
    await expect(main(page).getByRole('row').filter({ hasText: title })).toContainText('草稿');
    expect(await seen()).not.toContain(title);
  });

  await test.step('it is published at a time, which comes', async () => {
    await main(page).getByRole('link', { name: title }).click();
    await publish(page, '定時發布');
    await save(page);
    await expect(main(page).getByText('請輸入發布時間').first()).toBeVisible();
    await typeDay(main(page), '發布日期', addDays(TODAY, 2));
    await axe(page);
    await save(page);
    await expect(notice(page, '已儲存，將於指定時間公開')).toBeVisible();
    await page.getByRole('link', { name: type, exact: true }).click();
    await expect(main(page).getByRole('row').filter({ hasText: title })).toContainText('定時發布');
    expect(await seen()).not.toContain(title);
    await db
      .update(intros)
      .set({ publishedAt: new Date(Date.now() - 60_000) })
      .where(eq(intros.title, title));
    await expect.poll(seen).toContain(title);
  });

  await test.step('a revision waits beside the public text, and is thrown away', async () => {
    await page.reload();
    await main(page).getByRole('link', { name: title }).click();
    await publish(page, '先存修改，公開的內容暫不變更');
    await main(page).getByRole('textbox', { name: '標題' }).fill(revised);
    await save(page);
    await expect(notice(page, '已儲存修改，公開的內容沒有變更')).toBeVisible();
    await expect(main(page)).toContainText('以下是尚未公開的修改');
    expect(await seen()).not.toContain(revised);
    await axe(page);
    await main(page).getByRole('button', { name: '捨棄修改' }).click();
    await dialog(page).getByRole('button', { name: '捨棄', exact: true }).click();
    await expect(notice(page, '已捨棄修改')).toBeVisible();
    await expect(main(page).getByRole('textbox', { name: '標題' })).toHaveValue(title);
  });

  await test.step('another one is published at once', async () => {
    await main(page).getByRole('textbox', { name: '標題' }).fill(revised);
    await publish(page, '公開，修改立即生效');
    await save(page);
    await expect(notice(page, '已儲存，十秒內公開')).toBeVisible();
    await expect.poll(seen).toContain(revised);
    const history = main(page).getByRole('region', { name: '歷程' }).locator('ol > li');
    await expect(history.filter({ hasText: '捨棄課程介紹尚未公開的修改' })).toHaveCount(1);
  });

  await test.step('the list of pictures says where each is used', async () => {
    await visitOffice(page, '/content');
    await contentTab(page, '圖片').click();
    const rows = main(page).getByRole('row');
    await expect(rows.filter({ hasText: `課程介紹類別 ${type}` })).toContainText('600 × 600');
    await expect(rows.filter({ hasText: `課程介紹 ${revised}` })).toContainText('800 × 400');
    await axe(page);
  });

  await test.step('introduction and kind are taken off', async () => {
    await main(page).getByRole('link', { name: revised }).first().click();
    await page.getByRole('link', { name: type, exact: true }).click();
    await main(page)
      .getByRole('button', { name: `刪除課程介紹${revised}` })
      .click();
    await dialog(page).getByRole('button', { name: '刪除', exact: true }).click();
    await expect(notice(page, '已刪除課程介紹')).toBeVisible();
    await expect.poll(seen).not.toContain(revised);
    await page.getByRole('link', { name: '課程介紹', exact: true }).first().click();
    await main(page)
      .getByRole('button', { name: `刪除類別${type}` })
      .click();
    await dialog(page).getByRole('button', { name: '刪除', exact: true }).click();
    await expect(notice(page, '已刪除類別')).toBeVisible();
  });
  expect(faults).toEqual([]);
  await visitor.context().close();
});
