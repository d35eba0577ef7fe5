import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { approveRegistration } from '../server/src/enrolment/review/approve-registration.ts';
import { confirmPayment } from '../server/src/payment/confirm-payment.ts';
import { sheetRows } from '../server/src/platform/sheets/sheet-rows.ts';
import { sheetOf } from '../server/test/hostile-sheets.ts';
import { dialog, letDaysPass, main, openDesk, signIn } from './desk.ts';
import { test } from './portal.ts';
import { apply, record, TAIPEI } from './reviews.ts';
import { decide } from './staff.ts';
import { axe } from './support.ts';
import { watch } from './watch.ts';

/* Scores that are filled in away from the portal. */

/** The file that pressing the button saves. */
const saveFrom = async (page: Page, button: string) => {
  const saved = page.waitForEvent('download');
  await main(page).getByRole('button', { name: button }).click();
  const file = await saved;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
};

/** The file with these scores in the row of that person. */
const fillIn = async (file: { name: string; bytes: Buffer }, person: string, scores: readonly number[]) => {
  const answer = await sheetRows(file.bytes, { maxRows: 100, maxColumns: 20 });
  if (!('sheet' in answer)) throw new Error(answer.fault);
  const filled = answer.sheet.rows.map((cells) =>
    cells.includes(person) ? [...cells.slice(0, 4), ...scores] : [...cells],
  );
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return { name: file.name, mimeType, buffer: Buffer.from(await sheetOf(filled)) };
};

test('scores are downloaded as a file, uploaded filled in, and published @any-width', async ({
  browser,
  baseURL,
  request,
  db,
  join,
  enter,
  openClass,
}) => {
  test.slow();
  const trainingClass = await openClass({ ...TAIPEI, fee: 600 });
  const [person, absent] = [await join('方試算'), await join('白未填')];
  for (const each of [person, absent]) {
    await apply(request, each, trainingClass);
    await decide(db, trainingClass, [each.name], approveRegistration);
    await decide(db, trainingClass, [each.name], confirmPayment);
  }
  await letDaysPass(db, trainingClass.code, 31);
  const officer = await openDesk(browser, baseURL);
  const faults = await watch(officer);
  await signIn(officer, 'officer@tpe.example');
  await officer.goto(`/office/classes/${trainingClass.id}/results`);
  const grid = main(officer).getByRole('table', { name: '成績登錄表' });

  await test.step('the officer downloads the file, fills it in and uploads it', async () => {
    const file = await saveFrom(officer, '下載登錄表');
    expect(file.name).toMatch(/\.xlsx$/);
    await main(officer).getByRole('button', { name: '上傳登錄表' }).click();
    const filled = await fillIn(file, person.name, [80, 85.5, 90, 95]);
    await dialog(officer).locator('input[type="file"]').setInputFiles(filled);
    await expect(dialog(officer)).toContainText('將變更 4 格成績');
    const changes = dialog(officer).getByRole('table', { name: '將變更的成績' });
    await expect(changes.getByRole('row').filter({ hasText: 'AED 操作' })).toContainText('（空白）90');
    await axe(officer);
  });

  await test.step('stores the scores as drafts, which the trainee does not see', async () => {
    await dialog(officer).getByRole('button', { name: '將 4 格存為草稿' }).click();
    await expect(grid.getByRole('textbox', { name: '方試算 AED 操作' })).toHaveValue('90');
  });

  const home = await openDesk(browser, baseURL);
  await enter(person, home.context());
  await home.goto('/Auth/TrainingRecord');
  await expect(record(home, trainingClass)).toContainText('尚未結訓');

  await test.step('publishes the person with all scores, and the trainee reads them', async () => {
    await main(officer).getByRole('button', { name: '公布成績' }).click();
    await expect(dialog(officer)).toContainText('將公布 1 人的成績');
    await expect(dialog(officer)).toContainText('另有 1 人的成績尚未完整');
    await dialog(officer).getByRole('button', { name: '公布' }).click();
    await expect(dialog(officer)).toHaveCount(0);
    await home.reload();
    await expect(record(home, trainingClass)).toContainText('合格');
    await record(home, trainingClass).getByRole('button').click();
    await expect(
      home.getByRole('dialog', { name: '成績查詢' }).getByRole('row', { name: 'AED 操作' }),
    ).toContainText('90');
  });

  await test.step('a correction to a failing score fails the person unless the officer keeps the pass', async () => {
    await home.getByRole('dialog', { name: '成績查詢' }).press('Escape');
    await main(officer).getByRole('button', { name: '更正 方試算 的成績' }).click();
    await dialog(officer).getByLabel('AED 操作').fill('10');
    await expect(dialog(officer)).toContainText(/AED 操作 10 < \d+ → 不合格/);
    await dialog(officer).getByLabel('更正原因').fill('登錄錯誤');
    await dialog(officer).getByLabel('維持「合格」，不依計算結果').check();
    await dialog(officer).getByRole('button', { name: '更正' }).click();
    await expect(dialog(officer)).toContainText('結果與計算不同，請填寫判定原因');
    await dialog(officer).getByLabel('維持「合格」，不依計算結果').uncheck();
    await axe(officer);
    await dialog(officer).getByRole('button', { name: '更正' }).click();
    await expect(dialog(officer)).toHaveCount(0);
    await home.reload();
    await expect(record(home, trainingClass)).toContainText('不合格');
  });

  await test.step('a file corrects the published score, with one reason for all its corrections', async () => {
    const filled = await fillIn(await saveFrom(officer, '下載登錄表'), person.name, [80, 85.5, 90, 95]);
    await main(officer).getByRole('button', { name: '上傳登錄表' }).click();
    await dialog(officer).locator('input[type="file"]').setInputFiles(filled);
    const corrections = dialog(officer).getByRole('table', { name: '將更正的成績' });
    const row = corrections.getByRole('row').filter({ hasText: person.name });
    await expect(row).toContainText('AED 操作 10 → 90');
    await expect(row).toContainText('不合格 → 合格');
    await expect(dialog(officer)).toContainText('更正後會寄信通知 1 人');
    await row.getByRole('checkbox').check();
    await expect(row).toContainText('維持不合格');
    await dialog(officer).getByRole('button', { name: '更正 1 人' }).click();
    await expect(dialog(officer)).toContainText('請輸入更正原因');
    await expect(dialog(officer).getByLabel('更正原因')).toBeFocused();
    await dialog(officer).getByLabel('更正原因').fill('登錄錯誤');
    await dialog(officer).getByRole('button', { name: '更正 1 人' }).click();
    await expect(dialog(officer)).toContainText('結果與計算不同，請填寫判定原因');
    await axe(officer);
    await row.getByRole('checkbox').uncheck();
    await dialog(officer).getByRole('button', { name: '更正 1 人' }).click();
    await expect(dialog(officer)).toHaveCount(0);
    await home.reload();
    await expect(record(home, trainingClass)).not.toContainText('不合格');
    await expect(record(home, trainingClass)).toContainText('合格');
  });
  expect(faults).toEqual([]);
  for (const desk of [officer, home]) await desk.context().close();
});
