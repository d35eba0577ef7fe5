import { expect, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../server/demo/people.ts';
import { enterOffice, outdateSecondFactor, visitOffice } from './office.ts';
import { test } from './portal.ts';
import { axe, uniqueNationalId } from './support.ts';
import { watch } from './watch.ts';

/* 釋出證號, for the owner of a number with which somebody else joined. */

const ADMIN = 'admin@portal.example';
const main = (page: Page) => page.getByRole('main');

const find = async (page: Page, number: string) => {
  await main(page).getByLabel('身分證字號、護照號碼或居留證號').fill(number);
  await main(page).getByRole('button', { name: '搜尋' }).click();
};

test('an administrator releases the number of somebody else’s account @any-width', async ({
  page,
  context,
  join,
  baseURL,
  db,
}) => {
  const impostor = await join();
  await enterOffice(context, baseURL, ADMIN);
  const faults = await watch(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await visitOffice(page, '/enrolment/identifiers');

  await find(page, uniqueNationalId());
  await expect(main(page)).toContainText('沒有學員帳號使用這個號碼');
  await main(page).getByLabel('身分證字號、護照號碼或居留證號').fill('');
  await main(page).getByRole('button', { name: '搜尋' }).click();
  await expect(main(page)).toContainText('請輸入號碼');

  await find(page, ` ${impostor.idNumber.toLowerCase()}`);
  await expect(main(page)).toContainText(impostor.name);
  await expect(main(page)).not.toContainText(impostor.idNumber);
  await axe(page);

  await main(page).getByRole('button', { name: '釋出身分證字號' }).click();
  const dialog = page.getByRole('dialog', { name: '釋出身分證字號' });
  await expect(dialog).toContainText('無法恢復');
  await axe(page);
  await dialog.getByRole('button', { name: '釋出號碼' }).click();
  await expect(dialog).toContainText('請輸入核對方式與原因');

  // The administrator proved the second factor more than ten minutes ago.
  await outdateSecondFactor(db, context);
  await dialog.getByLabel('核對方式與原因').fill('本人持身分證正本至臺北市分會櫃台');
  await dialog.getByRole('button', { name: '釋出號碼' }).click();
  const again = page.getByRole('dialog', { name: '再次驗證' });
  await again.getByLabel('密碼').fill(DEMO_PASSWORD);
  await again.getByRole('button', { name: '驗證' }).click();

  await expect(main(page)).toContainText('號碼已釋出，請本人加入學員。');
  await expect(main(page)).not.toContainText(impostor.name);
  await axe(page);
  await find(page, impostor.idNumber);
  await expect(main(page)).toContainText('沒有學員帳號使用這個號碼');
  // The answer that asks for the second factor.
  expect(faults).toEqual([expect.stringContaining('status of 403')]);
});
