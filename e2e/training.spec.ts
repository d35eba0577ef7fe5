import { expect, type Page } from '@playwright/test';
import { addDays, today } from '@portal/contract/dates';
import { asc, eq } from 'drizzle-orm';
import { proveTrainee } from '../server/src/accounts/actors.ts';
import { courses, subjects } from '../server/src/catalogue/tables.ts';
import { approveRegistration } from '../server/src/enrolment/review/approve-registration.ts';
import { enrol } from '../server/src/enrolment/seats/enrol.ts';
import { confirmPayment } from '../server/src/payment/confirm-payment.ts';
import { type Database, inTransaction } from '../server/src/platform/database/database.ts';
import { recordResult } from '../server/src/training/results/record-result.ts';
import { type Trainee, type TrainingClass, test } from './portal.ts';
import { fact, goByMenu, visit } from './screen.ts';
import { accountIdOf, staff } from './staff.ts';
import { axe } from './support.ts';

const DAY = 86_400_000;

const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) => main(page).locator('tbody').getByRole('row');
const row = (page: Page, code: string) => rows(page).filter({ hasText: code });
const scores = (page: Page) => page.getByRole('dialog', { name: '成績查詢' });

const yesterday = new Date(`${addDays(today(new Date()), -1)}T09:00:00+08:00`);

/** A confirmed registration in a class that began yesterday. */
const train = async (db: Database, { code }: TrainingClass, trainee: Trainee): Promise<number> => {
  const accountId = await accountIdOf(db, trainee);
  const before = new Date(yesterday.getTime() - 7 * DAY);
  return inTransaction(db, async (tx) => {
    const registrationId = await enrol(tx, { code }, { actor: proveTrainee({ accountId }), now: before });
    await approveRegistration(tx, { registrationId }, { actor: staff, now: before });
    await confirmPayment(tx, { registrationId }, { actor: staff, now: before });
    return registrationId;
  });
};

const pass = async (db: Database, { course }: TrainingClass, registrationId: number) => {
  const known = await db
    .select({ subjectId: subjects.id })
    .from(subjects)
    .innerJoin(courses, eq(courses.id, subjects.courseId))
    .where(eq(courses.code, course))
    .orderBy(asc(subjects.position));
  const reached = known.map(({ subjectId }, at) => ({ subjectId, score: 80.5 + at }));
  await inTransaction(db, (tx) =>
    recordResult(tx, { registrationId, result: 1, scores: reached }, { actor: staff, now: new Date() }),
  );
};

test('林怡君 looks through her records: pages, filters, scores', async ({ page, enterAsLin }) => {
  await enterAsLin();
  await page.goto('/');

  await test.step('opens it from the menu', async () => {
    await goByMenu(page, '學員中心', '個人訓練紀錄查詢');
    await expect(page).toHaveURL('/Auth/TrainingRecord');
    await expect(page).toHaveTitle('個人訓練紀錄｜學員訓練報名網');
    await expect(main(page).getByText('共 12 筆資料')).toBeVisible();
    await expect(rows(page)).toHaveCount(10);
    await expect(row(page, 'TNN-LG2-072')).toContainText('尚未結訓');
    await expect(row(page, 'HUN-CPR-071')).toContainText('合格');
    await expect(row(page, 'NTP-FA2-067')).toContainText('不合格');
    await expect(row(page, 'HUN-CPR-071')).toContainText('花蓮縣分會');
    await expect(row(page, 'HUN-CPR-071')).toContainText('CPR 基本救命術訓練');
    await expect(row(page, 'HUN-CPR-071')).toContainText(/\d 小時/);
    await expect(row(page, 'HUN-CPR-071').getByRole('link')).toHaveAttribute(
      'href',
      '/ClassInfo/HUN-CPR-071',
    );
    await axe(page);
  });

  await test.step('turns the page, which stands in the address', async () => {
    await main(page).getByRole('link', { name: '下一頁' }).click();
    await expect(page).toHaveURL('/Auth/TrainingRecord?page=2');
    await expect(rows(page)).toHaveCount(2);
    await expect(main(page).getByRole('heading', { name: '訓練紀錄，第 2 頁' })).toBeFocused();
    await page.reload();
    await expect(rows(page)).toHaveCount(2);
    await page.goBack();
    await expect(rows(page)).toHaveCount(10);
  });

  await test.step('reads her scores by the keyboard alone', async () => {
    const button = row(page, 'HQ-LGI-063').getByRole('button', {
      name: '查詢成績：救生教練訓練（HQ-LGI-063）',
    });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(fact(scores(page), '姓名')).toHaveText('林怡君');
    await expect(fact(scores(page), '訓練項目')).toHaveText('救生教練訓練');
    await expect(fact(scores(page), '課程代碼')).toHaveText('HQ-LGI-063');
    await expect(scores(page).locator('tbody').getByRole('row')).toHaveCount(4);
    await expect(scores(page).getByRole('row', { name: '試教' })).toContainText('62');
    await axe(page);
    await page.keyboard.press('Escape');
    await expect(scores(page)).toBeHidden();
    await expect(button).toBeFocused();
  });

  await test.step('after a fail she is told where to ask', async () => {
    await row(page, 'NTP-FA2-067')
      .getByRole('button', { name: /^查詢成績/ })
      .click();
    await expect(scores(page)).toContainText('補測或重新訓練的方式，請洽主辦分會');
    await expect(scores(page).getByRole('link', { name: '聯絡我們' })).toHaveAttribute('href', '/Contact');
    await page.keyboard.press('Escape');
  });

  await test.step('without recorded scores the dialog says so', async () => {
    await row(page, 'TNN-LG2-072')
      .getByRole('button', { name: /^查詢成績/ })
      .click();
    await expect(scores(page)).toContainText('尚無成績');
    await expect(scores(page)).not.toContainText('補測');
    await axe(page);
    await scores(page).locator('button', { hasText: '關閉' }).click();
    await expect(scores(page)).toBeHidden();
  });

  await test.step('filters them', async () => {
    await main(page).getByLabel('會別').selectOption('新北市分會');
    await main(page).getByLabel('訓練項目').selectOption({ label: 'FA2 高級急救員訓練' });
    await main(page).getByRole('button', { name: '查詢', exact: true }).click();
    await expect(page).toHaveURL(/organization=.*&trainclass=FA2$/);
    await expect(main(page).getByText('共 2 筆資料')).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    await main(page).getByLabel('訓練項目').selectOption({ label: 'SWA A級游泳教練訓練' });
    await main(page).getByRole('button', { name: '查詢', exact: true }).click();
    await expect(main(page).getByText('查無紀錄')).toBeVisible();
    await axe(page);
    await main(page).getByRole('link', { name: '清除查詢條件' }).click();
    await expect(page).toHaveURL('/Auth/TrainingRecord');
    await expect(rows(page)).toHaveCount(10);
  });

  await test.step('a page past the end leads back', async () => {
    await page.goto('/Auth/TrainingRecord?page=9');
    await expect(main(page).getByText('這一頁沒有紀錄')).toBeVisible();
    await main(page).getByRole('link', { name: '回第一頁' }).click();
    await expect(rows(page)).toHaveCount(10);
  });
});

test('a search is debounced by 300 ms', { tag: '@any-width' }, async ({ page, clock, enterAsLin }) => {
  await enterAsLin();
  await page.goto('/Auth/TrainingRecord');
  await expect(rows(page)).toHaveCount(10);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    // The records of all pages, for paper, are loaded after those of the page.
    const isForPaper = searchParams.get('num') === '100';
    if (pathname.endsWith('/personal/TrainingRecord') && !isForPaper) asked.push(request.url());
  });
  const courses = main(page).getByLabel('訓練項目');
  // A list that arrives later would not be shown while the clock stands still.
  await expect(courses.getByRole('option', { name: /^FA2/ })).toBeAttached();
  await clock.pauseAt(Date.now() + 3_600_000);
  await courses.selectOption('FA2');
  const search = main(page).getByRole('button', { name: '查詢', exact: true });
  await search.click();
  await clock.runFor(200);
  await search.click();
  await clock.runFor(299);
  expect(page.url()).not.toContain('trainclass');
  expect(asked).toEqual([]);
  await clock.runFor(1);
  await expect(page).toHaveURL(/trainclass=FA2$/);
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]).toContain('trainclass=FA2');
});

test('a class stands among the records from its start on, with the result once staff recorded it', async ({
  page,
  db,
  trainee,
  openClass,
}) => {
  await visit(page, '/Auth/TrainingRecord');
  await expect(main(page)).toContainText('查無紀錄');
  await expect(main(page).getByRole('link', { name: '查看開課資訊' })).toBeVisible();
  await axe(page);

  const trainingClass = await openClass({ startTime: yesterday });
  const registrationId = await train(db, trainingClass, trainee);
  await page.reload();
  await expect(row(page, trainingClass.code)).toContainText('尚未結訓');

  const open = row(page, trainingClass.code).getByRole('button', { name: /報到碼$/ });
  await open.click();
  const code = page.getByRole('dialog', { name: '報到碼' });
  await expect(code.getByRole('img', { name: '報到碼 QR Code' })).toBeVisible();
  await expect(code).toContainText('無法掃描時，請告知工作人員此代碼');
  await axe(page);
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();

  await pass(db, trainingClass, registrationId);
  await page.reload();
  await expect(row(page, trainingClass.code)).toContainText('合格');
  await expect(open).toHaveCount(0);
  await row(page, trainingClass.code).getByRole('button').click();
  await expect(fact(scores(page), '姓名')).toHaveText(trainee.name);
  await expect(scores(page).getByRole('row', { name: '急救概論' })).toContainText('80.5');
});

test('a failure is shown and can be retried', async ({ page, enterAsLin }) => {
  await enterAsLin();
  let answers = false;
  const unless = (pattern: RegExp) =>
    page.route(pattern, (route) => (answers ? route.continue() : route.abort()));
  await unless(/\/personal\/TrainingRecord/);
  await page.goto('/Auth/TrainingRecord');
  await expect(main(page).getByRole('alert')).toContainText('無法連線，請檢查網路後再試');
  await axe(page);
  answers = true;
  await main(page).getByRole('button', { name: '重新載入' }).click();
  await expect(rows(page)).toHaveCount(10);

  answers = false;
  await main(page).getByRole('button', { name: '查詢', exact: true }).click();
  await expect(main(page).getByRole('alert')).toContainText('無法連線，請檢查網路後再試');
  await expect(rows(page)).toHaveCount(10);
  await expect(main(page).getByRole('status').getByText('共 12 筆資料')).toBeVisible();

  await unless(/\/TPE-FA1-066\/scores/);
  await row(page, 'TPE-FA1-066').getByRole('button').click();
  await expect(scores(page).getByRole('alert')).toContainText('無法連線，請檢查網路後再試');
  await axe(page);
  answers = true;
  await scores(page).getByRole('button', { name: '重新載入' }).click();
  await expect(scores(page).locator('tbody').getByRole('row')).toHaveCount(4);
  await page.keyboard.press('Escape');

  await page.route(/\/HQ-LGI-064\/scores/, (route) =>
    route.fulfill({ status: 404, json: { message: '查無成績資料' } }),
  );
  await row(page, 'HQ-LGI-064').getByRole('button').click();
  await expect(scores(page).getByRole('alert')).toContainText('查無成績資料');
  await expect(scores(page).getByRole('button', { name: '重新載入' })).toHaveCount(0);
});

test('at 320 px nothing is cut off', { tag: '@any-width' }, async ({ page, enterAsLin }) => {
  await enterAsLin();
  await page.setViewportSize({ width: 320, height: 640 });
  await visit(page, '/Auth/TrainingRecord');
  await expect(rows(page)).toHaveCount(10);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await row(page, 'NTP-FA2-067').getByRole('button').click();
  await expect(scores(page).getByRole('row', { name: '情境演練' })).toBeVisible();
  const box = await scores(page).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
});
