import { expect, type Page } from '@playwright/test';
import { codesTo } from './mailbox.ts';
import { enterOffice, visitOffice } from './office.ts';
import { test } from './portal.ts';
import { axe, uniqueNationalId } from './support.ts';
import { watch } from './watch.ts';

/* 代為報名, and the settings that officers need. */

const main = (page: Page) => page.getByRole('main');

test('an officer enrols a new person on the phone, in a class that is closed to trainees', async ({
  page,
  context,
  openClass,
  baseURL,
}) => {
  const { code } = await openClass({ organization: '臺北市分會', course: 'CPR', personalAllow: false });
  await enterOffice(context, baseURL, 'officer@tpe.example');
  const faults = await watch(page);
  await visitOffice(page, '/enrolment/review');
  await main(page).getByRole('link', { name: '代為報名' }).click();
  await main(page).getByLabel('尚無帳號').check();
  await main(page).getByLabel('中文姓名').fill('林新生');
  await main(page).getByLabel('身分證字號').fill(uniqueNationalId());
  await main(page).getByRole('spinbutton').first().focus();
  await page.keyboard.type('19900131');
  await main(page).getByLabel('行動電話').fill('0912345678');
  await main(page).getByLabel('課程代碼或訓練項目').fill(code);
  const choice = main(page).getByRole('radio', { name: code });
  await expect(choice).toHaveAccessibleDescription(/須填寫原因/);
  await choice.check();
  await axe(page);

  await main(page).getByRole('button', { name: '代為報名' }).click();
  await expect(
    main(page)
      .getByText(/請填寫代為報名的原因$/)
      .first(),
  ).toBeVisible();
  await main(page).getByLabel('代為報名的原因').fill('來電報名，名單由分會核定');
  await main(page).getByRole('button', { name: '代為報名' }).click();

  await expect(page.getByText(`已為 林新生 報名 ${code}`)).toBeVisible();
  await expect(main(page).getByRole('heading', { name: '林新生的報名', level: 1 })).toBeVisible();
  await expect(main(page)).toContainText('來電報名，名單由分會核定');
  await axe(page);
  expect(faults).toEqual([]);
});

test('an officer enrols a person of the branch, and sees the whole number once the review is passed', async ({
  page,
  context,
  join,
  openClass,
  baseURL,
}) => {
  const { code } = await openClass({ organization: '臺北市分會', course: 'CPR' });
  const { idNumber } = await join('林舊生');
  await enterOffice(context, baseURL, 'officer@tpe.example');
  await visitOffice(page, '/enrolment/on-behalf');
  await main(page).getByRole('button', { name: '代為報名' }).click();
  await expect(main(page).getByText('請選擇學員').first()).toBeVisible();
  await main(page).getByLabel('姓名、證號或行動電話').fill(idNumber);
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('radio', { name: /林舊生/ })).toBeChecked();
  await main(page).getByLabel('課程代碼或訓練項目').fill(code);
  await main(page).getByRole('radio', { name: code }).check();
  await main(page).getByRole('button', { name: '代為報名' }).click();
  await expect(main(page).getByRole('heading', { name: '林舊生的報名', level: 1 })).toBeVisible();

  const showNumber = main(page).getByRole('button', { name: '顯示完整證號與出生日期' });
  await expect(main(page).getByText(/審核通過後才能查看完整證號與出生日期$/)).toBeVisible();
  await expect(showNumber).toHaveCount(0);
  await main(page).getByRole('button', { exact: true, name: '通過' }).click();
  await showNumber.click();
  await expect(main(page)).toContainText(idNumber);
  await main(page).getByLabel('新增備註').fill('<img src=x onerror=alert(1)> 已電話確認');
  await main(page).getByRole('button', { name: '新增備註' }).click();
  await expect(main(page).getByRole('listitem').filter({ hasText: '已電話確認' })).toContainText('<img');
});

test('an officer enrols a person of another branch, who tells the birth date or a mailed code', async ({
  page,
  context,
  join,
  openClass,
  dataDir,
  baseURL,
}) => {
  const { code } = await openClass({ organization: '高雄市分會', course: 'CPR' });
  const { idNumber, name, email } = await join('林他會');
  await enterOffice(context, baseURL, 'officer@khh.example');
  const faults = await watch(page);
  await visitOffice(page, '/enrolment/on-behalf');
  await main(page).getByLabel('姓名、證號或行動電話').fill(idNumber);
  await page.keyboard.press('Enter');
  await expect(main(page).getByText(/^本會查無符合的學員/)).toBeVisible();

  await main(page).getByLabel('其他會別的學員').check();
  const number = main(page).getByLabel('證號', { exact: false }).first();
  await number.fill(idNumber);
  await main(page).getByRole('spinbutton').first().focus();
  await page.keyboard.type('19900131');
  await main(page).getByRole('button', { name: '確認身分' }).click();
  await expect(main(page).getByText('查無此學員，或證號與出生日期不符')).toBeVisible();
  await axe(page);

  await main(page).getByLabel('電子信箱驗證碼').check();
  await main(page).getByRole('button', { name: '寄送驗證碼' }).click();
  await expect(main(page).getByText(/^驗證碼已寄至學員的電子信箱/)).toBeVisible();
  const codeField = main(page).getByRole('textbox', { name: '驗證碼' });
  await expect(codeField).toBeFocused();
  const codes = () => codesTo(dataDir, email, '代為報名驗證碼');
  await expect.poll(codes).toHaveLength(1);
  await codeField.fill(`${(await codes())[0]}`);
  await page.keyboard.press('Enter');
  await expect(main(page).getByText('已確認的學員')).toBeVisible();
  await expect(main(page).getByText(name)).toBeVisible();
  await axe(page);

  await main(page).getByRole('button', { name: '改為其他學員' }).click();
  await number.fill(idNumber);
  await main(page).getByRole('spinbutton').first().focus();
  await page.keyboard.type('19920514');
  await main(page).getByRole('button', { name: '確認身分' }).click();
  await expect(main(page).getByText('已確認的學員')).toBeVisible();
  await main(page).getByLabel('課程代碼或訓練項目').fill(code);
  await main(page).getByRole('radio', { name: code }).check();
  await main(page).getByRole('button', { exact: true, name: '代為報名' }).click();
  await expect(main(page).getByRole('heading', { name: `${name}的報名`, level: 1 })).toBeVisible();
  expect(faults).toEqual([]);
});

test('an administrator keeps the phrases for rejections @any-width', async ({ page, context, baseURL }) => {
  await enterOffice(context, baseURL, 'admin@portal.example');
  await visitOffice(page, '/staff/members');
  await main(page).getByRole('link', { name: '退回理由' }).click();
  const list = main(page).getByRole('list', { name: '常用的退回理由' });
  const add = async (text: string) => {
    await main(page).getByLabel('新增退回理由').fill(text);
    await page.keyboard.press('Enter');
    await expect(list).toContainText(text);
  };
  await add('測試理由甲');
  await add('測試理由乙');
  const lines = list.getByRole('listitem').filter({ hasText: '測試理由' });
  const up = list.getByRole('button', { name: '上移「測試理由乙」' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(lines).toHaveText([/測試理由乙/, /測試理由甲/]);
  await expect(up).toBeFocused();

  await list.getByRole('button', { name: '修改「測試理由乙」' }).click();
  const dialog = page.getByRole('dialog', { name: '修改退回理由' });
  await dialog.getByLabel('退回理由').fill('測試理由甲');
  await dialog.getByRole('button', { name: '儲存' }).click();
  await expect(dialog.getByText('已有相同的退回理由').first()).toBeVisible();
  await dialog.getByLabel('退回理由').fill('測試理由丙');
  await dialog.getByRole('button', { name: '儲存' }).click();
  await expect(list).toContainText('測試理由丙');
  await axe(page);
  for (const text of ['測試理由丙', '測試理由甲']) {
    await list.getByRole('button', { name: `刪除「${text}」` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: '刪除' }).click();
    await expect(list).not.toContainText(text);
  }
});
