import { expect, type Page } from '@playwright/test';
import { enterOffice, visitOffice } from './office.ts';
import { test } from './portal.ts';
import { axe } from './support.ts';
import { watch } from './watch.ts';

/* 到期提醒 of a kind of certificate. */

const main = (page: Page) => page.getByRole('main');

test('an administrator sets when holders of a kind are reminded', async ({ page, context, baseURL }) => {
  await enterOffice(context, baseURL, 'admin@portal.example');
  const faults = await watch(page);
  const kinds = await (await context.request.get('/api/office/certificate-kinds')).json();
  await visitOffice(page, `/certificates/layouts/${kinds.at(-1).id}`);
  await expect(main(page)).toContainText('在證照到期前 180、90、30、7 天，各寄一封信提醒持證人。');

  const dialog = page.getByRole('dialog', { name: '的到期提醒' });
  const set = async (days: string) => {
    await dialog.getByLabel('到期前幾天提醒').fill(days);
    // The key is safer than a click: the fault goes with the next character, and the button moves up.
    await dialog.getByLabel('到期前幾天提醒').press('Enter');
  };
  await page.getByRole('button', { name: '修改提醒' }).click();
  await set('400');
  await expect(dialog).toContainText('請輸入 1 至 365 的天數');
  await axe(page);
  await set('14，60');
  await expect(main(page)).toContainText('在證照到期前 60、14 天，各寄一封信提醒持證人。');
  await expect(main(page)).toContainText('設定證照到期提醒');

  await page.getByRole('button', { name: '修改提醒' }).click();
  await set('');
  await expect(main(page)).toContainText('這種證照到期前不提醒持證人。');
  expect(faults).toEqual([]);
});
