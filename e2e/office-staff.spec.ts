import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { staffAccounts, staffSessions } from '../server/src/staff/tables.ts';
import { mailsTo } from './mailbox.ts';
import { enterOffice, visitOffice } from './office.ts';
import { test } from './portal.ts';

/* An administrator invites somebody, who comes in with a passkey. */

const PASSWORD = 'Gray-harbour-2026';

/** An authenticator in the browser that has a fingerprint for every question. */
const addAuthenticator = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

const invite = async (page: Page, { name, email }: { name: string; email: string }) => {
  await visitOffice(page, '/settings/staff');
  await page.getByRole('button', { name: '邀請人員' }).click();
  const form = page.getByRole('dialog', { name: '邀請後台人員' });
  await form.getByRole('textbox', { name: '姓名' }).fill(name);
  await form.getByRole('textbox', { name: '電子郵件' }).fill(email);
  await form.getByRole('combobox', { name: '角色' }).selectOption('承辦人員');
  await form.getByRole('combobox', { name: '會別' }).selectOption('臺北市分會');
  await form.getByRole('button', { name: '確認' }).click();
  const shown = page.getByRole('dialog', { name: '邀請連結' });
  const link = shown.getByText(/^http\S+#[\w-]{43}$/);
  return `${await link.textContent()}`;
};

test('an invited officer sets a password and a passkey, and signs in by the passkey alone', async ({
  page,
  context,
  browser,
  baseURL,
  dataDir,
  db,
}) => {
  const email = `${randomUUID().slice(0, 8)}@example.com`;
  await enterOffice(context, baseURL, 'admin@portal.example');
  const link = await invite(page, { name: '沈承辦', email });
  await expect
    .poll(async () => (await mailsTo(dataDir, email)).map(({ text }) => text?.includes(link)))
    .toEqual([true]);

  // A passkey belongs to a host name; an address of numbers is none.
  const site = `${baseURL}`.replace('127.0.0.1', 'localhost');
  const own = await browser.newContext({ baseURL: site, locale: 'zh-TW' });
  const officer = await own.newPage();
  await addAuthenticator(officer);
  await officer.goto(link.replace(`${baseURL}`, site));
  await officer.locator('input[name="newPassword"]').fill(PASSWORD);
  await officer.locator('input[name="newPasswordConfirmation"]').fill(PASSWORD);
  await officer.getByRole('button', { name: '確認' }).click();
  await expect(officer.getByRole('heading', { level: 1, name: '今日工作' })).toBeVisible();

  await visitOffice(officer, '/account');
  await officer.getByRole('button', { name: '新增通行金鑰' }).click();
  const naming = officer.getByRole('dialog', { name: '新增通行金鑰' });
  await naming.getByRole('textbox', { name: '名稱' }).fill('辦公室電腦');
  await naming.getByRole('button', { name: '確認' }).click();
  await officer.getByRole('button', { name: '已妥善保存，繼續' }).click();
  await expect(officer.getByRole('main')).toContainText('辦公室電腦');

  await officer.getByRole('button', { name: '沈承辦' }).click();
  await officer.getByRole('button', { name: '登出', exact: true }).last().click();
  await officer.getByRole('button', { name: '以通行金鑰登入' }).click();
  await expect(officer.getByRole('heading', { level: 1, name: '我的帳號' })).toBeVisible();

  // Ten minutes later a sensitive act asks again.
  const member = db
    .select({ id: staffAccounts.id })
    .from(staffAccounts)
    .where(eq(staffAccounts.email, email));
  await db
    .update(staffSessions)
    .set({ confirmedAt: sql`${staffSessions.confirmedAt} - interval '11 minutes'` })
    .where(eq(staffSessions.staffId, member));
  await visitOffice(officer, '/account');
  await officer.getByRole('button', { name: '重新產生備用碼' }).click();
  await officer.getByRole('alertdialog').getByRole('button', { name: '重新產生' }).click();
  const again = officer.getByRole('dialog', { name: '再次驗證' });
  await again.getByRole('button', { name: '使用通行金鑰' }).click();
  await expect(again).toHaveCount(0);
  await officer.getByRole('button', { name: '已妥善保存，繼續' }).click();
  await own.close();
});
