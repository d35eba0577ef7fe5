import { randomInt } from 'node:crypto';
import { expect, type Locator } from '@playwright/test';
import { addDays } from '@portal/contract/dates';
import {
  classTab,
  dialog,
  holdAllDay,
  letDaysPass,
  main,
  openDesk,
  putBehind,
  rail,
  signIn,
  statementFile,
  TODAY,
  typeDay,
} from './desk.ts';
import { PASSWORD, test } from './portal.ts';
import { expectLetters, record } from './reviews.ts';
import { fact, goByMenu, logIn, showAllFilters } from './screen.ts';
import { watch } from './watch.ts';

/* The life of a class, each step by the person whose work it is and on the pages alone. */

const COURSE = 'CPR 基本救命術訓練';
const FEE = 1200;

const chooseFromList = (within: Locator, code: string) =>
  within.getByRole('heading', { level: 3 }).filter({ hasText: code }).getByRole('button').click();

test('one class from nothing to published results by four people @any-width', async ({
  browser,
  baseURL,
  dataDir,
  db,
  join,
}) => {
  test.slow();
  const person = await join('林小藍');
  const digits = `${randomInt(10_000, 100_000)}`;
  const officer = await openDesk(browser, baseURL);
  const faults = await watch(officer);
  let code = '';

  await test.step('the officer makes a class of a course', async () => {
    await signIn(officer, 'officer@tpe.example');
    await rail(officer).getByRole('link', { name: '開課' }).click();
    await main(officer).getByRole('link', { name: '新增課程' }).click();
    await main(officer).getByLabel('訓練項目').selectOption({ label: COURSE });
    await main(officer).getByRole('button', { name: '下一步' }).click();
    const form = main(officer);
    await typeDay(form.getByRole('group', { name: '第 1 個時段' }), '日期', addDays(TODAY, 20));
    await form.getByRole('button', { name: '新增時段' }).click();
    await form.getByRole('group', { name: '第 2 個時段' }).getByLabel('結束').fill('12:00');
    await form.getByLabel('林教練').check();
    await form.getByLabel('最低開班人數').fill('1');
    await form
      .getByLabel('匯款帳戶')
      .selectOption({ label: '海嶼商業銀行（代碼 999）範例分行 000-00-000000-0' });
    await form.getByRole('textbox', { name: '費用' }).fill(`${FEE}`);
    await form.getByRole('textbox', { name: '課程簡介' }).click();
    await officer.keyboard.type('兩天學會成人心肺復甦術與 AED。');
    code = await form.getByLabel('課程代碼').inputValue();
    await form.getByRole('button', { name: '新增課程' }).click();
    await expect(fact(main(officer), '上課時段').getByRole('listitem')).toHaveText([
      /09:00–17:00/,
      /09:00–12:00/,
    ]);
  });

  await test.step('adds a file and publishes', async () => {
    await classTab(officer, '檔案').click();
    await main(officer).locator('input[type="file"]').setInputFiles('server/demo/attachments/syllabus.pdf');
    await expect(main(officer).getByRole('list', { name: '課程附件' })).toContainText('syllabus');
    await classTab(officer, '內容').click();
    await main(officer).getByRole('button', { name: '發布' }).click();
    await dialog(officer).getByRole('button', { name: '發布課程' }).click();
    await expect(main(officer).getByRole('button', { name: '發布' })).toHaveCount(0);
    await putBehind(db, code);
  });

  const trainee = await openDesk(browser, baseURL);
  await test.step('the trainee finds the class and enrols', async () => {
    await trainee.goto('/');
    await goByMenu(trainee, '訓練課程', '開課資訊');
    await showAllFilters(trainee);
    await main(trainee).getByLabel('關鍵字').fill(code);
    await main(trainee).getByLabel('會別').selectOption('臺北市分會');
    await main(trainee).getByLabel('訓練項目').selectOption({ label: COURSE });
    await main(trainee).getByRole('button', { name: '查詢' }).click();
    await expect(trainee).toHaveURL(/trainclass=CPR/);
    await chooseFromList(main(trainee), code);
    const opened = main(trainee).getByRole('region', { name: `臺北市分會 ${code}` });
    await expect(opened).toContainText('兩天學會成人心肺復甦術與 AED。');
    await expect(opened.getByRole('link', { name: 'syllabus.pdf' })).toBeVisible();
    await opened.getByRole('link', { name: '個人報名' }).click();
    await logIn(trainee, person.idNumber, PASSWORD);
    await expect(trainee).toHaveURL(`/Class/Personal/${code}`);
    await main(trainee).getByRole('button', { name: '確認', exact: true }).click();
    await expect(trainee).toHaveURL(`/Class/Personal/${code}/finish`);
    await expect(main(trainee)).toContainText('接下來由分會審查報名資格');
  });

  await test.step('the officer approves', async () => {
    await classTab(officer, '名單').click();
    await expect(main(officer).getByRole('row').filter({ hasText: '林小藍' })).toContainText('待審核');
    await main(officer).getByRole('link', { name: '查看林小藍的報名' }).click();
    await main(officer).getByRole('button', { name: '通過' }).click();
    await expect(main(officer).getByText('待繳費').first()).toBeVisible();
  });

  await test.step('the trainee sees amount, deadline and bank account, and reports the payment', async () => {
    await main(trainee).getByRole('link', { name: '確認' }).click();
    const own = record(trainee, { code });
    await expect(own).toContainText('未繳費');
    await expect(own).toContainText('NT$1,200');
    await own.getByRole('link', { name: '查看' }).click();
    await expect(main(trainee)).toContainText('000-00-000000-0');
    await trainee.goBack();
    await own.getByRole('link', { name: '填寫' }).click();
    await typeDay(main(trainee), '匯款日期', TODAY);
    await main(trainee).getByRole('textbox', { name: '末五碼' }).fill(digits);
    await main(trainee).getByRole('textbox', { name: '匯款人姓名' }).fill('林小藍');
    await main(trainee).getByRole('textbox', { name: '匯款金額' }).fill(`${FEE}`);
    await main(trainee).getByRole('button', { name: '確認' }).click();
    await expect(own).toContainText('繳費審查中');
  });

  const cashier = await openDesk(browser, baseURL);
  await test.step('the cashier imports a statement with the payment and confirms it', async () => {
    await signIn(cashier, 'cashier@portal.example');
    await main(cashier).getByRole('link', { name: '待對帳' }).click();
    await main(cashier)
      .getByRole('link', { name: /海嶼商業銀行/ })
      .click();
    await main(cashier).getByRole('link', { name: '匯入對帳單' }).click();
    const file = await statementFile('taiwan', [
      { day: TODAY, amount: FEE, account: `00812345${digits}`, name: '林小藍', memo: '跨行轉入' },
      { day: TODAY, amount: -Number(digits), account: '', name: '', memo: '場地費' },
    ]);
    await main(cashier).locator('input[type="file"]').setInputFiles(file);
    await expect(main(cashier)).toContainText('待對帳 1 筆，不列入 1 筆');
    await main(cashier).getByRole('button', { name: '匯入', exact: true }).click();
    const certain = main(cashier).getByRole('table', { name: '可直接確認' });
    const pair = certain.getByRole('row').filter({ hasText: digits });
    await expect(pair).toContainText(`林小藍（${code}）`);
    await main(cashier).getByLabel('全選').uncheck();
    await pair.getByRole('checkbox').check();
    await main(cashier).getByRole('button', { name: '確認所選 1 筆' }).click();
    await dialog(cashier).getByRole('button', { name: '確認繳費' }).click();
    await expect(pair).toHaveCount(0);
  });

  await test.step('the trainee has a seat', async () => {
    await trainee.reload();
    await main(trainee).getByRole('tab', { name: '完成報名' }).click();
    await expect(record(trainee, { code })).toBeVisible();
  });

  // The first day was yesterday, the second is today.
  await letDaysPass(db, code, 21);
  await holdAllDay(db, code);
  const coach = await openDesk(browser, baseURL, { width: 390, height: 844 });
  const mark = (name: string) =>
    coach.getByRole('group', { name: '林小藍 的出席狀態' }).getByRole('button', { name });

  await test.step('the instructor takes attendance on a phone', async () => {
    await signIn(coach, 'coach@tpe.example');
    await main(coach)
      .getByRole('link', { name: `點名：${code}` })
      .click();
    await main(coach).getByLabel('上課時段').selectOption({ index: 0 });
    await main(coach).getByRole('button', { name: '未點名的 1 人全部出席' }).click();
    await expect(mark('出席')).toHaveAttribute('aria-pressed', 'true');
    expect(await coach.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  await test.step('checks the trainee in by the code that they show', async () => {
    await goByMenu(trainee, '學員中心', '個人訓練紀錄查詢');
    await expect(record(trainee, { code })).toContainText('尚未結訓');
    await record(trainee, { code })
      .getByRole('button', { name: /報到碼$/ })
      .click();
    const shown = trainee.getByRole('dialog', { name: '報到碼' });
    const checkInCode = `${await shown.locator('strong').textContent()}`;
    await trainee.keyboard.press('Escape');
    await main(coach).getByLabel('上課時段').selectOption({ index: 1 });
    await main(coach).getByRole('button', { name: '掃碼報到' }).click();
    const scanner = coach.getByRole('dialog', { name: '掃碼報到' });
    const typed = scanner.getByRole('textbox', { name: '報到碼' });
    await typed.fill('0000');
    await scanner.getByRole('button', { name: '報到', exact: true }).click();
    await expect(typed).toHaveAccessibleDescription('報到碼不正確，請重新掃描或輸入');
    await expect(typed).toHaveValue('0000');
    await expect(typed).toBeFocused();
    await typed.fill(checkInCode);
    await coach.keyboard.press('Enter');
    await expect(scanner).toContainText('林小藍 已報到');
    await expect(typed).toHaveValue('');
    await scanner.locator('button', { hasText: '關閉' }).click();
    await expect(main(coach)).toContainText('掃碼報到');
    await mark('出席').click();
    await expect(main(coach)).toContainText('累計 8 小時（100%）');
  });

  await test.step('the instructor enters the scores, which nobody else sees yet', async () => {
    await coach.setViewportSize({ width: 1280, height: 800 });
    await classTab(coach, '成績').click();
    const grid = main(coach).getByRole('table', { name: '成績登錄表' });
    await grid.getByRole('textbox').first().click();
    for (const score of ['80', '85.5', '90', '95']) {
      await coach.keyboard.type(score);
      await coach.keyboard.press('Tab');
    }
    await expect(main(coach).getByText('已儲存')).toBeVisible();
    await expect(grid).toContainText('合格');
    await expect(main(coach).getByRole('button', { name: '公布成績' })).toHaveCount(0);
    await trainee.reload();
    await expect(record(trainee, { code })).toContainText('尚未結訓');
  });

  await letDaysPass(db, code, 1);
  await test.step('the officer publishes the results and completes the class', async () => {
    // The page of today has loaded the list before; it counts as fresh for some seconds.
    await officer.reload();
    await rail(officer).getByRole('link', { name: '出席與成績' }).click();
    await main(officer)
      .getByRole('link', { name: `登錄成績：${code}` })
      .click();
    await main(officer).getByRole('button', { name: '公布成績' }).click();
    await dialog(officer).getByRole('button', { name: '公布' }).click();
    await expect(main(officer).getByRole('button', { name: '公布成績' })).toHaveCount(0);
    await classTab(officer, '內容').click();
    await main(officer).getByRole('button', { name: '結訓' }).click();
    await dialog(officer).getByRole('button', { name: '結訓' }).click();
    await expect(main(officer).getByRole('button', { name: '結訓' })).toHaveCount(0);
  });

  await test.step('the trainee reads the result and has had a mail about each step', async () => {
    await trainee.reload();
    await expect(record(trainee, { code })).toContainText('合格');
    await record(trainee, { code }).getByRole('button').click();
    const scores = trainee.getByRole('dialog', { name: '成績查詢' });
    await expect(scores.getByRole('row', { name: '急救概論' })).toContainText('80');
    await expect(scores.getByRole('row', { name: 'AED 操作' })).toContainText('90');
    await expectLetters(dataDir, person, ['報名資格審查通過', '已確認收到款項', '成績公布']);
  });
  expect(faults).toEqual([]);
  for (const desk of [officer, trainee, cashier, coach]) await desk.context().close();
});
