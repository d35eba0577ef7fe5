import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { DEMO_PASSWORD } from '../server/demo/people.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { codeAt, stepOf } from '../server/src/staff/factors/totp.ts';
import { staffAccounts, staffSessions } from '../server/src/staff/tables.ts';
import { mailsTo } from './mailbox.ts';
import { acceptInvitation, enterOffice, invite, STAFF_PASSWORD, visitOffice } from './office.ts';
import { test } from './portal.ts';
import { axe } from './support.ts';

/* Signing in by password, authenticator app and recovery code. */

const NEW_PASSWORD = 'Green-lantern-2027';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

const read = async (code: Locator): Promise<string> => {
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQR({ ...info, data: new Uint8Array(data) });
};

/** The portal with demo data requires no second factor: the session becomes one whose second factor is due. */
const requireSecondFactor = async (db: Database, email: string) => {
  const member = db
    .select({ id: staffAccounts.id })
    .from(staffAccounts)
    .where(eq(staffAccounts.email, email));
  await db.update(staffSessions).set({ confirmedAt: null }).where(eq(staffSessions.staffId, member));
};

const setUpApp = async (page: Page): Promise<{ secret: string; recoveryCodes: string[] }> => {
  await page.getByRole('button', { name: '使用驗證器 App' }).click();
  const address = await read(page.getByRole('img', { name: '驗證器 App 的設定 QR Code' }));
  await axe(page);
  const secret = `${new URL(address).searchParams.get('secret')}`;
  await page.getByRole('textbox', { name: '驗證碼' }).fill(codeAt(secret, stepOf(new Date())));
  await page.getByRole('button', { name: '驗證' }).click();
  await expect(heading(page, '備用碼')).toBeVisible();
  await axe(page);
  const recoveryCodes = await page.getByRole('main').getByRole('listitem').allTextContents();
  await page.getByRole('button', { name: '已妥善保存，繼續' }).click();
  return { secret, recoveryCodes };
};

const enterPassword = async (page: Page, email: string) => {
  await expect(heading(page, '後台登入')).toBeVisible();
  await axe(page);
  await page.getByRole('textbox', { name: '電子信箱' }).fill(email);
  await page.locator('input[name="password"]').fill(STAFF_PASSWORD);
  await page.getByRole('button', { name: '登入', exact: true }).click();
  await expect(heading(page, '雙重驗證')).toBeVisible();
  await axe(page);
};

const enterCode = async (page: Page, code: string) => {
  await page.getByRole('textbox', { name: '驗證碼' }).fill(code);
  await page.getByRole('button', { name: '驗證' }).click();
};

const signOut = async (page: Page, name: string) => {
  await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: '登出', exact: true }).last().click();
};

test('staff set up an authenticator app, sign in by its code or by a recovery code, and renew a forgotten password @any-width', async ({
  page,
  browser,
  context,
  baseURL,
  dataDir,
  db,
}) => {
  test.slow();
  const [name, email] = ['沈承辦', `${randomUUID().slice(0, 8)}@example.com`];
  await enterOffice(context, baseURL, 'admin@portal.example');
  const link = await invite(page, { name, email });

  const own = await browser.newContext({ baseURL: `${baseURL}`, locale: 'zh-TW' });
  const officer = await own.newPage();
  await officer.goto(link);
  await expect(officer.getByText(`請設定 ${email} 的後台密碼`)).toBeVisible();
  await axe(officer);
  await acceptInvitation(officer, link);
  await requireSecondFactor(db, email);
  await officer.goto('/office/');
  await expect(heading(officer, '設定雙重驗證')).toBeVisible();
  const { secret, recoveryCodes } = await setUpApp(officer);
  expect(recoveryCodes).toHaveLength(10);
  await expect(heading(officer, '今日工作')).toBeVisible();

  await signOut(officer, name);
  await enterPassword(officer, email);
  await enterCode(officer, '000000');
  await expect(officer.getByRole('main')).toContainText('驗證碼有誤、已逾時或已使用過');
  // The code of the set-up is used up.
  await enterCode(officer, codeAt(secret, stepOf(new Date()) + 1));
  await expect(heading(officer, '今日工作')).toBeVisible();

  await signOut(officer, name);
  await enterPassword(officer, email);
  await enterCode(officer, `${recoveryCodes[0]}`);
  await expect(heading(officer, '今日工作')).toBeVisible();

  await own.clearCookies();
  // The dialog may be open already: a late call of this page may have opened it.
  await officer.locator('nav a', { hasText: '報名名單' }).dispatchEvent('click');
  const ended = officer.getByRole('dialog', { name: '登入已逾時' });
  await ended.locator('input[name="password"]').fill(STAFF_PASSWORD);
  await ended.getByRole('button', { name: '登入', exact: true }).click();
  await expect(ended.getByRole('textbox', { name: '驗證碼' })).toBeFocused();
  await axe(officer, 'dialog');
  await ended.getByRole('textbox', { name: '驗證碼' }).fill(`${recoveryCodes[1]}`);
  await ended.getByRole('button', { name: '驗證' }).click();
  await expect(ended).toHaveCount(0);
  await expect(officer.getByRole('main').getByRole('row').nth(1)).toBeVisible();

  await test.step('who forgot the password sets a new one by a mailed link, which ends the sessions', async () => {
    const elsewhere = await browser.newContext({ baseURL: `${baseURL}`, locale: 'zh-TW' });
    const forgetful = await elsewhere.newPage();
    await forgetful.goto('/office/');
    await forgetful.getByRole('link', { name: '忘記密碼' }).click();
    await expect(heading(forgetful, '忘記密碼')).toBeVisible();
    await axe(forgetful);
    await forgetful.getByRole('textbox', { name: '電子信箱' }).fill(email);
    await forgetful.getByRole('button', { name: '寄出連結' }).click();
    await expect(forgetful.getByText('請至信箱收信')).toBeVisible();
    const links = async () =>
      (await mailsTo(dataDir, email)).flatMap(
        ({ text }) => /http\S+\/new-password#[\w-]{43}/.exec(text ?? '') ?? [],
      );
    await expect.poll(links).toHaveLength(1);
    await forgetful.goto(`${(await links())[0]}`);
    await expect(heading(forgetful, '設定後台密碼')).toBeVisible();
    await axe(forgetful);
    await forgetful.locator('input[name="newPassword"]').fill(NEW_PASSWORD);
    await forgetful.locator('input[name="newPasswordConfirmation"]').fill(NEW_PASSWORD);
    await forgetful.getByRole('button', { name: '設定密碼' }).click();
    await expect(heading(forgetful, '雙重驗證')).toBeVisible();
    await enterCode(forgetful, `${recoveryCodes[2]}`);
    await expect(heading(forgetful, '今日工作')).toBeVisible();
    await officer.goto('/office/');
    await expect(heading(officer, '後台登入')).toBeVisible();
    await forgetful.goto(`${(await links())[0]}`);
    await expect(forgetful.getByRole('link', { name: '重新申請' })).toBeVisible();
    await axe(forgetful);
    await elsewhere.close();
  });
  await own.close();
});

/** The colour that covers the page; without an alpha value nothing shows through. */
const coverOf = (dialog: Locator) =>
  dialog.evaluate((element) => getComputedStyle(element, '::backdrop').backgroundColor);

test('a form whose session ends keeps the typed text, and is sent after signing in again @any-width', async ({
  page,
  context,
  baseURL,
}) => {
  await enterOffice(context, baseURL, 'admin@portal.example');
  await visitOffice(page, '/staff/members');
  await page.getByRole('button', { name: '邀請人員' }).click();
  const form = page.getByRole('dialog', { name: '邀請後台人員' });
  await form.getByRole('textbox', { name: '姓名' }).fill('杜承辦');
  await form.getByRole('textbox', { name: '電子信箱' }).fill(`${randomUUID().slice(0, 8)}@example.com`);
  await form.getByRole('combobox', { name: '角色' }).selectOption('承辦人員');
  await form.getByRole('combobox', { name: '會別' }).selectOption('臺北市分會');

  await context.clearCookies();
  await form.getByRole('button', { name: '寄出邀請' }).click();
  const ended = page.getByRole('dialog', { name: '登入已逾時' });
  await expect(ended).toContainText('admin@portal.example');
  expect(await coverOf(ended)).toMatch(/^(rgb|oklch|lab|color)\([^/]*\)$/);
  await expect(ended.locator('input[name="password"]')).toBeFocused();
  await axe(page, 'dialog');
  await page.keyboard.press('Escape');
  await expect(ended).toBeVisible();
  await ended.getByRole('button', { name: '改用其他帳號登入' }).click();
  await page.getByRole('alertdialog', { name: '尚未儲存' }).getByRole('button', { name: '繼續填寫' }).click();

  await ended.locator('input[name="password"]').fill('wrong');
  await ended.getByRole('button', { name: '登入', exact: true }).click();
  await expect(ended).toContainText('電子信箱或密碼');
  await ended.locator('input[name="password"]').fill(DEMO_PASSWORD);
  await ended.getByRole('button', { name: '登入', exact: true }).click();
  await expect(ended).toHaveCount(0);
  await expect(form.getByRole('textbox', { name: '姓名' })).toHaveValue('杜承辦');
  await form.getByRole('button', { name: '寄出邀請' }).click();
  await expect(page.getByRole('dialog', { name: '邀請連結' })).toBeVisible();
});

test('signing out asks before typed text is lost @any-width', async ({ page, context, baseURL }) => {
  await enterOffice(context, baseURL, 'admin@portal.example');
  await visitOffice(page, '/catalogue/courses/new');
  const name = page.getByRole('textbox', { name: /^名稱/ });
  await name.fill('山域急救');
  await page.getByRole('button', { name: '周世昌' }).click();
  await page.getByRole('button', { name: '登出', exact: true }).last().click();
  const question = page.getByRole('alertdialog', { name: '尚未儲存' });
  await question.getByRole('button', { name: '繼續填寫' }).click();
  await expect(name).toHaveValue('山域急救');
  await page.getByRole('button', { name: '周世昌' }).click();
  await page.getByRole('button', { name: '登出', exact: true }).last().click();
  await question.getByRole('button', { name: '離開' }).click();
  await expect(heading(page, '後台登入')).toBeVisible();
});
