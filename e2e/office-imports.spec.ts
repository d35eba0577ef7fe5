import { expect } from '@playwright/test';
import { nationalId } from '../server/test/factories/identity.ts';
import { enterOffice, visitOffice } from './office.ts';
import { test } from './portal.ts';
import { axe } from './support.ts';
import { watch } from './watch.ts';

/* 資料匯入: an administrator imports people and takes the import back. */

const file = () => {
  const rows = [
    ['身分證字號', '姓名', '生日', '會別', '電子郵件'],
    [nationalId(1, { letter: 'W' }), '匯小入', '79/5/14', '台北市分會', 'import@example.com'],
    [nationalId(2, { letter: 'W' }), '匯大入', '0800102', '', 'no address'],
    ['A123456788', '匯不入', '1990-01-01', '', ''],
  ];
  return Buffer.from(rows.map((row) => row.join(',')).join('\r\n'));
};

test('an administrator tries a file, imports its people and undoes it', async ({
  page,
  context,
  baseURL,
}) => {
  test.slow();
  await enterOffice(context, baseURL, 'admin@portal.example');
  const faults = await watch(page);
  await test.step('the columns are recognised', async () => {
    await visitOffice(page, '/imports');
    await page.getByRole('link', { name: '匯入檔案' }).click();
    await page
      .getByLabel('選擇檔案')
      .setInputFiles({ name: '舊系統學員.csv', mimeType: 'text/csv', buffer: file() });
    await expect(page.getByText('讀到 3 列資料')).toBeVisible();
    await expect(page.getByLabel('出生日期（必要）')).toHaveValue('2');
    await axe(page);
    await page.getByLabel('證號（必要）').selectOption('（不匯入）');
    await expect(page.getByText('請指定必要的欄位：證號')).toBeVisible();
    await page.getByLabel('證號（必要）').selectOption('第 1 欄：身分證字號');
  });
  await test.step('the dry run says what would happen', async () => {
    await page.getByRole('button', { name: '開始試算' }).click();
    await expect(page.getByRole('heading', { name: '試算結果' })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('身分證字號不正確（檢查碼不符）')).toBeVisible();
    await expect(page.getByText(/電子郵件未匯入/)).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await axe(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: '下載需要修正的列（XLSX）' }).click();
    expect((await download).suggestedFilename()).toBe('舊系統學員.csv 需要修正.xlsx');
  });
  await test.step('the people are imported and removed again', async () => {
    await page.getByRole('button', { name: '開始匯入' }).click();
    await page.getByRole('button', { name: '確定匯入' }).click();
    await page.getByRole('button', { name: '復原整次匯入' }).click({ timeout: 60_000 });
    await page.getByRole('button', { name: '確定復原' }).click();
    await expect(page.getByText('已復原').first()).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('已移除')).toBeVisible();
    await axe(page);
  });
  expect(faults).toEqual([]);
});
