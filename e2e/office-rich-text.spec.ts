import { expect, type Page } from '@playwright/test';
import { renderPicture } from '../server/demo/pictures.ts';
import { portrait } from '../server/demo/portrait.ts';
import { cleanHtml } from '../server/src/platform/http/html.ts';
import { hostileHtml } from '../server/test/hostile-html.ts';
import { enterOffice, visitOffice } from './office.ts';
import { test } from './portal.ts';
import { axe } from './support.ts';

/* The editor of formatted texts: what it emits is what the server keeps. */

const LABEL = '課程說明';

const editor = (page: Page) => page.getByRole('textbox', { name: LABEL });
const html = (page: Page) => page.locator('input[name="html"]').inputValue();
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: `${LABEL}的格式` }).getByRole('button', { name, exact: true });

const open = async (page: Page, baseURL: string | undefined) => {
  await enterOffice(page.context(), baseURL, 'admin@portal.example');
  await visitOffice(page, '/catalogue/courses/new');
  await expect(editor(page)).toBeVisible();
};

const clear = async (page: Page) => {
  await editor(page).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
};

/** Finds the elements once. The returned function replaces all text and returns the HTML that the form would send. */
const paster = async (page: Page) => {
  const element = await editor(page).elementHandle();
  const sent = await page.locator('input[name="html"]').elementHandle();
  if (!element || !sent) throw new Error('no editor');
  return async (pasted: string): Promise<string> => {
    await element.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await element.evaluate((target, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', text);
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, pasted);
    return sent.inputValue();
  };
};

/** Browsers write elements without content without a slash. */
const stored = (text: string) => cleanHtml(text).replaceAll(' />', '>');
const hasText = (text: string) => text.replace(/<[^>]*>/g, '') !== '';

const written = [
  '<table><tbody><tr><td colspan="2">午休</td></tr><tr><td>a</td><td rowspan="2">b</td></tr></tbody></table>',
  '<table><tr><th>時間</th></tr><tr><td><ul><li>一</li></ul></td></tr></table>',
  '<ul><li><p>甲</p></li><li>乙<ol><li>丙</li></ol></li></ul>',
  '<h1>大</h1><h2>中</h2><h4>小</h4><blockquote>引言</blockquote><hr>',
  '<div>一</div><div>二<br>三</div>',
  '<p><a href="https://example.org/?a=1&amp;b=2">網站</a>、<a href="/Intro">內部</a></p>',
];

test('pasted text is cleaned, and the server returns it unchanged @any-width', async ({ page, baseURL }) => {
  test.slow();
  await open(page, baseURL);
  const alerts: string[] = [];
  page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    dialog.dismiss().catch(() => undefined);
  });
  const paste = await paster(page);
  for (const each of [...hostileHtml, ...written]) {
    const emitted = await paste(each);
    if (!hasText(emitted)) continue;
    expect(stored(emitted), each.slice(0, 200)).toBe(emitted);
    expect(await paste(cleanHtml(emitted)), each.slice(0, 200)).toBe(emitted);
  }
  expect(alerts).toEqual([]);
});

test('a picture is uploaded once, with a description @any-width', async ({ page, baseURL }) => {
  await open(page, baseURL);
  await clear(page);
  await tool(page, '圖片').click();
  const dialog = page.getByRole('dialog', { name: '插入圖片' });
  const file = dialog.getByLabel('圖片檔');
  const description = dialog.getByRole('textbox', { name: '圖片說明' });
  await expect(file).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(dialog.getByText('請選擇圖片檔')).toBeVisible();
  await expect(dialog.getByText('請輸入圖片說明')).toBeVisible();
  await expect(file).toBeFocused();
  await axe(page);

  const keys: (string | undefined)[] = [];
  await page.route('**/api/office/pictures', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const answer = await route.fetch();
    return keys.length === 1 ? route.abort() : route.fulfill({ response: answer });
  });
  const buffer = await renderPicture(portrait(8, 0), 400, 300);
  await file.setInputFiles({ name: '泳池.webp', mimeType: 'image/webp', buffer });
  await expect(dialog).toContainText('泳池.webp');
  await description.fill('　泳池全景 ');
  const add = dialog.getByRole('button', { name: '插入', exact: true });
  await add.dblclick();
  await expect(dialog.getByRole('alert').last()).toContainText('無法連線');
  await add.click();
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(() => html(page))
    .toMatch(/^<p><img src="[^"]+" alt="泳池全景" width="400" height="300"><\/p>$/);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/./);
  expect(keys[1]).toBe(keys[0]);
  // The course around the editor was not sent.
  await expect(page.getByRole('main').locator('[aria-invalid="true"]')).toHaveCount(0);
});

test('marks, lists, links and tables by keyboard and toolbar; undo takes them back @any-width', async ({
  page,
  baseURL,
}) => {
  await open(page, baseURL);
  await clear(page);
  await page.keyboard.type('課程');
  await tool(page, '大標題').click();
  await page.keyboard.press('Enter');
  await page.keyboard.type('- 第一項');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+B');
  await page.keyboard.type('第二項');
  expect(await html(page)).toBe('<h3>課程</h3><ul><li>第一項</li><li><strong>第二項</strong></li></ul>');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+K');
  const dialog = page.getByRole('dialog', { name: '連結' });
  await dialog.getByLabel('網址、電子信箱或電話').fill('javascript:alert(1)');
  await dialog.getByRole('button', { name: '套用' }).click();
  await expect(dialog.getByText('網址格式不正確')).toBeVisible();
  await dialog.getByLabel('網址、電子信箱或電話').fill('www.example.org');
  await dialog.getByLabel('顯示的文字').fill('網站');
  await dialog.getByRole('button', { name: '套用' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => html(page)).toContain('<a href="https://www.example.org">網站</a>');
  const before = await html(page);
  await tool(page, '插入表格').click();
  await expect.poll(() => html(page)).toContain('<table><thead><tr><th></th>');
  await tool(page, '復原').click();
  await expect.poll(() => html(page)).toBe(before);
  await page.keyboard.press('Alt+F10');
  await expect(tool(page, '大標題')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tool(page, '中標題')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(editor(page)).toBeFocused();
});
