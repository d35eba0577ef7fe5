import { expect, type Locator, type Page } from '@playwright/test';

/** Presses 登出 in the bar, or in the menu that a phone has instead. */
export const logOut = async (page: Page): Promise<void> => {
  const bar = page.getByRole('banner');
  const menu = bar.getByRole('button', { name: '開啟選單' });
  const out = bar.getByRole('button', { name: '登出' });
  await menu.or(out).waitFor();
  if (await menu.isVisible()) await menu.click();
  await out.click();
};

/** Goes to a page by the menu of the top bar, in the form that the width of the window gives it. */
export const goByMenu = async (page: Page, section: '訓練課程' | '學員中心', link: string) => {
  const banner = page.getByRole('banner');
  const forPhones = banner.getByRole('button', { name: '開啟選單' });
  await forPhones.or(banner.getByRole('button', { name: section })).click();
  await banner.getByRole('link', { name: link }).click();
};

/** A phone shows most filters of the class list only when asked to. */
export const showAllFilters = async (page: Page) => {
  const filters = page.getByRole('search');
  const more = filters.getByRole('button', { name: '更多條件', expanded: false });
  await filters.getByRole('button', { name: '查詢' }).waitFor();
  if (await more.isVisible()) await more.click();
};

/** The value beside a term of a list of facts. */
export const fact = (within: Locator, term: string) =>
  within
    .locator('dl > div')
    .filter({ has: within.page().locator('dt').getByText(term, { exact: true }) })
    .locator('dd');

/** A short notice that outlives the page on which it happened. */
export const notice = (page: Page, text: string) =>
  page.getByRole('region', { name: '通知' }).getByText(text);

/** Fills in the login page and sends it. */
export const logIn = async (page: Page, account: string, password: string) => {
  const main = page.getByRole('main');
  await main.getByLabel('帳號').fill(account);
  await main.getByLabel('密碼', { exact: true }).fill(password);
  await main.getByRole('button', { name: '登入' }).click();
};

/** Every screen of a visitor, in the states that an address can name. */
export const guestScreens = [
  '/',
  '/ClassInfo',
  '/ClassInfo?opened=0,1',
  '/ClassInfo?organization=nowhere',
  '/ClassInfo/TPE-FA1-001',
  '/ClassInfo/TXG-FA1-001',
  '/Intro',
  '/Intro/急救訓練',
  '/login',
  '/Register',
  '/ForgetPassword',
  '/ForgetPassword?token=secret',
  '/Privacy',
  '/Contact',
  '/Help',
  '/Accessibility',
  '/UndoChange',
  '/UndoChange?token=secret',
  '/ClassInfo?mail=secret',
  '/Nowhere',
] as const;

/** The screens of 林怡君: a class to enrol in, registrations in every state, results and certificates. */
export const traineeScreens = [
  '/',
  '/ClassInfo?opened=3,9',
  '/Class/Personal/TYN-CPR-001',
  '/Class/Personal/TPE-CPR-011/finish',
  '/Class/Personal/TPE-CPR-012/finish',
  '/Auth/PayRecord',
  '/Auth/PayRecord?tab=finished',
  '/Auth/PaidInfo/TPE-CPR-012',
  '/Auth/TrainingRecord',
  '/Auth/CertList',
  '/Auth/Profile',
  '/Auth/Profile?tab=password',
  '/Group',
  '/Group/Member/LANHAI',
  '/Group/LANHAI/TPE-LG1-062',
] as const;

/** The screens of 陳志明, who manages the groups. */
export const managerScreens = [
  '/Class/Group/TPE-LG1-001',
  '/Group',
  '/Group?tab=belonging',
  '/Group/Management/LANHAI',
  '/Group/Management/LANHAI?show=certificates',
  '/Group/LANHAI/TPE-LG1-001',
  '/Group/MemberProfile',
] as const;

/** Opens a screen and waits until all of it is there. */
export const visit = async (page: Page, address: string) => {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByText('載入中…')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toContainText('版權所有');
};

/** Clicks one element after the other in the page, and lets the page render only after the last. */
export const pressBeforeRendering = async (selectors: readonly string[]): Promise<void> => {
  for (const selector of selectors) {
    document.querySelector<HTMLElement>(selector)?.click();
    // A navigation ends in microtasks, rendering begins in a task.
    for (let turn = 0; turn < 100; turn++) await null;
  }
};
