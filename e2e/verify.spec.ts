import { expect, type Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { correctCertificate } from '../server/src/certificates/issue/correct-certificate.ts';
import { inTransaction } from '../server/src/platform/database/database.ts';
import { test } from './portal.ts';
import { visit } from './screen.ts';
import { issue, staff } from './staff.ts';
import { axe } from './support.ts';

/** Reads a picture of a QR code as a camera would. */
const decodeQrCode = async (picture: Buffer): Promise<string> => {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
};

const outcome = (page: Page) => page.getByRole('heading', { level: 1 });
const main = (page: Page) => page.getByRole('main');

test('a stranger checks a certificate: scanned, forged, without network, corrected, typed', async ({
  page: own,
  browser,
  db,
  trainee,
}) => {
  const certificate = await issue(db, trainee);
  let address = '';
  let paper = '';

  await test.step('the holder downloads the paper and shows the QR code on a phone', async () => {
    await own.setViewportSize({ width: 390, height: 844 });
    await visit(own, '/Auth/CertList');
    await own.getByRole('button', { name: `下載／QR 碼：急救教練證（${certificate.number}）` }).click();
    const dialog = own.getByRole('dialog', { name: '急救教練證' });
    const code = dialog.getByRole('img', { name: '證照查驗的 QR 碼' });
    await expect(code).toBeVisible();
    await axe(own);
    const download = own.waitForEvent('download');
    await dialog.getByRole('button', { name: '下載證書（A4）' }).click();
    paper = await (await download).path();
    address = await decodeQrCode(await code.screenshot());
    expect(new URL(address).pathname).toBe(`/v/${certificate.number}`);
  });

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  /** A fragment alone does not load the page again. */
  const open = async (path: string) => {
    await page.goto('about:blank');
    await page.goto(path);
  };

  await test.step('the QR code shows the full name, and that the certificate is valid', async () => {
    await open(address);
    await expect(outcome(page)).toHaveText('✓有效');
    await expect(outcome(page)).toBeFocused();
    await expect(main(page)).toContainText(trainee.name);
    await expect(main(page)).toContainText('急救教練證');
    await expect(main(page)).toContainText('請與紙本逐項比對');
    await axe(page);
  });

  await test.step('a changed code is called forged', async () => {
    await open(`${address.slice(0, -8)}AAAAAAAA`);
    await expect(outcome(page)).toHaveText('✕簽章不符');
    await expect(main(page)).not.toContainText(trainee.name);
  });

  await test.step('the downloaded file is the one that was issued, and a changed one is called different', async () => {
    await open(address);
    await page.getByLabel('選擇 PDF 檔').setInputFiles(paper);
    await expect(main(page).getByRole('status')).toContainText('這是本會核發的原檔');
    await page.getByLabel('選擇 PDF 檔').setInputFiles({
      name: 'certificate.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7 forged'),
    });
    await expect(main(page).getByRole('status')).toContainText('這個檔案與本會核發的不同');
  });

  await test.step('without network it is checked with what was kept', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await context.setOffline(true);
    await open(address);
    await expect(outcome(page)).toHaveText('✓有效');
    await expect(main(page)).toContainText(trainee.name);
    await expect(main(page)).toContainText('離線查驗：使用今天的狀態清單');
    // Milliseconds since the page was opened. Nobody waits until a request to the network is given up.
    const answered = await page.evaluate(() => performance.getEntriesByName('answer')[0]?.startTime);
    expect(answered).toBeLessThan(8_000);
    await context.setOffline(false);
  });

  await test.step('after a correction the old one says so and leads to the new one', async () => {
    await inTransaction(db, (tx) =>
      correctCertificate(
        tx,
        {
          certificateId: certificate.id,
          reason: '姓名誤植',
          person: { chineseName: '海大藍' },
          training: {},
        },
        { actor: staff, now: new Date() },
      ),
    );
    await open(address);
    await expect(outcome(page)).toHaveText('✕已更正');
    await page.getByRole('link', { name: '查驗新證照' }).click();
    await expect(outcome(page)).toHaveText('✓有效');
    await expect(main(page)).toContainText('海○藍');
    await expect(main(page)).toContainText('為保護個資，姓名部分遮蔽');
  });

  await test.step('a number is typed', async () => {
    await page.getByRole('link', { name: '查驗另一張' }).click();
    await page.getByRole('button', { name: '查驗' }).click();
    await expect(page.getByRole('alert')).toHaveText('請輸入證照編號');
    await axe(page);
    await page.getByLabel('證照編號').fill(certificate.number.toLowerCase());
    await page.getByLabel('證照編號').press('Enter');
    await expect(outcome(page)).toHaveText('✕已更正');
    await open('/v/FAI-2026-0000000000');
    await expect(outcome(page)).toHaveText('✕查無此證照');
  });
  await context.close();
});
