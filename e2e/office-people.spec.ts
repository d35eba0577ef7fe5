import { expect, type Page } from '@playwright/test';
import { checkTwins } from '../server/src/people/twins/check-twins.ts';
import { inTransaction } from '../server/src/platform/database/database.ts';
import { dialog, main, typeDay } from './desk.ts';
import { enterOffice, visitOffice } from './office.ts';
import { test } from './portal.ts';
import { notice } from './screen.ts';
import { axe, uniqueNationalId } from './support.ts';
import { watch } from './watch.ts';

/* 學員: an officer adds a person, edits the data while a colleague does, and changes the identity. */

const OFFICER = 'officer@tpe.example';
/** The birthday with which the journeys register people. */
const BORN = '1992-05-14';

/** A name that nobody has. */
const uniqueName = () =>
  `鄭${uniqueNationalId()
    .slice(-4)
    .replace(/\d/g, (digit) => '零壹貳參肆伍陸柒捌玖'[Number(digit)] ?? '')}`;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const personTab = (page: Page, name: string) =>
  main(page).getByRole('navigation', { name: '學員頁面' }).getByRole('link', { name });
const history = (page: Page) => main(page).getByRole('region', { name: '歷程' }).locator('ol > li');

test('an officer adds a person who has a likely twin, edits the data while a colleague does, and changes the name', async ({
  page,
  context,
  join,
  baseURL,
  db,
}) => {
  test.slow();
  const [name, renamed] = [uniqueName(), uniqueName()];
  const twin = await join(name);
  await enterOffice(context, baseURL, OFFICER);
  const faults = await watch(page);
  let id = 0;

  await test.step('a number that somebody has is refused, and everything typed stays', async () => {
    await visitOffice(page, '/people');
    await main(page).getByRole('button', { name: '新增學員' }).click();
    const form = dialog(page);
    await form.getByLabel('中文姓名').fill(name);
    await form.getByLabel('身分證字號').fill(twin.idNumber);
    await typeDay(form, '出生日期', BORN);
    await form.getByLabel('行動電話').fill('0966-314159');
    await form.getByRole('button', { name: '新增學員' }).click();
    await expect(form.getByText(`此證號的學員「${name}」已在學員名單`).first()).toBeVisible();
    await expect(form.getByLabel('中文姓名')).toHaveValue(name);
    await axe(page);
    await form.getByLabel('身分證字號').fill(uniqueNationalId());
    await form.getByRole('button', { name: '新增學員' }).click();
    await expect(notice(page, '已新增學員')).toBeVisible();
    await expect(heading(page)).toContainText(name);
    await expect(heading(page).locator('..')).toContainText('資料未完整');
    id = Number(/\/people\/(\d+)$/.exec(page.url())?.[1]);
  });

  await test.step('the two who look like one person are listed', async () => {
    while (await inTransaction(db, (tx) => checkTwins(tx, new Date())));
    await visitOffice(page, '/people/twins?state=open');
    const pairs = main(page).getByRole('row').filter({ hasText: name });
    await expect(pairs.filter({ hasText: '姓名與出生日期相同' })).toHaveCount(1);
  });

  await test.step('a colleague edits the same person first, which is said, and nothing is lost', async () => {
    await visitOffice(page, `/people/${id}`);
    await main(page).getByRole('link', { name: '修改資料' }).click();
    const form = main(page);
    await form.getByLabel('服務單位').fill('海上巡防隊');
    const colleague = await context.newPage();
    await visitOffice(colleague, `/people/${id}/edit`);
    await main(colleague).getByLabel('行動電話').fill('0987-654321');
    await main(colleague).getByRole('button', { name: '儲存' }).click();
    await expect(notice(colleague, '已修改資料')).toBeVisible();
    await colleague.close();
    await form.getByRole('button', { name: '儲存' }).click();
    const newer = form.getByRole('region', { name: '您編輯期間，資料已由他人變更' });
    await expect(newer).toContainText('修改學員資料');
    await expect(newer).toContainText('欄位：行動電話');
    await expect(form.getByLabel('服務單位')).toHaveValue('海上巡防隊');
    await axe(page);
    await newer.getByRole('button', { name: '重新載入' }).click();
    await expect(form.getByLabel('行動電話')).toHaveValue('0987-654321');
    await form.getByLabel('服務單位').fill('海上巡防隊');
    await form.getByRole('button', { name: '儲存' }).click();
    await expect(notice(page, '已修改資料')).toBeVisible();
    await expect(main(page)).toContainText('0987-654321');
    await expect(main(page)).toContainText('海上巡防隊');
    await personTab(page, '歷程').click();
    await expect(history(page).filter({ hasText: '修改學員資料' })).toHaveCount(2);
    await expect(history(page).filter({ hasText: '欄位：服務單位' })).toHaveCount(1);
    await expect(history(page).filter({ hasText: '代為建立學員帳號' })).toHaveCount(1);
  });

  await test.step('the name is changed with a proof, which stays', async () => {
    await main(page).getByRole('button', { name: '身分資料變更' }).click();
    const form = dialog(page);
    await form.getByRole('button', { name: '變更', exact: true }).click();
    await expect(form.getByText('請選擇證明文件').first()).toBeVisible();
    await axe(page);
    await form.getByLabel('新的中文姓名').fill(renamed);
    await form.getByLabel('原因').fill('改名，附戶籍謄本');
    const scan = { name: '戶籍謄本.png', mimeType: 'image/png', buffer: await page.screenshot() };
    await form.locator('input[type="file"]').setInputFiles(scan);
    await form.getByRole('button', { name: '變更', exact: true }).click();
    await expect(notice(page, '已變更身分資料')).toBeVisible();
    await expect(heading(page)).toContainText(renamed);
    await expect(history(page).filter({ hasText: '身分資料變更' })).toHaveCount(1);
    await personTab(page, '資料').click();
    const changes = main(page)
      .getByRole('listitem')
      .filter({ hasText: `姓名：${name} → ${renamed}` });
    await expect(changes).toContainText('原因：改名，附戶籍謄本');
    const proof = await page.request.get(
      `${await changes.getByRole('link', { name: '開啟證明文件' }).getAttribute('href')}`,
    );
    expect(proof.headers()['content-type']).toMatch(/^image\//);
    await axe(page);
  });
  // The answer that says somebody was faster.
  expect(faults).toEqual([expect.stringContaining('status of 409')]);
});
