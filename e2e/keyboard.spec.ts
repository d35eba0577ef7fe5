import { expect, type Locator, type Page } from '@playwright/test';
import { today } from '@portal/contract/dates';
import { approveRegistration } from '../server/src/enrolment/review/approve-registration.ts';
import { chooseByArrows, press, tabTo, typeInto } from './keyboard.ts';
import { callAs, PASSWORD, test } from './portal.ts';
import { confirm, field, input, TYPED_PASSWORD } from './registration-form.ts';
import { logIn, notice, visit } from './screen.ts';
import { decide, issue } from './staff.ts';
import { uniqueNationalId } from './support.ts';

/*
 * The main tasks for somebody who uses no mouse: nothing here is clicked or filled in, and every stop of the Tab key
 * must be seen. The profile, the forgotten password and a group's new member are done so beside their journeys.
 */

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page) => main(page).getByRole('heading', { level: 1 });
const dialog = (page: Page, name: string) => page.getByRole('alertdialog', { name });

const selectedIn = (typed: Locator) =>
  typed.evaluate(({ value, selectionStart, selectionEnd }: HTMLInputElement) =>
    value.slice(selectionStart ?? 0, selectionEnd ?? 0),
  );

/** A page that one has gone to begins at its heading. */
const expectArrival = async (page: Page, title: string) => {
  await expect(heading(page)).toHaveText(title);
  await expect(heading(page)).toBeFocused();
};

/** Reads what a dialog tells and presses its one button, which has the focus. */
const read = async (page: Page, name: string, text: string) => {
  const ok = dialog(page, name).getByRole('button', { name: '確定' });
  await expect(dialog(page, name)).toContainText(text);
  await expect(ok).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page, name)).toHaveCount(0);
};

test('log in, find a class by the filter, open it, enrol and cancel', async ({ page, join, openClass }) => {
  const { idNumber } = await join();
  const { code } = await openClass({ organization: '高雄市分會', course: 'CPR' });
  const { keyboard } = page;

  await test.step('skip the frame', async () => {
    await visit(page, '/login');
    await keyboard.press('Tab');
    const skip = page.getByRole('link', { name: '跳到主要內容' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await keyboard.press('Enter');
    await expect(main(page)).toBeFocused();
  });

  await test.step('log in, at the second attempt', async () => {
    const account = main(page).getByLabel('帳號');
    const password = main(page).getByLabel('密碼', { exact: true });
    await typeInto(page, account, idNumber);
    await typeInto(page, password, 'wrong');
    await keyboard.press('Enter');
    await read(page, '登入失敗', '帳號密碼有誤');
    await expect(password).toBeFocused();
    // Typing replaces it.
    await expect.poll(() => selectedIn(password)).toBe('wrong');
    await expect(account).toHaveValue(idNumber);
    await keyboard.type(PASSWORD);
    await expect(password).toHaveValue(PASSWORD);
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/');
  });

  await test.step('find a class', async () => {
    await press(page, main(page).getByRole('link', { name: '更多開課資訊' }));
    await expectArrival(page, '開課資訊');
    await chooseByArrows(page, main(page).getByLabel('會別'), '高雄市分會');
    await chooseByArrows(page, main(page).getByLabel('訓練項目'), 'CPR');
    await press(page, main(page).getByRole('button', { name: '查詢' }));
    const row = main(page).getByRole('heading', { level: 3 }).filter({ hasText: code }).getByRole('button');
    await press(page, row, 'Space');
    await expect(row).toHaveAttribute('aria-expanded', 'true');
    await expect(row).toBeFocused();
    await press(page, main(page).getByRole('link', { name: /^課程內容/ }));
    await expect(page).toHaveURL(`/ClassInfo/${code}`);
    await expect(heading(page)).toBeFocused();
  });

  await test.step('enrol', async () => {
    await press(page, main(page).getByRole('link', { name: '個人報名' }));
    await expectArrival(page, '線上報名(個人)');
    await press(page, confirm(page));
    await expect(page).toHaveURL(`/Class/Personal/${code}/finish`);
    await expectArrival(page, '報名資訊');
    await press(page, main(page).getByRole('link', { name: '確認' }));
    await expectArrival(page, '報名繳費紀錄');
  });

  await test.step('cancel, in dialogs that keep the focus and give it back', async () => {
    const cancel = main(page)
      .getByRole('row')
      .filter({ hasText: code })
      .getByRole('button', { name: '取消' });
    await tabTo(page, main(page).getByRole('tab', { name: '報名審核中' }));
    await keyboard.press('ArrowRight');
    await expect(main(page).getByRole('tab', { name: '完成報名' })).toBeFocused();
    await expect(main(page).getByRole('tabpanel', { name: '完成報名' })).toBeVisible();
    await keyboard.press('ArrowLeft');
    await press(page, cancel, 'Space');
    const question = dialog(page, '提示');
    await expect(question.getByRole('button', { name: '否' })).toBeFocused();
    for (let stops = 0; stops < 8; stops += 1) {
      await keyboard.press('Tab');
      const strayed = await page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
      );
      expect(strayed).toBe(false);
    }
    await keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(cancel).toBeFocused();
    await keyboard.press('Enter');
    await press(page, question.getByRole('button', { name: '取消報名' }));
    await read(page, '成功', '已取消課程');
    await expect(main(page)).toContainText('查無紀錄');
    // The button that was pressed is gone: whoever goes on by Tab does so from the records, not from the top of the page.
    await expect(main(page).getByRole('tabpanel', { name: '報名審核中' })).toBeFocused();
  });
});

test('skipping the frame is no navigation: the page keeps its state, and 取消 goes back one page', async ({
  page,
  join,
}) => {
  const { idNumber } = await join();
  const skip = async () => {
    await page.getByRole('link', { name: '跳到主要內容' }).focus();
    await page.keyboard.press('Enter');
    await expect(main(page)).toBeFocused();
  };

  await visit(page, '/Auth/PayRecord');
  await expect(page).toHaveURL('/login');
  await press(page, main(page).getByRole('link', { name: '加入學員' }));
  await expectArrival(page, '加入學員');
  await skip();
  await press(page, main(page).getByRole('button', { name: '取消' }));
  await expect(page).toHaveURL('/login');

  await skip();
  await expect(page).toHaveURL('/login');
  await logIn(page, idNumber, PASSWORD);
  await expect(page).toHaveURL('/Auth/PayRecord');
});

test('login and log-out on the home page keep the focus in the page', async ({ page, join }) => {
  const { idNumber, name } = await join();
  await visit(page, '/');
  await typeInto(page, main(page).getByLabel('身分證字號'), idNumber);
  await typeInto(page, main(page).getByLabel('密碼', { exact: true }), PASSWORD);
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('heading', { name: `${name}，歡迎您！` })).toBeFocused();

  await page.getByRole('banner').getByRole('button', { name: '登出' }).focus();
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('heading', { name: '學員登入' })).toBeFocused();
});

test('join: faults get the focus, then the account is created and logged in', async ({ page }) => {
  const { keyboard } = page;
  const select = (name: string) => field(page, name).getByRole('combobox');
  const idNumber = uniqueNationalId();

  await test.step('an empty form leads to its first field', async () => {
    await visit(page, '/login');
    await press(page, main(page).getByRole('link', { name: '加入學員' }));
    await expectArrival(page, '加入學員');
    await tabTo(page, input(page, 'chinese_name'));
    await keyboard.press('Enter');
    await expect(field(page, 'organization_id')).toContainText('請選擇會別');
    await expect(select('organization_id')).toBeFocused();
  });

  await test.step('personal data', async () => {
    await chooseByArrows(page, select('organization_id'), '臺北市分會');
    await typeInto(page, input(page, 'chinese_name'), '林小海');
    await tabTo(page, page.getByRole('radio', { name: '男' }));
    await keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: '女' })).toBeChecked();
    await typeInto(page, field(page, 'birthday').getByRole('spinbutton').first(), '19900131');
    await expect(field(page, 'birthday')).toContainText('民國 79 年 1 月 31 日');
  });

  await test.step('account and password', async () => {
    await typeInto(page, input(page, 'id_number'), idNumber.toLowerCase());
    await expect(input(page, 'id_number')).toHaveValue(idNumber);
    await typeInto(page, input(page, 'password'), TYPED_PASSWORD);
    await typeInto(page, input(page, 'password_confirmation'), TYPED_PASSWORD);
  });

  await test.step('contact data', async () => {
    await chooseByArrows(page, select('city'), '臺北市');
    await expect(select('area').locator('option', { hasText: '中正區' })).toHaveCount(1);
    await chooseByArrows(page, select('area'), '中正區');
    await typeInto(page, input(page, 'address'), '範例路一段 1 號');
    await typeInto(page, input(page, 'email'), 'trainee@example.com');
    const mobile = page.getByRole('group', { name: '行動電話' });
    await typeInto(page, mobile.getByLabel('前四碼'), '0912');
    await typeInto(page, mobile.getByLabel('號碼'), '345678');
  });

  await test.step('education and work, then sending', async () => {
    await chooseByArrows(page, select('career_id'), '學生');
    await chooseByArrows(page, select('education'), '大學');
    await chooseByArrows(page, select('educationstatuse'), '畢業');
    await press(page, confirm(page));
    await expect(notice(page, '加入學員成功，已為您登入')).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect(heading(page)).toBeFocused();
    await expect(main(page)).toContainText('林小海，歡迎您！');
  });
});

test('report a payment: the first wrong field has the focus, Enter sends', async ({
  page,
  request,
  db,
  trainee,
  openClass,
}) => {
  const trainingClass = await openClass();
  await callAs(request, trainee, '/api/class/personal/create', { code: trainingClass.code });
  await decide(db, trainingClass, [trainee.name], approveRegistration);
  const box = (label: string) => main(page).getByRole('textbox', { name: label });
  const year = main(page).getByRole('spinbutton').first();

  await visit(page, '/Auth/PayRecord');
  // The one above the table.
  await press(page, main(page).getByRole('link', { name: '填寫繳費回報', exact: true }));
  await expectArrival(page, '繳費回報');
  await tabTo(page, year);
  // Year, month and day each hand the focus on once they are full.
  await page.keyboard.type(today(new Date()).replaceAll('-', ''));
  // Payer and amount are filled in.
  await tabTo(page, box('匯款金額'));
  await page.keyboard.press('Enter');
  await expect(main(page)).toContainText('請輸入匯款帳號或收據末五碼');
  await expect(box('末五碼')).toBeFocused();
  await page.keyboard.type('99999');
  await page.keyboard.press('Enter');
  await expect(notice(page, '已送出繳費回報')).toBeVisible();
  await expectArrival(page, '報名繳費紀錄');
  await expect(main(page).getByRole('row').filter({ hasText: trainingClass.code })).toContainText(
    '繳費審查中',
  );
});

test('ask for a renewal: a note that is too long has the focus, the dialog leads back to the list', async ({
  page,
  db,
  trainee,
}) => {
  const { number } = await issue(db, trainee);
  const note = main(page).getByRole('textbox', { name: '備註' });
  await visit(page, '/Auth/CertList');
  await press(
    page,
    main(page)
      .getByRole('row')
      .getByRole('link', { name: /申請換證/ }),
  );
  await expect(page).toHaveURL(`/Auth/ReCert/${number}`);
  await expectArrival(page, '換證申請確認');
  await typeInto(page, note, '字'.repeat(501));
  await press(page, confirm(page));
  await expect(main(page)).toContainText('備註不得超過 500 個字');
  await expect(note).toBeFocused();
  await page.keyboard.press('Backspace');
  await press(page, confirm(page), 'Space');
  await read(page, '成功', '申請已送出');
  await expectArrival(page, '證照換證申請');
  await expect(main(page).getByRole('table', { name: '現有證照' })).toContainText('已送出申請');
});

test('enrol people of a group: ticks by Space, and the dialog gives the focus back', async ({
  page,
  enter,
  formGroup,
  openClass,
}) => {
  const { code } = await openClass();
  const group = await formGroup(['huang', 'li', 'wu']);
  await enter(group.manager);
  const tick = (name: string) => main(page).getByRole('checkbox', { name: `報名 ${name}`, exact: true });
  const counter = main(page).getByRole('status');

  await visit(page, `/ClassInfo/${code}`);
  await press(page, main(page).getByRole('link', { name: '團體報名' }));
  await expectArrival(page, '線上報名(團體)');
  await press(page, tick('黃淑芬'), 'Space');
  await press(page, tick('李佩珊'), 'Space');
  await press(page, tick('吳俊傑'), 'Space');
  await page.keyboard.press('Space');
  await expect(tick('吳俊傑')).not.toBeChecked();
  await expect(tick('吳俊傑')).toBeFocused();
  await expect(counter).toHaveText('已選擇 2 人，尚餘名額 18 人');
  await press(page, confirm(page));
  await read(page, '成功', '已更新團體報名名單');
  await expect(confirm(page)).toBeFocused();
  await expect(main(page).getByRole('row').filter({ hasText: '李佩珊' })).toContainText('審查中');
  await expect(counter).toHaveText('已選擇 2 人，尚餘名額 18 人');
});
