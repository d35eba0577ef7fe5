import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { paletteOf } from '../server/src/branding/palette.ts';
import { enterOffice, visitOffice } from './office.ts';
import { test } from './portal.ts';
import { notice } from './screen.ts';
import { axe } from './support.ts';
import { watch } from './watch.ts';

/* 設定 → 網站. The name and the colour are not saved here: other journeys go on at the same time. */

const picture = async (side: number) => ({
  name: '標誌.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: side, height: side, channels: 3, background: '#b3261e' } })
    .png()
    .toBuffer(),
});

test('an administrator tries a logo and a colour, and names the sender', async ({
  page,
  context,
  baseURL,
}) => {
  await enterOffice(context, baseURL, 'admin@portal.example');
  const faults = await watch(page);
  await visitOffice(page, '/settings/site');
  const main = page.getByRole('main');
  const colour = main.getByRole('textbox', { name: '代表色' });
  await colour.fill('#e8590c');
  await expect(main).toContainText('這個顏色與白色文字的對比為 3.5:1，與深色文字為 4.2:1，都未達 4.5:1');
  await axe(page);
  await colour.fill('#f5c518');
  await expect(main.getByRole('region', { name: '預覽' })).toContainText('學員訓練報名網');

  const file = main.getByLabel('選擇標誌');
  await file.setInputFiles(await picture(1));
  await expect(main).toContainText('標誌的長邊至少須有 64 像素');
  await file.setInputFiles(await picture(300));
  const shown = main.getByRole('img', { name: '目前的標誌' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96);
  await axe(page);
  await main.getByRole('button', { name: '改用內建標誌' }).click();

  await colour.fill('#0a4a53');
  await main.getByRole('textbox', { name: '寄件人名稱' }).fill('訓練組');
  await main.getByRole('button', { name: '儲存網站設定' }).click();
  await expect(notice(page, '已儲存網站設定')).toBeVisible();
  await expect(main).toContainText('修改網站設定');
  expect(faults).toEqual([]);
});

/** Answers the style sheet that the server sends to a site with this colour. */
const recolour = async (page: Page, colour: string) => {
  const tokens = Object.entries(paletteOf(colour)).map(([token, value]) => `--color-${token}:${value}`);
  await page.route('**/site.css', (route) =>
    route.fulfill({ contentType: 'text/css', body: `:root{${tokens.join(';')}}` }),
  );
  await page.route(
    (url) => !/\.\w+$|^\/api/.test(url.pathname),
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const body = (await response.text()).replace(
        '</head>',
        '<link rel="stylesheet" href="/site.css" /></head>',
      );
      return route.fulfill({ response, body });
    },
  );
};

for (const colour of ['#f5c518', '#b3261e', '#1a1a2e']) {
  test(`every text can be read with the colour ${colour} @any-width`, async ({ page, context, baseURL }) => {
    await recolour(page, colour);
    const seen = () => page.evaluate(() => getComputedStyle(document.body).getPropertyValue('--color-bar'));
    for (const address of ['/', '/ClassInfo', '/login', '/Register', '/v']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      expect(await seen()).toBe(colour);
      await axe(page);
    }
    await enterOffice(context, baseURL, 'admin@portal.example');
    for (const address of ['/', '/classes', '/settings/site']) {
      await visitOffice(page, address);
      await axe(page);
    }
  });
}
