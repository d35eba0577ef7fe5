import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { chooseByArrows, press, typeInto } from './keyboard.ts';
import { enterOffice, visitOffice } from './office.ts';
import { test } from './portal.ts';
import { pressBeforeRendering } from './screen.ts';
import { axe } from './support.ts';

/* 報名名單 and 稽核紀錄: the address of a list says what is shown. */

const OFFICER = 'officer@tpe.example';
/** A demo class with confirmed registrations; other journeys fill the first pages of the unfiltered list. */
const CONFIRMED_CLASS = 'TPE-FA1-001';
const ADMINISTRATOR = 'admin@portal.example';

const table = (page: Page) => page.getByRole('main').getByRole('table');
const rows = (page: Page) => table(page).getByRole('rowheader');
const head = (page: Page, name: string) => table(page).getByRole('columnheader', { name, exact: true });
const filter = (page: Page, name: string) => page.getByRole('search', { name: '篩選條件' }).getByLabel(name);
const total = async (page: Page): Promise<number> =>
  Number(/共 (\d+) 筆/.exec((await page.getByText(/^共 \d+ 筆$/).textContent()) ?? '')?.[1]);

test.describe('the list of registrations', () => {
  test.beforeEach(({ context, baseURL }) => enterOffice(context, baseURL, OFFICER));

  test('keeps filter and sort in the address: reload and the back button show the same @any-width', async ({
    page,
  }) => {
    await visitOffice(page, '/enrolment/registrations');
    const all = await total(page);
    await filter(page, '狀態').selectOption('confirmed');
    await expect(page).toHaveURL(/[?&]state=confirmed/);
    await expect.poll(() => total(page)).toBeLessThan(all);
    const confirmed = await total(page);
    await expect(table(page).getByRole('cell', { name: '待審核' })).toHaveCount(0);

    await page.reload();
    await expect(filter(page, '狀態')).toHaveValue('confirmed');
    expect(await total(page)).toBe(confirmed);

    const trainingClass = table(page)
      .getByRole('link', { name: /^(TPE|E2E)-/ })
      .first();
    const code = await trainingClass.textContent();
    await trainingClass.click();
    await expect(page).toHaveURL(new RegExp(`[?&]class=${code}`));
    await head(page, '姓名').getByRole('button').click();
    await expect(head(page, '姓名')).toHaveAttribute('aria-sort', 'ascending');
    await head(page, '姓名').getByRole('button').click();
    await expect(head(page, '姓名')).toHaveAttribute('aria-sort', 'descending');

    for (const _ of [1, 2, 3]) await page.goBack();
    await expect(filter(page, '狀態')).toHaveValue('confirmed');
    await page.getByRole('button', { name: '清除篩選' }).click();
    await expect.poll(() => total(page)).toBe(all);
  });

  test('keeps a filter that is chosen before the last is rendered @any-width', async ({ page }) => {
    await visitOffice(page, `/enrolment/registrations?state=confirmed&class=${CONFIRMED_CLASS}`);
    await head(page, '姓名').getByRole('button').waitFor();
    await filter(page, '課程代碼').fill('TPE-FA1-002');
    await page.evaluate(pressBeforeRendering, ['thead button', 'search button[type=submit]']);
    await expect(page).toHaveURL(/[?&]state=confirmed/);
    await expect(page).toHaveURL(/[?&]class=TPE-FA1-002/);
    await expect(page).toHaveURL(/[?&]sort=/);
  });

  test('turns the order when a heading is pressed again before the first is rendered @any-width', async ({
    page,
  }) => {
    await visitOffice(page, `/enrolment/registrations?class=${CONFIRMED_CLASS}`);
    await head(page, '姓名').getByRole('button').waitFor();
    await page.evaluate(pressBeforeRendering, ['thead button', 'thead button']);
    await expect(page).toHaveURL(/[?&]sort=-/);
  });

  test('shows an empty result, and an invalid address', async ({ page }) => {
    await visitOffice(page, '/enrolment/registrations?class=NONE');
    await expect(page.getByText('沒有符合條件的資料')).toBeVisible();
    await page.getByRole('button', { name: '清除篩選' }).first().click();
    await expect(rows(page).first()).toBeVisible();
    await visitOffice(page, '/enrolment/registrations?state=lost');
    await expect(page.getByRole('alert')).toContainText('篩選條件不正確');
  });

  test('shows the chosen columns, also at the next visit', async ({ page }) => {
    await visitOffice(page, '/enrolment/registrations');
    const choose = async (work: (page: Page) => Promise<void>) => {
      await page.getByRole('button', { name: '顯示欄位' }).click();
      await work(page);
      await page.getByRole('button', { name: '套用' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    };
    await choose((dialog) => dialog.getByRole('dialog').getByLabel('開課時間').check());
    await page.evaluate(() => localStorage.clear());
    await visitOffice(page, '/enrolment/registrations');
    await expect(table(page).getByText('開課時間').first()).toBeAttached();
    await choose((dialog) => dialog.getByRole('button', { name: '恢復預設' }).click());
    await expect(table(page).getByText('開課時間')).toHaveCount(0);
  });

  test('scrolls all columns in their own box, with head and names in sight @any-width', async ({
    page,
    context,
    baseURL,
  }) => {
    await enterOffice(context, baseURL, 'cashier@portal.example');
    await page.setViewportSize({ width: 1280, height: 800 });
    await visitOffice(page, '/enrolment/registrations');
    await page.getByRole('button', { name: '顯示欄位' }).click();
    for (const box of await page.getByRole('dialog').getByRole('checkbox').all()) {
      if (await box.isEnabled()) await box.check();
    }
    await page.getByRole('button', { name: '套用' }).click();
    const box = page.getByRole('region', { name: '報名名單' });
    await expect(box).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
    await axe(page);

    const place = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().toJSON());
    const edge = await place(box);
    await box.evaluate((element) => element.scrollTo(element.scrollWidth, 300));
    const last = await place(table(page).getByRole('columnheader').last());
    expect(last.right).toBeLessThanOrEqual(edge.right + 1);
    expect(last.top).toBeCloseTo(edge.top, 0);
    const name = await place(rows(page).first());
    expect(name.left).toBeGreaterThanOrEqual(edge.left);
    expect(name.right).toBeLessThan(edge.left + 200);

    await page.getByRole('link', { name: '下一頁' }).click();
    await expect(page).toHaveURL(/[?&]after=/);
    await expect.poll(() => box.evaluate((element) => element.scrollTop)).toBe(0);
    await page.setViewportSize({ width: 768, height: 800 });
    await expect(box).toHaveCount(0);
  });

  test('exports exactly the filtered rows; neither list nor dialog has a finding of axe', async ({
    page,
  }) => {
    await visitOffice(page, '/enrolment/registrations?state=confirmed');
    await expect(rows(page).first()).toBeVisible();
    await axe(page);
    const shown = await rows(page).allTextContents();
    const count = await total(page);
    await page.getByRole('button', { name: '匯出' }).click();
    await axe(page);
    await page.getByLabel('CSV（UTF-8）').check();
    const saved = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: '匯出' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('報名名單.csv');
    const [, ...lines] = parse(await readFile(await file.path()), { bom: true }) as string[][];
    expect(lines.length).toBe(count);
    expect(lines.slice(0, shown.length).map((cells) => cells[1])).toEqual(shown);
  });

  test('answers for each ticked row: done, or why not', async ({ page }) => {
    await visitOffice(page, `/enrolment/registrations?class=${CONFIRMED_CLASS}&state=confirmed`);
    const ticks = table(page).getByRole('checkbox', { name: /^選取「.+（TPE-.+）」$/ });
    await ticks.nth(0).check();
    await ticks.nth(1).check();
    await expect(page.getByText('已選取 2 筆')).toBeVisible();
    await page.getByRole('button', { name: '通過審核' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '通過審核' }).click();
    const results = page.getByRole('dialog', { name: '通過審核的結果' });
    await expect(results).toContainText('完成 0 筆，未完成 2 筆');
    await axe(page);
    await results.getByRole('button', { name: '關閉' }).last().click();
    await expect(page.getByText(/^已選取/)).toHaveCount(0);
  });

  test('works with the keyboard alone: filter, sort, page, select and act @any-width', async ({ page }) => {
    await visitOffice(page, '/enrolment/registrations');
    await expect(rows(page).first()).toBeVisible();
    await page.keyboard.press(']');
    await expect(page).toHaveURL(/[?&]after=/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.getByRole('link', { name: '上一頁' })).toBeVisible();
    await page.keyboard.press('[');
    await expect(page).toHaveURL(/[?&]before=/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await typeInto(page, filter(page, '課程代碼'), CONFIRMED_CLASS);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`[?&]class=${CONFIRMED_CLASS}`));
    await expect(page).not.toHaveURL(/[?&]before=/);
    await expect(filter(page, '課程代碼')).toBeFocused();
    await chooseByArrows(page, filter(page, '狀態'), 'confirmed');
    await expect(page).toHaveURL(/[?&]state=confirmed/);
    await expect(table(page)).toHaveAttribute('aria-busy', 'false');
    await press(page, head(page, '姓名').getByRole('button'));
    await expect(head(page, '姓名')).toHaveAttribute('aria-sort', 'ascending');
    await page.keyboard.press('Shift+Tab');
    await press(page, table(page).getByRole('checkbox', { name: '選取本頁全部' }), 'Space');
    const count = await rows(page).count();
    await expect(page.getByText(`已選取 ${count} 筆`)).toBeVisible();
    await press(page, page.getByRole('button', { name: '通過審核' }));
    await press(page, page.getByRole('alertdialog').getByRole('button', { name: '通過審核' }));
    const results = page.getByRole('dialog', { name: '通過審核的結果' });
    await expect(results).toContainText(`未完成 ${count} 筆`);
    await page.keyboard.press('Escape');
    await expect(results).toHaveCount(0);
    await expect(page.getByText(/^已選取/)).toHaveCount(0);
    // The buttons of the selection have gone with it.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('opens from the page of a person, with the registrations of that person only @any-width', async ({
    page,
  }) => {
    await visitOffice(page, '/');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: '關鍵字' }).fill('林怡君');
    await page.getByRole('option', { name: '林怡君' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: '林怡君' })).toBeVisible();
    await page.getByRole('navigation', { name: '學員頁面' }).getByRole('link', { name: '報名' }).click();
    await expect(page).toHaveURL(/\/people\/\d+\/registrations$/);
    await expect(rows(page).first()).toHaveText('林怡君');
    expect(new Set(await rows(page).allTextContents())).toEqual(new Set(['林怡君']));
  });
});

test.describe('the audit log', () => {
  test.beforeEach(({ context, baseURL }) => enterOffice(context, baseURL, ADMINISTRATOR));

  test('is filtered by action and turned page by page', async ({ page }) => {
    await visitOffice(page, '/audit');
    await expect(rows(page).first()).toBeVisible();
    const first = await rows(page).count();
    await page.getByRole('link', { name: '下一頁' }).click();
    await expect(page).toHaveURL(/[?&]after=/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.getByRole('link', { name: '上一頁' }).click();
    await expect(rows(page)).toHaveCount(first);
    await filter(page, '動作').selectOption('staff.sign_in');
    await expect(page).not.toHaveURL(/after=|before=/);
    // The former rows may begin with a login too. Once the new rows are there, no row of another action is left.
    await expect(rows(page).filter({ hasNotText: '登入後台' })).toHaveCount(0);
    // The former rows are faded until the new ones are there.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await axe(page);
  });

  test('names the chosen branch where it is empty, and leads to all @any-width', async ({ page }) => {
    await visitOffice(page, '/audit');
    await page.getByRole('combobox', { name: '會別' }).selectOption('花蓮縣分會');
    // Belongs to no branch.
    await visitOffice(page, '/audit?action=staff.sign_in');
    await expect(page.getByText('目前只顯示「花蓮縣分會」的資料。')).toBeVisible();
    await axe(page);
    await page.getByRole('button', { name: '顯示全部會別' }).click();
    await expect(rows(page).first()).toHaveText('登入後台');
  });

  test('is reached from 歷程 with the events of that thing alone @any-width', async ({ page }) => {
    await visitOffice(page, '/classes');
    await rows(page).first().getByRole('link').click();
    await page.getByRole('link', { name: '歷程', exact: true }).click();
    await page.getByRole('link', { name: '在稽核紀錄中查看' }).click();
    await expect(page).toHaveURL(/\/audit\?thing=class%3A\d+$/);
    await expect(page.getByRole('heading', { level: 1, name: '稽核紀錄' })).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
    const narrowed = await total(page);
    await axe(page);
    await page.getByRole('button', { name: '取消「僅列出一個對象」' }).click();
    await expect(page).not.toHaveURL(/thing=/);
    await expect(page.getByText(`共 ${narrowed} 筆`, { exact: true })).toHaveCount(0);
  });
});

test.describe('other lists', () => {
  test.beforeEach(({ context, baseURL }) => enterOffice(context, baseURL, OFFICER));

  for (const [address, name] of [
    ['/classes?state=published', '開課'],
    ['/correspondence?state=sent', '信件'],
    ['/payment?undone=no', '收款紀錄'],
  ] as const)
    test(`${name} is exported as filtered`, async ({ page }) => {
      await visitOffice(page, address);
      const count = await total(page);
      expect(count).toBeGreaterThan(0);
      await page.getByRole('button', { name: '匯出' }).click();
      await page.getByLabel('CSV（UTF-8）').check();
      const saved = page.waitForEvent('download');
      await page.getByRole('dialog').getByRole('button', { name: '匯出' }).click();
      const file = await saved;
      expect(file.suggestedFilename()).toBe(`${name}.csv`);
      const [, ...lines] = parse(await readFile(await file.path()), { bom: true }) as string[][];
      await page.reload();
      // Other journeys add rows meanwhile.
      expect(lines.length).toBeGreaterThanOrEqual(count);
      expect(lines.length).toBeLessThanOrEqual(await total(page));
    });
});
