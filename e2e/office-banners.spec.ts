import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { enterOffice, visitOffice } from './office.ts';
import { test } from './portal.ts';
import { notice } from './screen.ts';
import { axe } from './support.ts';
import { watch } from './watch.ts';

/* 網站內容 → 橫幅. The banner is not published: other journeys look at the public ones at the same time. */

const picture = async (width: number, height: number) => ({
  name: '橫幅.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background: '#0e7c86' } })
    .png()
    .toBuffer(),
});

const main = (page: Page) => page.getByRole('main');
const slider = (page: Page, name: string) => main(page).getByRole('slider', { name });
const previews = (page: Page) => main(page).getByRole('region', { name: '預覽' }).locator('img');
const position = (page: Page) =>
  previews(page).evaluateAll((images) => images.map((image) => getComputedStyle(image).objectPosition));

test('an editor chooses a picture and its focus, saves a draft, orders, schedules and deletes it', async ({
  page,
  context,
  baseURL,
}, { workerIndex }) => {
  const title = `第 ${workerIndex} 張海報`;
  await enterOffice(context, baseURL, 'editor@portal.example');
  const faults = await watch(page);
  await visitOffice(page, '/content/banners/new');
  await expect(main(page)).toContainText('選擇圖片後顯示預覽');
  await main(page)
    .getByLabel('選擇圖片')
    .setInputFiles(await picture(1600, 900));
  await expect(previews(page)).toHaveCount(4);

  await slider(page, '左右位置').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await slider(page, '上下位置').focus();
  await page.keyboard.press('Home');
  await expect.poll(() => position(page)).toEqual(Array(4).fill('70% 0%'));
  const whole = main(page).getByRole('group', { name: '焦點' }).locator('img');
  await whole.scrollIntoViewIfNeeded();
  const box = await whole.boundingBox();
  if (!box) throw new Error('the picture is not shown');
  await page.mouse.click(box.x + box.width * 0.21, box.y + box.height * 0.88);
  await expect.poll(() => position(page)).toEqual(Array(4).fill('20% 90%'));
  await expect(slider(page, '左右位置')).toHaveValue('20');
  await axe(page);

  await main(page).getByRole('textbox', { name: '圖片說明' }).fill(title);
  const link = main(page).getByRole('textbox', { name: '連結' });
  await link.fill('javascript:alert(1)');
  await main(page).getByRole('button', { name: '儲存橫幅' }).click();
  await expect(main(page)).toContainText('請輸入 / 開頭的本站網址');
  await link.fill('/ClassInfo');
  await main(page).getByRole('button', { name: '儲存橫幅' }).click();
  await expect(notice(page, '已儲存草稿')).toBeVisible();

  const rows = main(page)
    .getByRole('row')
    .filter({ hasText: /公開|草稿|定時/ });
  const own = rows.filter({ hasText: title });
  await expect(own).toContainText('草稿');
  const place = () =>
    rows.evaluateAll((all, name) => all.findIndex((row) => row.textContent?.includes(name)), title);
  const former = await place();
  const handle = own.getByTitle('拖曳以調整順序');
  await handle.scrollIntoViewIfNeeded();
  const [grip, above] = [await handle.boundingBox(), await rows.nth(former - 1).boundingBox()];
  if (!grip || !above) throw new Error('the rows are not shown');
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(grip.x + grip.width / 2, above.y + 5, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByRole('status').filter({ hasText: `「${title}」已移至` })).toHaveCount(1);
  await expect.poll(place).toBe(former - 1);
  await own.getByRole('button', { name: `下移「${title}」` }).press('Enter');
  await expect.poll(place).toBe(former);
  await axe(page);

  await own.getByRole('link', { name: title }).click();
  await main(page).getByRole('radio', { name: '定時發布' }).check();
  await main(page).getByRole('button', { name: '儲存橫幅' }).click();
  await expect(main(page)).toContainText('請輸入發布時間');
  await main(page).getByRole('radio', { name: '草稿' }).check();
  await page.getByRole('link', { name: '橫幅', exact: true }).click();
  await own.getByRole('button', { name: `刪除橫幅${title}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '刪除' }).click();
  await expect(own).toHaveCount(0);
  expect(faults).toEqual([]);
});
