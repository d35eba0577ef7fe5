import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { cast, DEMO_PASSWORD } from '../server/demo/people.ts';
import { renderPicture } from '../server/demo/pictures.ts';
import { portrait } from '../server/demo/portrait.ts';
import { logIn } from './screen.ts';

/*
 * Takes the pictures of the README: real screens of a portal with fresh demo data.
 *
 *   npm start
 *   npx node e2e/pictures.ts [http://127.0.0.1:3000]
 */

const portal = process.argv[2] ?? 'http://127.0.0.1:3000';
const folder = path.resolve(import.meta.dirname, '../docs/pictures');

const desktop = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

const takePicture = async (page: Page, name: string) => {
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.move(0, 0);
  // Without a ring around what has the focus.
  await page.locator(':focus').evaluateAll((focused) => {
    for (const element of focused) (element as HTMLElement).blur();
  });
  const shot = await page.screenshot({ animations: 'disabled' });
  await sharp(shot)
    .png({ palette: true, quality: 90, effort: 10 })
    .toFile(path.join(folder, `${name}.png`));
};

const scrollTo = (page: Page, heading: string) =>
  page.getByRole('heading', { name: heading, exact: true }).evaluate((element) => element.scrollIntoView());

const fillIn = async (page: Page) => {
  const bytes = await renderPicture(portrait(8, 0), 590, 826);
  const photo = { name: 'photo.webp', mimeType: 'image/webp', buffer: bytes };
  await page.locator('input[type="file"]').setInputFiles(photo);
  await page.getByLabel('會別').selectOption('臺北市分會');
  await page.getByLabel('中文姓名').fill('林小海');
  await page.getByLabel('英文姓名').fill('Lin Hsiao-Hai');
  await page.getByRole('radio', { name: '女' }).check();
  await page.getByRole('spinbutton').first().focus();
  await page.keyboard.type('19950707');
  await page.getByRole('heading', { level: 1 }).click();
  await scrollTo(page, '加入學員');
};

const show = async (page: Page, address: string, text: string) => {
  await page.goto(`${portal}${address}`);
  await page.getByRole('main').getByText(text).first().waitFor();
  await page.waitForLoadState('networkidle');
};

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
});
const common = { locale: 'zh-TW', timezoneId: 'Asia/Taipei', reducedMotion: 'reduce' } as const;

const wide = await browser.newPage({ ...common, ...desktop });
await show(wide, '/', 'TPE-FA1-001');
await takePicture(wide, 'home');
await show(wide, '/ClassInfo?opened=0', '課程安排');
await scrollTo(wide, '開課資訊');
await takePicture(wide, 'class-list');
await show(wide, '/Register', '基本資料');
await fillIn(wide);
await takePicture(wide, 'register');
await show(wide, '/login', '非會員');
await logIn(wide, cast.lin.account, DEMO_PASSWORD);
await wide.getByText('歡迎您').waitFor();
await show(wide, '/Auth/PayRecord', '資格不符');
await takePicture(wide, 'records');
await show(wide, '/Auth/CertList', '舊有證照');
await scrollTo(wide, '證照換證申請');
await takePicture(wide, 'certificates');
await show(wide, '/Auth/Profile', '唯讀');
await scrollTo(wide, '個人資料編輯');
await takePicture(wide, 'profile');

// A group manager needs a browser context of their own.
const managers = await browser.newPage({ ...common, ...desktop });
await show(managers, '/login', '非會員');
await logIn(managers, cast.chen.account, DEMO_PASSWORD);
await managers.getByText('歡迎您').waitFor();
await show(managers, '/Group/Management/LANHAI', '林怡君');
await takePicture(managers, 'group-management');
await show(managers, '/Group/LANHAI/TPE-LG1-062', '林怡君');
await scrollTo(managers, '課程名單');
await takePicture(managers, 'class-roster');

const narrow = await browser.newPage({ ...common, ...phone });
await show(narrow, '/login', '非會員');
await logIn(narrow, cast.lin.account, DEMO_PASSWORD);
await narrow.getByText('歡迎您').waitFor();
await show(narrow, '/', '查看報名繳費紀錄');
await narrow.evaluate(() => window.scrollTo(0, 150));
await takePicture(narrow, 'phone');

await browser.close();
