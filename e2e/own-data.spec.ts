import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { mailsTo } from './mailbox.ts';
import { PASSWORD, test } from './portal.ts';
import { logIn } from './screen.ts';
import { axe } from './support.ts';

test('the owner undoes a change that a thief made with a stolen token, and sets a new password', async ({
  page,
  join,
  dataDir,
}) => {
  const victim = await join();
  const form = new URLSearchParams(profileOf(victim));
  const changed = await page.request.post('/api/update/profile', {
    headers: { authorization: `Bearer ${victim.token}` },
    multipart: Object.fromEntries(form),
  });
  expect(changed.ok(), await changed.text()).toBe(true);

  const link = async () => {
    const mails = await mailsTo(dataDir, victim.email);
    return mails.map(({ text }) => /\/UndoChange\?token=[A-Za-z0-9_-]+/.exec(text ?? '')?.[0]).find(Boolean);
  };
  await expect.poll(link).toBeTruthy();
  await page.goto((await link()) ?? '');
  await expect(page).toHaveURL('/UndoChange');
  await expect(page.getByRole('main')).toContainText('***@example.com');
  await axe(page);
  await page.getByRole('button', { name: '復原變更' }).press('Enter');

  await expect(page.getByRole('heading', { name: '設定新密碼' })).toBeVisible();
  await page.locator('input[name="password"]').fill('Another-whale-88');
  await page.locator('input[name="password_confirmation"]').fill('Another-whale-88');
  await page.getByRole('button', { name: '確認' }).click();
  await expect(page).toHaveURL('/login');
  await logIn(page, victim.idNumber, 'Another-whale-88');
  await expect(page).toHaveURL('/');
});

test('somebody ends their other logins, downloads their data and asks for erasure', async ({
  page,
  trainee,
}) => {
  await page.request.post('/api/login', {
    data: { account: trainee.idNumber, password: PASSWORD, country: 'local' },
    headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Version/18.4 Safari/605.1.15' },
  });
  await page.goto('/Auth/Profile');
  const sessions = page.getByRole('region', { name: '登入中的裝置' });
  await sessions.getByRole('button', { name: '結束登入：Safari · iPhone' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '結束登入' }).click();
  await expect(sessions.getByText('Safari · iPhone')).toHaveCount(0);
  await expect(sessions.getByText('目前使用的裝置')).toBeVisible();

  const data = page.getByRole('region', { name: '我的個人資料' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    data.getByRole('button', { name: '下載我的資料' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('我的個人資料.zip');
  expect(await readFile(await download.path(), 'utf8')).toContain(trainee.idNumber);

  await data.getByRole('button', { name: '申請刪除個人資料' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '送出申請' }).click();
  await expect(data).toContainText('審查中');
  await data.getByRole('button', { name: '撤回申請' }).click();
  await expect(data).toContainText('撤回刪除申請');
  await axe(page);
});

/** The whole form as the profile sends it, with another address. */
const profileOf = ({ name, idNumber }: { name: string; idNumber: string }) => ({
  organization_id: '臺北市分會',
  chinese_name: name,
  id_number: idNumber,
  sex: '0',
  birthday: '1992-05-14',
  city: '臺北市',
  area: '中正區',
  address: '範例路一段 1 號',
  address_code: '100',
  email: `thief-${idNumber.toLowerCase()}@example.com`,
  cell_phone: '0900-000000',
  career_id: '學生',
  education: '大學',
  educationstatuse: '畢業',
});
