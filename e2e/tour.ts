import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { cast, DEMO_PASSWORD } from '../server/demo/people.ts';
import { logIn } from './screen.ts';

/*
 * Takes the pictures of docs/tour.md: the life of a class, on a portal with fresh demo data. It changes nothing there.
 *
 *   npm start
 *   npm run tour [http://127.0.0.1:3000]
 */

const portal = process.argv[2] ?? 'http://127.0.0.1:3000';
const folder = path.resolve(import.meta.dirname, '../docs/pictures/tour');

const WIDTH = 960;

interface Stop {
  readonly name: string;
  readonly address: string;
  /** Is shown once the page is loaded. */
  readonly text: string;
  /** Comes to the top of the picture. */
  readonly from?: string;
}

/** Each visitor has a browser context of their own. Staff are named by their mailbox. */
const tours: readonly { readonly who: string; readonly stops: readonly Stop[] }[] = [
  {
    who: 'officer@tpe.example',
    stops: [
      { name: '01-new-class', address: '/office/classes/new', text: '訓練項目' },
      { name: '02-classes', address: '/office/classes', text: 'TPE-' },
      { name: '07-review', address: '/office/enrolment/review', text: '通過' },
      { name: '11-register', address: '/office/certificates/register', text: '有效' },
    ],
  },
  {
    who: 'guest',
    stops: [
      { name: '03-class-list', address: '/ClassInfo', text: 'TPE-FA1-001', from: '開課資訊' },
      { name: '04-class', address: '/ClassInfo/TPE-FA1-001', text: '個人報名', from: '初級急救員訓練' },
    ],
  },
  {
    who: cast.lin.account,
    stops: [
      {
        name: '05-enrol',
        address: '/Class/Personal/TPE-FA1-001',
        text: '個人報名/資料確認',
        from: '線上報名(個人)',
      },
      {
        name: '06-received',
        address: '/Class/Personal/TPE-CPR-011/finish',
        text: '已收到您的報名',
        from: '報名資訊',
      },
      { name: '08-payment', address: '/Auth/PaidInfo/TPE-CPR-012', text: '匯款資料', from: '繳費回報' },
      { name: '12-certificates', address: '/Auth/CertList', text: '現有證照', from: '證照換證申請' },
    ],
  },
  {
    who: 'cashier@portal.example',
    stops: [{ name: '09-payments', address: '/office/payment', text: 'TPE-' }],
  },
  {
    who: 'coach@tpe.example',
    stops: [{ name: '10-teaching', address: '/office/training', text: 'TPE-FA1-073' }],
  },
];

const enter = async (page: Page, who: string) => {
  if (who === 'guest') return;
  if (!who.includes('@')) {
    await page.goto(`${portal}/login`);
    await logIn(page, who, DEMO_PASSWORD);
    await page.getByText('歡迎您').waitFor();
    return;
  }
  await page.goto(`${portal}/office/staff/sign-in`);
  await page.getByLabel('電子信箱').fill(who);
  await page.getByLabel('密碼', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: '登入', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: '今日工作' }).waitFor();
};

const takePicture = async (page: Page, { name, address, text, from }: Stop) => {
  await page.goto(`${portal}${address}`);
  await page.getByRole('main').getByText(text).filter({ visible: true }).first().waitFor();
  await page.waitForLoadState('networkidle');
  if (from) {
    const heading = page.getByRole('heading', { name: from, exact: true }).first();
    await heading.evaluate((element) => element.scrollIntoView());
  }
  await page.mouse.move(0, 0);
  const shot = await page.screenshot({ animations: 'disabled' });
  await sharp(shot)
    .resize(WIDTH)
    .webp({ quality: 80, effort: 6 })
    .toFile(path.join(folder, `${name}.webp`));
};

const walk = async (browser: Browser, { who, stops }: (typeof tours)[number]) => {
  const page = await browser.newPage({
    ...{ locale: 'zh-TW', timezoneId: 'Asia/Taipei', reducedMotion: 'reduce' },
    viewport: { width: 1280, height: 800 },
  });
  await enter(page, who);
  for (const stop of stops) await takePicture(page, stop);
  await page.context().close();
};

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const tour of tours) await walk(browser, tour);
await browser.close();
