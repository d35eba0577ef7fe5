import { expect, type Page } from '@playwright/test';
import { addDays, today } from '@portal/contract/dates';
import { and, eq } from 'drizzle-orm';
import { registrations } from '../server/src/enrolment/tables.ts';
import { addMembership } from '../server/src/groups/add-membership.ts';
import { type Database, inTransaction } from '../server/src/platform/database/database.ts';
import { type Formed, type Trainee, type TrainingClass, test } from './portal.ts';
import { notice } from './screen.ts';
import { accountIdOf, issue } from './staff.ts';
import { axe } from './support.ts';

const main = (page: Page) => page.getByRole('main');
const needs = (page: Page) => page.getByRole('dialog', { name: '所需證照' });
const table = (page: Page, name: string) => main(page).getByRole('table', { name });

const addTo = async (db: Database, { id: groupId }: Formed, member: Trainee) => {
  const accountId = await accountIdOf(db, member);
  const by = { actor: 'system', now: new Date() } as const;
  await inTransaction(db, (tx) => addMembership(tx, { groupId, accountId }, by));
  return accountId;
};

const seatsOf = (db: Database, accountId: number, { id: classId }: TrainingClass) =>
  db.$count(registrations, and(eq(registrations.accountId, accountId), eq(registrations.classId, classId)));

test('a manager says what is needed, enrols who is due in three presses and takes the files along', async ({
  page,
  browser,
  baseURL,
  db,
  enter,
  join,
  formGroup,
  openClass,
}) => {
  const [group, member] = [await formGroup(['huang']), await join('江到期')];
  const accountId = await addTo(db, group, member);
  const endTime = addDays(today(new Date()), 20);
  await issue(db, member, { endTime });
  const trainingClass = await openClass({ course: 'FAI' });
  await enter(group.manager);

  await test.step('sets the needs', async () => {
    await page.goto(`/Group/Management/${group.code}`);
    await main(page).getByRole('tab', { name: '證照' }).click();
    await expect(main(page)).toContainText('尚未設定所需證照');
    await main(page).getByRole('button', { name: '設定所需證照' }).click();
    await needs(page).getByRole('button', { name: '增加一種' }).click();
    await needs(page).getByRole('button', { name: '儲存' }).click();
    await expect(needs(page)).toContainText('請選擇證照種類');
    await needs(page).getByLabel('第 1 種證照', { exact: true }).selectOption('急救教練證');
    await needs(page).getByLabel('所需人數').fill('2');
    await axe(page);
    await needs(page).getByRole('button', { name: '儲存' }).click();
    await expect(notice(page, '已儲存所需證照')).toBeVisible();
  });

  await test.step('sees who holds it, and narrows the list to who is due', async () => {
    await expect(table(page, '所需證照').getByRole('row', { name: /急救教練證/ })).toContainText('不足 1 人');
    const matrix = table(page, '成員持有情形');
    await expect(matrix.getByRole('row', { name: /黃淑芬/ })).toContainText('缺');
    await main(page).getByLabel('只看 90 天內到期（1 人）').check();
    await expect(matrix.getByRole('row', { name: /黃淑芬/ })).toHaveCount(0);
    await expect(matrix.getByRole('row', { name: /江到期/ })).toContainText(`30 天內到期至 ${endTime}`);
    await axe(page);
  });

  await test.step('takes both files along', async () => {
    for (const [label, extension] of [
      ['下載 XLSX', 'xlsx'],
      ['下載 PDF（供檢查）', 'pdf'],
    ] as const) {
      const download = page.waitForEvent('download');
      await main(page).getByRole('button', { name: label }).click();
      expect((await download).suggestedFilename()).toBe(
        `${group.name} 證照 ${today(new Date())}.${extension}`,
      );
    }
  });

  await test.step('enrols who is due in three presses', async () => {
    await main(page).getByRole('button', { name: '到期者報名（急救教練證，1 人）' }).click();
    const classes = page.getByRole('dialog', { name: '報名課程：急救教練證' });
    await expect(classes).toContainText('將為您勾選 1 人：江到期');
    await classes
      .getByRole('listitem')
      .filter({ hasText: trainingClass.code })
      .getByRole('link', { name: /^選擇/ })
      .click();
    await expect(page).toHaveURL(`/Class/Group/${trainingClass.code}?group=${group.code}`);
    await expect(main(page).getByRole('checkbox', { name: '報名 江到期' })).toBeChecked();
    await expect(main(page).getByRole('checkbox', { name: '報名 黃淑芬' })).not.toBeChecked();
    await main(page).getByRole('button', { name: '確認' }).click();
    await expect(page.getByRole('alertdialog', { name: '成功' })).toBeVisible();
    expect(await seatsOf(db, accountId, trainingClass)).toBe(1);
  });

  await test.step('the member sees what managers see', async () => {
    const home = await browser.newContext({ baseURL: `${baseURL}`, locale: 'zh-TW' });
    await enter(member, home);
    const own = await home.newPage();
    await own.goto(`/Group/Member/${group.code}`);
    const row = table(own, '管理員看得到的證照').getByRole('row', { name: /急救教練證/ });
    await expect(row).toContainText('30 天內到期');
    await expect(row).toContainText('已報名');
    await axe(own);
    await home.close();
  });
});
