import { expect, type Page } from '@playwright/test';
import { tabTo } from './keyboard.ts';
import { callAs, endSession, test } from './portal.ts';
import { confirm } from './registration-form.ts';
import { guestScreens, logIn, managerScreens, notice, traineeScreens, visit } from './screen.ts';
import { axe } from './support.ts';
import { watch } from './watch.ts';

/** Every screen as it stands; on the way none may do anything against the policy that it comes with. */
const look = async (page: Page, addresses: readonly string[]) => {
  const faults = await watch(page);
  for (const address of addresses) {
    await visit(page, address);
    await test.step(address, () => axe(page));
  }
  return faults;
};

test.describe('axe and the Content Security Policy report nothing @sweep', () => {
  test('on the screens of a visitor', async ({ page }) => {
    expect(await look(page, guestScreens)).toEqual([]);
  });

  test('on the screens of a trainee', async ({ page, enterAsLin }) => {
    await enterAsLin();
    const faults = await look(page, traineeScreens);
    await visit(page, '/Auth/CertList');
    await page
      .getByRole('link', { name: /申請換證/ })
      .first()
      .click();
    await expect(page.getByRole('main').getByLabel('備註')).toBeVisible();
    await test.step('a renewal', () => axe(page));
    expect(faults).toEqual([]);
  });

  test('on the screens of a manager', async ({ page, enterAs }) => {
    await enterAs('chen');
    expect(await look(page, managerScreens)).toEqual([]);
  });

  test('in menus, dialogs, notices and empty states', async ({ page, request, trainee, openClass }) => {
    const { code } = await openClass({ limitNumber: 1 });
    const main = page.getByRole('main');

    await visit(page, '/Auth/PayRecord');
    await test.step('nothing to show', () => axe(page));
    const phoneMenu = page.getByRole('button', { name: '開啟選單' });
    const menu = (await phoneMenu.isVisible()) ? phoneMenu : page.getByRole('button', { name: '學員中心' });
    await menu.click();
    await test.step('an open menu', () => axe(page));

    await page.goto(`/Class/Personal/${code}`);
    await expect(confirm(page)).toBeVisible();
    await callAs(request, trainee, '/api/class/personal/create', { code });
    await confirm(page).click();
    await expect(page.getByRole('alertdialog', { name: '報名失敗' })).toBeVisible();
    await test.step('a refusal', () => axe(page));

    await page.goto(`/Class/Personal/${code}`);
    await expect(main.getByRole('status').filter({ hasText: '您已報名本課程，請勿重複報名' })).toBeVisible();
    await test.step('a refused enrolment', () => axe(page));

    await page.goto('/ClassInfo/NO-SUCH-CLASS');
    await expect(notice(page, '查無此課程')).toBeVisible();
    await test.step('a notice', () => axe(page));

    await page.goto('/Auth/PayRecord');
    await main.getByRole('button', { name: '取消' }).click();
    await expect(page.getByRole('alertdialog', { name: '提示' })).toBeVisible();
    await test.step('a question', () => axe(page));
    await page.getByRole('alertdialog').getByRole('button', { name: '取消報名' }).click();
    await expect(page.getByRole('alertdialog', { name: '成功' })).toBeVisible();
    await test.step('the result', () => axe(page));

    await endSession(page, request, trainee);
    await page.goto('/Auth/PayRecord');
    await expect(page.getByRole('alertdialog')).toContainText('時效過期，請重新登入');
    await test.step('an ended session', () => axe(page));

    await page.getByRole('button', { name: '重新登入' }).click();
    await logIn(page, trainee.idNumber, 'wrong');
    await expect(page.getByRole('alertdialog', { name: '登入失敗' })).toBeVisible();
    await test.step('a wrong password', () => axe(page));

    await page.goto('/Register');
    await page.getByRole('button', { name: '開啟月曆' }).click();
    await expect(page.getByRole('dialog').getByRole('grid')).toBeVisible();
    await test.step('a calendar', () => axe(page));
  });
});

test('control: contrast is computed again for a text of another colour or on another ground @any-width', async ({
  page,
}) => {
  const look = async (style: string) => {
    await page.setContent(
      `<!doctype html><html lang="zh-TW"><title>頁</title><body><main><h1>頁</h1><p>第一段文字</p><p>第二段文字</p><div style="${style}"><p>第三段文字</p></div>`,
    );
    return axe(page);
  };
  await look('');
  await look('');
  await expect(look('color: #bbb')).rejects.toThrow(/color-contrast: <p>第三段文字<\/p>/);
  await expect(look('background: #222')).rejects.toThrow(/color-contrast: <p>第三段文字<\/p>/);
});

test('the menu of the top bar opens, closes and moves on by the keyboard', async ({ page }) => {
  await visit(page, '/ClassInfo');
  const banner = page.getByRole('banner');
  const phoneMenu = banner.getByRole('button', { name: '開啟選單' });
  const isPhone = await phoneMenu.isVisible();
  const menu = isPhone ? phoneMenu : banner.getByRole('button', { name: '訓練課程' });
  const link = banner.getByRole('link', { name: '課程介紹' });
  await tabTo(page, menu);
  await page.keyboard.press('Enter');
  await expect(link).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link).toHaveCount(0);
  await expect(menu).toBeFocused();
  await page.keyboard.press('Space');
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/Intro');
  await expect(link).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused();
});

test('the banner moves until it is paused, and does not move with reduced motion', async ({
  page,
  clock,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await visit(page, '/');
  const banner = page.getByRole('region', { name: '橫幅輪播' });
  const slide = banner.locator('figure:not([inert])');
  await expect(banner.getByRole('button', { name: '暫停輪播' })).toBeVisible();
  await expect(slide).toHaveAccessibleName('第 1 張，共 3 張');
  await clock.runFor(6_500);
  await expect(slide).toHaveAccessibleName('第 2 張，共 3 張');
  await banner.getByRole('button', { name: '暫停輪播' }).click();
  // Looked at once: the row comes round again.
  await clock.runFor(10_000);
  expect(await slide.getAttribute('aria-label')).toBe('第 2 張，共 3 張');

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await visit(page, '/');
  await expect(banner.getByRole('button', { name: '開始輪播' })).toBeVisible();
  await clock.runFor(10_000);
  expect(await slide.getAttribute('aria-label')).toBe('第 1 張，共 3 張');
});

test('the banner stops while the pointer or the focus is on it', {
  tag: '@any-width',
}, async ({ page, clock }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await visit(page, '/');
  const banner = page.getByRole('region', { name: '橫幅輪播' });
  const slide = banner.locator('figure:not([inert])');
  const pause = banner.getByRole('button', { name: '暫停輪播' });
  await pause.hover();
  await pause.focus();
  await page.mouse.move(0, 0);
  await clock.runFor(10_000);
  expect(await slide.getAttribute('aria-label')).toBe('第 1 張，共 3 張');
  await pause.hover();
  await pause.blur();
  await clock.runFor(10_000);
  expect(await slide.getAttribute('aria-label')).toBe('第 1 張，共 3 張');
  await page.mouse.move(0, 0);
  await clock.runFor(6_500);
  await expect(slide).toHaveAccessibleName('第 2 張，共 3 張');
});
