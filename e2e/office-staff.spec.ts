import { randomInt, randomUUID } from 'node:crypto';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { DEMO_PASSWORD } from '../server/demo/people.ts';
import { newSecret } from '../server/src/staff/factors/totp.ts';
import { staffAccounts, staffTotp } from '../server/src/staff/tables.ts';
import { mailsTo } from './mailbox.ts';
import {
  acceptInvitation,
  addAuthenticator,
  addPasskey,
  enterOffice,
  invite,
  outdateSecondFactor,
  visitOffice,
} from './office.ts';
import { test } from './portal.ts';
import { axe } from './support.ts';

/* An administrator invites somebody, who comes in with a passkey. */

test('an invited officer sets a password and a passkey, and signs in by the passkey alone', {
  tag: '@any-width',
}, async ({ page, context, browser, baseURL, dataDir, db }) => {
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
  await acceptInvitation(officer, link.replace(`${baseURL}`, site));
  await addPasskey(officer, '辦公室電腦');

  await officer.getByRole('button', { name: '更名通行金鑰「辦公室電腦」' }).click();
  const renaming = officer.getByRole('dialog', { name: '更名通行金鑰「辦公室電腦」' });
  await renaming.getByRole('textbox', { name: '名稱' }).fill('櫃台電腦');
  await renaming.getByRole('button', { name: '更名' }).click();
  await expect(officer.getByRole('main')).toContainText('櫃台電腦');

  await officer.getByRole('button', { name: '沈承辦' }).click();
  await officer.getByRole('button', { name: '登出', exact: true }).last().click();
  await officer.getByRole('button', { name: '以通行金鑰登入' }).click();
  await expect(officer.getByRole('heading', { level: 1, name: '我的帳號' })).toBeVisible();

  // Ten minutes later a sensitive act asks again.
  await outdateSecondFactor(db, own);
  await visitOffice(officer, '/staff/account');
  await officer.getByRole('button', { name: '重新產生備用碼' }).click();
  await officer.getByRole('alertdialog').getByRole('button', { name: '重新產生' }).click();
  const again = officer.getByRole('dialog', { name: '再次驗證' });
  await again.getByRole('button', { name: '使用通行金鑰' }).click();
  await expect(again).toHaveCount(0);
  await officer.getByRole('button', { name: '已妥善保存，繼續' }).click();
  await own.close();
});

const rolesForm = async (page: Page, name: string) => {
  await visitOffice(page, '/staff/members');
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: '變更角色' }).click();
  return page.getByRole('dialog', { name: `變更 ${name} 的角色` });
};

/** The form of 變更角色, sent after another administrator made the same person a cashier. */
const saveOverNewer = async (page: Page, browser: Browser, baseURL: string | undefined) => {
  const name = `何${randomUUID().slice(0, 4)}`;
  await enterOffice(page.context(), baseURL, 'admin@portal.example');
  await invite(page, { name, email: `${randomUUID().slice(0, 8)}@example.com` });
  const form = await rolesForm(page, name);
  await form.getByRole('combobox', { name: '會別' }).selectOption('高雄市分會');

  const elsewhere = await browser.newContext({ baseURL: `${baseURL}`, locale: 'zh-TW' });
  await enterOffice(elsewhere, baseURL, 'admin@portal.example');
  const other = await rolesForm(await elsewhere.newPage(), name);
  await other.getByRole('combobox', { name: '角色' }).selectOption('會計');
  await other.getByRole('button', { name: '變更角色' }).click();
  await expect(other).toHaveCount(0);
  await elsewhere.close();

  await form.getByRole('button', { name: '變更角色' }).click();
  await expect(form).toContainText('您編輯期間，資料已由他人變更');
  return form;
};

const chosen = (form: Locator, name: string) =>
  form.getByRole('combobox', { name }).locator('option:checked');

test('an administrator who saves over a newer version sees the changes, their author and time, and loses nothing', {
  tag: '@any-width',
}, async ({ page, browser, baseURL }) => {
  const form = await saveOverNewer(page, browser, baseURL);
  await expect(form).toContainText(/\d{2}:\d{2}　周世昌　變更角色/);
  await expect(form).toContainText(/承辦人員（臺北市分會）\s*→\s*.*會計（臺北市分會）/);
  await expect(chosen(form, '會別')).toHaveText('高雄市分會');
  await axe(page);
  await form.getByRole('button', { name: '變更角色' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('承辦人員（高雄市分會）');
});

test('an administrator may take the newer version and change that @any-width', async ({
  page,
  browser,
  baseURL,
}) => {
  const form = await saveOverNewer(page, browser, baseURL);
  await form.getByRole('button', { name: '重新載入' }).click();
  await expect(form).not.toContainText('您編輯期間');
  await expect(chosen(form, '角色')).toHaveText('會計');
  await expect(chosen(form, '會別')).toHaveText('臺北市分會');
  await form.getByRole('combobox', { name: '會別' }).selectOption('高雄市分會');
  await form.getByRole('button', { name: '變更角色' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('會計（高雄市分會）');
});

test('an administrator asks for the removal of somebody’s second factors, and cancels it @any-width', async ({
  page,
  context,
  baseURL,
  db,
}) => {
  const [name, email] = [`葉${randomUUID().slice(0, 4)}`, `${randomUUID().slice(0, 8)}@example.com`];
  await enterOffice(context, baseURL, 'admin@portal.example');
  await invite(page, { name, email });
  const [member] = await db
    .select({ staffId: staffAccounts.id })
    .from(staffAccounts)
    .where(eq(staffAccounts.email, email));
  await db
    .insert(staffTotp)
    .values({ staffId: Number(member?.staffId), secret: newSecret(), createdAt: new Date() });
  await visitOffice(page, `/staff/members/${member?.staffId}`);
  await page.getByRole('button', { name: '重設雙重驗證' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('將於一小時後清除');
  await question.getByRole('button', { name: '重設', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('周世昌已要求重設雙重驗證，將於');
  await expect(page.getByRole('button', { name: '立即重設雙重驗證' })).toHaveCount(0);
  await axe(page);
  await page.getByRole('button', { name: '取消重設' }).click();
  await expect(page.getByRole('main')).not.toContainText('已要求重設雙重驗證，將於');
  await expect(page.getByRole('button', { name: '重設雙重驗證' })).toBeVisible();
});

test('a form of the settings asks for the second factor and then saves @any-width', async ({
  page,
  context,
  baseURL,
  db,
}) => {
  await enterOffice(context, baseURL, 'admin@portal.example');
  await visitOffice(page, '/catalogue/bank-accounts');
  await outdateSecondFactor(db, context);
  await page.getByRole('button', { name: '新增匯款帳戶' }).click();
  const form = page.getByRole('dialog', { name: '新增匯款帳戶' });
  const number = `${randomInt(1e9, 1e10)}`;
  await form.getByRole('combobox', { name: '會別' }).selectOption('臺北市分會');
  await form.getByRole('textbox', { name: '銀行代碼' }).fill('004');
  await form.getByRole('textbox', { name: '銀行與分行' }).fill('臺灣銀行公館分行');
  await form.getByRole('textbox', { name: '戶名' }).fill('臺北市分會');
  await form.getByRole('textbox', { name: '帳號' }).fill(number);
  await form.getByRole('button', { name: '新增匯款帳戶' }).click();
  const again = page.getByRole('dialog', { name: '再次驗證' });
  await again.getByLabel('密碼').fill(DEMO_PASSWORD);
  await again.getByRole('button', { name: '驗證' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText(number);
});
