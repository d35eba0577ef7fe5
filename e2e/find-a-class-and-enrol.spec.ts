import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { addAttachment } from '../server/src/classes/files/add-attachment.ts';
import { classes } from '../server/src/classes/tables.ts';
import { openFiles } from '../server/src/platform/files/files.ts';
import { mailsTo } from './mailbox.ts';
import { callAs, test } from './portal.ts';
import { confirm, field, fillRegistration, input } from './registration-form.ts';
import { fact, goByMenu, showAllFilters } from './screen.ts';
import { uniqueNationalId } from './support.ts';

test('a visitor reads an introduction, finds a class, joins, enrols, looks at the record and cancels', async ({
  page,
  db,
  dataDir,
  openClass,
}) => {
  const trainingClass = await openClass({ organization: '花蓮縣分會', course: 'CPR' });
  const syllabus = await readFile('server/demo/attachments/syllabus.pdf');
  const files = openFiles({ dataDir, filesUrl: undefined });
  await addAttachment(
    { db, files },
    { classId: trainingClass.id, name: '課程簡章', extension: 'pdf', bytes: syllabus },
    { actor: 'system', now: new Date() },
  );
  const main = page.getByRole('main');
  const idNumber = uniqueNationalId();
  const email = `${idNumber.toLowerCase()}@example.com`;

  await test.step('reads an introduction', async () => {
    await page.goto('/');
    await main.getByRole('link', { name: '課程介紹' }).click();
    await main.getByRole('link', { name: '查看介紹：急救訓練' }).click();
    await expect(page).toHaveURL(`/Intro/${encodeURIComponent('急救訓練')}`);
    await main.getByRole('button', { name: '心肺復甦術與 AED' }).click();
    await expect(
      main.getByRole('region', { name: '心肺復甦術與 AED' }).getByRole('paragraph').first(),
    ).toBeVisible();
  });

  const row = main
    .getByRole('heading', { level: 3 })
    .filter({ hasText: trainingClass.code })
    .getByRole('button');
  const opened = main
    .getByRole('region')
    .filter({ has: page.getByRole('link', { name: trainingClass.code }) });

  await test.step('finds a class', async () => {
    await goByMenu(page, '訓練課程', '開課資訊');
    await showAllFilters(page);
    await main.getByLabel('會別').selectOption('花蓮縣分會');
    await main.getByLabel('訓練項目').selectOption({ label: 'CPR 基本救命術訓練' });
    await main.getByRole('button', { name: '查詢' }).click();
    await expect(page).toHaveURL(/organization=.*&trainclass=CPR$/);
    await expect(row).toContainText('可報名');
    await row.click();
    await expect(fact(opened, '名額')).toHaveText('20 人');
    await expect(fact(opened, '已報名人數')).toHaveText('0 人');
    await expect(opened.getByText('課程簡介的內容。')).toBeVisible();
  });

  await test.step('downloads the attachment', async () => {
    const download = page.waitForEvent('download');
    await opened.getByRole('link', { name: '課程簡章.pdf' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('課程簡章.pdf');
    expect((await readFile(await saved.path())).equals(syllabus)).toBe(true);
  });

  await test.step('is sent to the login, and joins instead', async () => {
    await opened.getByRole('link', { name: '個人報名' }).click();
    await expect(page).toHaveURL('/login');
    await main.getByRole('link', { name: '加入學員' }).click();
    await fillRegistration(page, '林小海');
    await main.getByLabel('縣市').selectOption('花蓮縣');
    await main.getByLabel('鄉鎮市區').selectOption('吉安鄉');
    await expect(main.getByLabel('郵遞區號')).toHaveValue('973');
    await input(page, 'id_number').fill(idNumber);
    await main.getByLabel('電子郵件').fill(email);
    await field(page, 'file').locator('input').setInputFiles('web/public/share.png');
    await expect(main.getByAltText('照片預覽')).toBeVisible();
    await confirm(page).click();
  });

  await test.step('sees the class and the own data, and confirms', async () => {
    await expect(page).toHaveURL(`/Class/Personal/${trainingClass.code}`);
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('線上報名(個人)');
    await expect(fact(main, '課程代碼')).toHaveText(trainingClass.code);
    await expect(main.getByText('課程簡介的內容。')).toBeHidden();
    await main.getByText('課程內容與報名資格').click();
    await expect(main.getByText('課程簡介的內容。')).toBeVisible();
    await expect(fact(main, '中文姓名')).toHaveText('林小海');
    await expect(fact(main, '身分證字號')).toHaveText(idNumber);
    await expect(fact(main, '性別')).toHaveText('女');
    await expect(fact(main, '地址')).toContainText('花蓮縣吉安鄉範例路一段 1 號');
    await expect(fact(main, '行動電話')).toHaveText('0912-345678');
    const photo = main.getByAltText('林小海的照片');
    await expect
      .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await confirm(page).click();
  });

  await test.step('sees that the registration waits for its review', async () => {
    await expect(page).toHaveURL(`/Class/Personal/${trainingClass.code}/finish`);
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('報名資訊');
    await expect(main).toContainText('您好，以下是您的報名資訊');
    await expect(main).toContainText('須待報名資格審查通過後，才能繳費');
    await expect(fact(main, '人數')).toHaveText('1 人');
    await main.getByRole('link', { name: '確認' }).click();
  });

  const record = main.getByRole('row').filter({ hasText: trainingClass.code });

  await test.step('finds it among the records and cancels it', async () => {
    await expect(page).toHaveURL('/Auth/PayRecord');
    await expect(record).toContainText('資格審查中');
    await record.getByRole('link', { name: trainingClass.name }).click();
    await expect(fact(main, '已報名人數')).toHaveText('1 人');
    await expect(main.getByText('資格審查中')).toBeVisible();
    await expect(main.getByRole('link', { name: '報名繳費紀錄' })).toBeVisible();
    await page.goBack();
    await record.getByRole('button', { name: '取消' }).click();
    const question = page.getByRole('alertdialog', { name: '提示' });
    await expect(question).toContainText('確定取消報名嗎');
    await expect(question).toContainText('取消後名額即釋出');
    await question.getByRole('button', { name: '否' }).click();
    await expect(question).toBeHidden();
    await record.getByRole('button', { name: '取消' }).click();
    await question.getByRole('button', { name: '取消報名' }).click();
    const done = page.getByRole('alertdialog', { name: '成功' });
    await expect(done).toContainText('已取消課程');
    await expect(done).toContainText(trainingClass.code);
    await expect(done).toContainText('名額已釋出。如要再參加，請重新報名。');
    await done.getByRole('button', { name: '確定' }).click();
    await expect(record).toHaveCount(0);
    await expect(main).toContainText('查無紀錄');
  });

  await test.step('and the seat is free again', async () => {
    await page.goto(`/ClassInfo/${trainingClass.code}`);
    await expect(fact(main, '已報名人數')).toHaveText('0 人');
    await expect(main.getByRole('link', { name: '個人報名' })).toBeVisible();
  });

  await test.step('two mails have come', async () => {
    await expect
      .poll(async () => (await mailsTo(dataDir, email)).map(({ subject }) => subject).toSorted())
      .toEqual(['【學員訓練報名網】加入學員成功', '【學員訓練報名網】已收到您的報名：基本救命術訓練']);
    const mails = await mailsTo(dataDir, email);
    const texts = mails.map(({ text }) => text).join('\n');
    // The mailbox is unconfirmed, so no mail repeats what was typed.
    expect(texts).not.toContain('林小海');
    expect(texts).toContain(trainingClass.code);
    expect(texts).not.toContain(idNumber);
  });
});

test('a trainee who waits on the page of a class can enrol once the enrolment opens', {
  tag: '@any-width',
}, async ({ page, clock, db, openClass }) => {
  const { id, code } = await openClass({ applyFrom: new Date(Date.now() + 30 * 60_000) });
  const main = page.getByRole('main');
  await page.goto(`/ClassInfo?word=${code}`);
  await expect(main.getByRole('heading', { level: 3 })).toContainText(/尚未開放（\d+\/\d+ 起）$/);
  await page.goto(`/ClassInfo/${code}`);
  await expect(main.getByRole('button', { name: '個人報名' })).toHaveAccessibleDescription(/開放報名$/);
  // The server has a clock of its own.
  await db
    .update(classes)
    .set({ applyFrom: new Date(Date.now() - 1000) })
    .where(eq(classes.id, id));
  await clock.fastForward('31:00');
  await expect(main.getByRole('link', { name: '個人報名' })).toBeVisible();
  await expect(main.getByRole('link', { name: '團體報名' })).toBeVisible();
});

test('list, home and the page of an open class say that it takes groups only, and which', async ({
  page,
  formGroup,
  openClass,
}) => {
  const group = await formGroup([]);
  const { code } = await openClass({ personalAllow: false, groupId: group.id });
  const main = page.getByRole('main');
  await page.goto(`/ClassInfo?word=${code}`);
  await expect(main.getByRole('heading', { level: 3 })).toContainText(/限團體$/);
  await page.goto(`/ClassInfo/${code}`);
  await expect(main).toContainText(`限團體${group.name}`);
  await page.goto('/');
  await expect(main.getByRole('listitem').filter({ hasText: 'KHH-LG1-001' })).toContainText('限團體');
});

test('after enrolling the finish page opens, also if the class cannot be loaded again', {
  tag: '@any-width',
}, async ({ page, trainee, openClass }) => {
  const { code } = await openClass();
  await page.goto(`/Class/Personal/${code}`);
  await expect(page.getByRole('main').getByText(trainee.idNumber, { exact: true })).toBeVisible();
  await page.route(`**/api/class/${code}`, (route) => route.fulfill({ status: 503, body: 'no' }));
  await confirm(page).click();
  await expect(page).toHaveURL(`/Class/Personal/${code}/finish`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('報名資訊');
});

test('a cancellation is confirmed, also if the records cannot be loaded again', {
  tag: '@any-width',
}, async ({ page, request, trainee, openClass }) => {
  const { code } = await openClass();
  expect((await callAs(request, trainee, '/api/class/personal/create', { code })).ok()).toBe(true);
  const main = page.getByRole('main');
  const record = main.getByRole('row').filter({ hasText: code });
  await page.goto('/Auth/PayRecord');
  await record.getByRole('button', { name: '取消' }).click();
  await page.route('**/api/class/personal/Record', (route) => route.fulfill({ status: 503, body: 'no' }));
  await page.getByRole('button', { name: '取消報名', exact: true }).click();
  const done = page.getByRole('alertdialog', { name: '成功' });
  await expect(done).toContainText('已取消課程');
  await done.getByRole('button', { name: '確定' }).click();
  await expect(done).toBeHidden();

  // The stale list says that it is out of date.
  await expect(record).toBeVisible();
  const fault = main.getByRole('alert').filter({ hasText: '載入失敗，請稍後再試' });
  await page.unroute('**/api/class/personal/Record');
  await fault.getByRole('button', { name: '重新載入' }).press('Enter');
  await expect(record).toHaveCount(0);
  await expect(fault).toHaveCount(0);
  await expect(main.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a trainee who opened the confirmation by its address leaves it for the class list', {
  tag: '@any-width',
}, async ({ page, trainee, openClass }) => {
  const { code } = await openClass();
  await page.goto(`/Class/Personal/${code}`);
  await expect(page.getByRole('main').getByText(trainee.idNumber, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '取消', exact: true }).click();
  await expect(page).toHaveURL('/ClassInfo');
});

test('a trainee who corrects the profile while enrolling comes back to the enrolment', {
  tag: '@any-width',
}, async ({ page, trainee, openClass }) => {
  const { code } = await openClass();
  await page.goto(`/Class/Personal/${code}`);
  const main = page.getByRole('main');
  await expect(main.getByText(trainee.idNumber, { exact: true })).toBeVisible();
  await main.getByRole('link', { name: '學員中心 > 個人資料編輯' }).first().click();
  await main.getByRole('tab', { name: '變更密碼' }).click();
  await main.getByRole('tab', { name: '編輯個人資料' }).click();
  await main.locator('[name=department]').fill('海洋系');
  await main.getByRole('tabpanel').getByRole('button', { name: '確認' }).click();
  await page.getByRole('alertdialog', { name: '成功' }).getByRole('button', { name: '確定' }).click();
  await expect(page).toHaveURL(`/Class/Personal/${code}`);
});
