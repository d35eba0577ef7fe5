import { type BrowserContext, expect, type Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { DEMO_PASSWORD } from '../server/demo/people.ts';
import { hashToken } from '../server/src/accounts/sign-in/sessions.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { staffSessions } from '../server/src/staff/tables.ts';

/* The staff's pages. */

/** Signs staff of the demo data in, in the browser of `context`. */
export const enterOffice = async (context: BrowserContext, baseURL: string | undefined, email: string) => {
  const headers = { origin: `${baseURL}` };
  const data = { email, password: DEMO_PASSWORD };
  const answer = await context.request.post('/api/office/login', { data, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
};

/**
 * Eleven minutes pass since the person in this browser proved the second factor: sensitive acts ask again. The same
 * member works in other journeys at the same time, which are not asked.
 */
export const outdateSecondFactor = async (db: Database, context: BrowserContext) => {
  const token = (await context.cookies()).find((cookie) => cookie.name === 'office')?.value ?? '';
  const outdated = await db
    .update(staffSessions)
    .set({ confirmedAt: sql`${staffSessions.confirmedAt} - interval '11 minutes'` })
    .where(eq(staffSessions.tokenHash, hashToken(token)))
    .returning({ id: staffSessions.id });
  expect(outdated).toHaveLength(1);
};

/** Opens a page of the office and waits until all of it is there. */
export const visitOffice = async (page: Page, address: string) => {
  await page.goto(`/office${address}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByText('載入中…')).toHaveCount(0);
};

/** The password of staff who were invited. */
export const STAFF_PASSWORD = 'Gray-harbour-2026';

/** An authenticator in the browser that has a fingerprint for every question. */
export const addAuthenticator = async (page: Page) => {
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

export const invite = async (
  page: Page,
  { name, email }: { name: string; email: string },
): Promise<string> => {
  await visitOffice(page, '/staff/members');
  await page.getByRole('button', { name: '邀請人員' }).click();
  const form = page.getByRole('dialog', { name: '邀請後台人員' });
  await form.getByRole('textbox', { name: '姓名' }).fill(name);
  await form.getByRole('textbox', { name: '電子信箱' }).fill(email);
  await form.getByRole('combobox', { name: '角色' }).selectOption('承辦人員');
  await form.getByRole('combobox', { name: '會別' }).selectOption('臺北市分會');
  await form.getByRole('button', { name: '寄出邀請' }).click();
  const shown = page.getByRole('dialog', { name: '邀請連結' });
  const link = shown.getByText(/^http\S+#[\w-]{43}$/);
  return `${await link.textContent()}`;
};

/** Opens the mailed link, sets the password and is signed in. */
export const acceptInvitation = async (page: Page, link: string) => {
  await page.goto(link);
  await page.locator('input[name="newPassword"]').fill(STAFF_PASSWORD);
  await page.locator('input[name="newPasswordConfirmation"]').fill(STAFF_PASSWORD);
  await page.getByRole('button', { name: '設定密碼' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '今日工作' })).toBeVisible();
};

export const addPasskey = async (page: Page, name: string) => {
  await visitOffice(page, '/staff/account');
  await page.getByRole('button', { name: '新增通行金鑰' }).click();
  const naming = page.getByRole('dialog', { name: '新增通行金鑰' });
  await naming.getByRole('textbox', { name: '名稱' }).fill(name);
  await naming.getByRole('button', { name: '新增通行金鑰' }).click();
  await page.getByRole('button', { name: '已妥善保存，繼續' }).click();
  await expect(page.getByRole('main')).toContainText(name);
};
