import { expect, type Page } from '@playwright/test';
import { today } from '@portal/contract/dates';
import { cast } from '../server/demo/people.ts';
import { test } from './portal.ts';
import { visit } from './screen.ts';

/** The text that each printed page must show. */
const pages = {
  lin: [
    ['/Class/Personal/TPE-CPR-012/finish', '應繳金額'],
    ['/Class/Personal/TPE-CPR-011/finish', '須待報名資格審查通過後，才能繳費'],
    ['/Auth/PayRecord', '未檢附基本救命術證書'],
    ['/Auth/PayRecord?tab=finished', 'TPE-CPR-015'],
    ['/Auth/TrainingRecord', 'TPE-FA1-066'],
    ['/Auth/CertList', '可申請換證'],
    ['/Auth/Profile', '基本資料'],
    ['/ClassInfo/TPE-FA1-001', '上課地點'],
    ['/Group/Member/LANHAI', '瑪麗亞'],
    ['/Group/LANHAI/TPE-LG1-062', '救生理論：'],
  ],
  chen: [
    ['/Group/Management/LANHAI', 'F299990019'],
    ['/Class/Group/TPE-LG1-001?group=LANHAI', 'F299990019'],
  ],
} as const;

/** The columns that hold nothing but buttons; on a roster the scores are there to read. */
const buttonsOf = (address: string) =>
  address.startsWith('/Group') ? /詳細資料|刪除/ : /取消報名|繳費資訊|繳費回報|成績/;

/** The area between the margins of a sheet of A4, in CSS pixels. */
const SHEET = { width: 718, height: 1047 };

const expectPaper = async (page: Page, address: string, text: string, name: string) => {
  const main = page.getByRole('main');
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(SHEET);
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(main.getByText(text).first()).toBeVisible();
  // The sheet says where it is from, whose it is and of which day.
  await expect(page.getByText(`${name} 列印日期：${today(new Date())}`)).toBeVisible();
  await expect(page.getByText('學員訓練報名網', { exact: true }).filter({ visible: true })).toHaveCount(1);
  await expect(page.locator('header, footer')).toHaveCount(2);
  for (const frame of ['header', 'footer', 'section[aria-label="橫幅輪播"]', 'section[aria-label="通知"]']) {
    await expect(page.locator(frame)).toBeHidden();
  }
  await expect(main.getByRole('button')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(SHEET.width);
  // A column of buttons would be empty.
  for (const column of await main.getByRole('columnheader').all()) {
    expect(await column.textContent()).not.toMatch(buttonsOf(address));
  }
  // The tabs are not printed, so the caption says which of the tables it is.
  for (const caption of await main.locator('caption').filter({ visible: true }).all()) {
    expect((await caption.boundingBox())?.height).toBeGreaterThan(16);
    await expect(
      main.getByRole('heading', { name: `${await caption.textContent()}`, exact: true }),
    ).toHaveCount(0);
  }
  await page.emulateMedia({ media: null });
};

for (const who of ['lin', 'chen'] as const) {
  test(`a printed page has no bar, banner, footer or buttons (${cast[who].name})`, async ({
    page,
    enterAs,
  }) => {
    await enterAs(who);
    for (const [address, text] of pages[who]) {
      await visit(page, address);
      await test.step(address, () => expectPaper(page, address, text, cast[who].name));
    }
  });
}

test('paper shows every session of a class and every record of several pages', async ({
  page,
  enterAsLin,
}) => {
  const main = page.getByRole('main');
  await enterAsLin();
  await visit(page, '/ClassInfo/TPE-LG1-001');
  const sessions = main.getByText('09:00–').filter({ visible: true });
  await expect(main.getByText('共 8 個時段')).toBeVisible();
  await expect(sessions).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(sessions).toHaveCount(8);

  await page.emulateMedia({ media: null });
  const records = main.getByRole('rowheader');
  const all = page.waitForResponse((answer) => answer.url().includes('num=100'));
  await visit(page, '/Auth/TrainingRecord');
  await all;
  await expect(records).toHaveCount(10);
  await page.emulateMedia({ media: 'print' });
  await expect(main.getByText('共 12 筆資料')).toBeVisible();
  await expect(records).toHaveCount(12);
});
