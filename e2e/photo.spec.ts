import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { test } from './portal.ts';
import { confirm, input } from './registration-form.ts';

/* The photo of the registration and of the profile: moved within its frame, and lost by a reload. */

/** Red, green and blue stripes beside each other; a portrait shows the green one. */
const stripes = async () => {
  const stripe = (background: string, left: number) => ({
    input: { create: { width: 450, height: 600, channels: 3 as const, background } },
    left,
    top: 0,
  });
  const buffer = await sharp({ create: { width: 1350, height: 600, channels: 3, background: 'white' } })
    .composite([stripe('red', 0), stripe('lime', 450), stripe('blue', 900)])
    .png()
    .toBuffer();
  return { name: 'photo.png', mimeType: 'image/png', buffer };
};

const frame = (page: Page) => page.getByRole('button', { name: '移動照片：拖曳，或使用方向鍵' });

/** The colour in the middle of the file that would be sent. */
const middle = (page: Page) =>
  page.getByAltText('照片預覽').evaluate((image: HTMLImageElement) => {
    const pen = document.createElement('canvas').getContext('2d');
    pen?.drawImage(image, 0, 0, 100, 100);
    const [red = 0, green = 0, blue = 0] = pen?.getImageData(50, 50, 1, 1).data ?? [];
    return red > 200 ? 'red' : green > 200 ? 'green' : blue > 200 ? 'blue' : 'none';
  });

const dragToTheRight = async (page: Page) => {
  await frame(page).scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await frame(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + 4, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 });
  await page.mouse.move(x + width + 20, y + height / 2, { steps: 3 });
  await page.mouse.up();
};

test('a photo is dragged in browsers that do not know the movement of a pointer', {
  tag: '@any-width',
}, async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['movementX', 'movementY'])
      Object.defineProperty(MouseEvent.prototype, name, { get: () => undefined });
  });
  await page.goto('/Register');
  await input(page, 'file').setInputFiles(await stripes());
  await expect.poll(() => middle(page)).toBe('green');
  await dragToTheRight(page);
  await expect.poll(() => middle(page)).toBe('red');
});

test('a photo that can no longer be drawn is to be chosen again', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/Register');
  await input(page, 'file').setInputFiles(await stripes());
  await expect.poll(() => middle(page)).toBe('green');
  await page.evaluate(() => {
    OffscreenCanvas.prototype.convertToBlob = () => Promise.reject(new Error('out of memory'));
  });
  await frame(page).press('ArrowLeft');
  await expect(page.getByText('照片檔案無法讀取，請重新選擇').first()).toBeVisible();
  await expect(page.getByText('尚未選擇照片')).toBeVisible();
  await input(page, 'file').setInputFiles(await stripes());
  await expect(page.getByText('照片檔案無法讀取，請重新選擇').first()).toBeVisible();
});

test('a photo of the profile that a reload has lost is asked for again', { tag: '@any-width' }, async ({
  page,
  trainee: _,
}) => {
  const lost = page.getByText('您先前選擇的照片尚未送出，請重新選擇照片');
  await page.goto('/Auth/Profile');
  await expect(page.getByText('尚未選擇照片')).toBeVisible();
  await expect(lost).toHaveCount(0);
  await input(page, 'file').setInputFiles(await stripes());
  await expect.poll(() => middle(page)).toBe('green');
  await page.reload();
  await expect(lost).toBeVisible();
  await expect(page.getByText('以下含有您尚未送出的修改')).toHaveCount(0);

  await input(page, 'file').setInputFiles(await stripes());
  await expect.poll(() => middle(page)).toBe('green');
  await confirm(page).click();
  await expect(page.getByRole('alertdialog', { name: '成功' })).toBeVisible();
  await page.goto('/Auth/Profile');
  await expect(page.getByRole('img', { name: /的照片$/ })).toBeVisible();
  await expect(lost).toHaveCount(0);
});
