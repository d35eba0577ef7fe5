import { type APIRequestContext, expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { cast } from '../server/demo/people.ts';
import { buildImportedPerson, buildImportedPersonWithMailbox } from './imported-person.ts';
import { tabTo } from './keyboard.ts';
import { codesTo, mailsTo } from './mailbox.ts';
import { endSession, loseAnswer, PASSWORD, type Trainee, test } from './portal.ts';
import { confirm, expectPrivacyNotice, field, input } from './registration-form.ts';
import { goByMenu, logIn, logOut, notice, visit } from './screen.ts';
import { axe } from './support.ts';

const NEW_PASSWORD = '藍鯨 blue whale 77';

const main = (page: Page) => page.getByRole('main');
const cancel = (page: Page) => page.getByRole('button', { name: '取消', exact: true });
const done = (page: Page) => page.getByRole('alertdialog', { name: '成功' });
const ended = (page: Page) => page.getByRole('alertdialog', { name: '提示' });
const summary = (page: Page) => page.getByRole('region', { name: '資料有誤，請修正下列欄位' });
const select = (page: Page, name: string) => field(page, name).getByRole('combobox');

const open = async (page: Page, tab = '') => {
  await visit(page, `/Auth/Profile${tab}`);
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('個人資料編輯');
};
const openPassword = (page: Page) => open(page, '?tab=password');

/** The stored user of the pages. */
const storedUser = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null'));

const photoFile = async (colour: string) => ({
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 295, height: 413, channels: 3, background: colour } })
    .png()
    .toBuffer(),
});

const photoStatus = async (request: APIRequestContext, { token }: Pick<Trainee, 'token'>, src: string) =>
  (await request.get(src, { headers: { authorization: `Bearer ${token}` } })).status();

const fillPhone = async (page: Page, name: string, prefix: string, number: string) => {
  const group = page.getByRole('group', { name });
  await group.getByRole('textbox').first().fill(prefix);
  await group.getByRole('textbox').last().fill(number);
};

const fillPasswords = async (page: Page, old: string, fresh: string, again = fresh) => {
  await input(page, 'password').fill(old);
  await input(page, 'new_password').fill(fresh);
  await input(page, 'new_password_confirmation').fill(again);
};

const changes = {
  english_name: 'Hai Hsiao-Lan',
  address: '範例路二段 2 號',
  email: 'changed@example.com',
  career: '範例公司',
  school: '範例大學',
  department: '海洋系',
};

test.describe('the profile', () => {
  test('saves every editable field, confirms, goes home and shows the new values everywhere', async ({
    page,
    request,
    trainee,
  }) => {
    await page.goto('/');
    await goByMenu(page, '學員中心', '個人資料編輯');
    await field(page, 'file')
      .locator('input')
      .setInputFiles(await photoFile('#1a5fa0'));
    await expect(page.getByAltText('照片預覽')).toBeVisible();
    await page.getByRole('button', { name: '移除照片' }).press('Enter');
    await expect(field(page, 'file').locator('input')).toBeFocused();
    await field(page, 'file')
      .locator('input')
      .setInputFiles(await photoFile('#1a5fa0'));
    await expect(page.getByAltText('照片預覽')).toBeVisible();
    for (const [name, value] of Object.entries(changes)) await input(page, name).fill(value);
    await page.getByRole('radio', { name: '男' }).check();
    await select(page, 'city').selectOption('新北市');
    await select(page, 'area').selectOption('板橋區');
    await fillPhone(page, '行動電話', '0911', '222333');
    await fillPhone(page, '住家電話', '02', '20000000');
    await fillPhone(page, '公司電話', '0800', '000000');
    await select(page, 'career_id').selectOption('軍人');
    await select(page, 'education').selectOption('碩士');
    await select(page, 'educationstatuse').selectOption('在學');
    await confirm(page).click();

    await expect(done(page)).toContainText('已成功更新個人資料');
    await expect(done(page)).toContainText(`請開啟寄至 ${changes.email} 的信`);
    await axe(page);
    await done(page).getByRole('button', { name: '確定' }).click();
    await expect(page).toHaveURL('/');
    await expect(main(page)).toContainText(`${trainee.name}，歡迎您！`);
    await expect(main(page).getByText('您的電子信箱尚未確認')).toBeVisible();
    await expect(main(page)).toContainText(`請開啟寄至 ${changes.email}（更正）的信`);
    await expect(main(page).getByRole('button', { name: '重寄確認信' })).toBeVisible();

    const { token, src, issued_at: _, ...stored } = await storedUser(page);
    const before = JSON.parse(trainee.stored);
    expect(token).toBe(trainee.token);
    expect({ ...before, ...stored }).toMatchObject({
      ...changes,
      chinese_name: trainee.name,
      sex: 1,
      city: '新北市',
      area: '板橋區',
      address_code: '220',
      cell_phone: '0911-222333',
      home_phone: '02-20000000',
      company_phone: '0800-000000',
      career_type: '軍人',
      education: '碩士',
      education_status: '在學',
      state: true,
    });
    expect(await photoStatus(request, trainee, src)).toBe(200);

    await open(page);
    await expect(page.getByAltText(`${trainee.name}的照片`)).toBeVisible();
    await expect(input(page, 'english_name')).toHaveValue(changes.english_name);
    await field(page, 'file')
      .locator('input')
      .setInputFiles(await photoFile('#c0541a'));
    await expect(page.getByAltText('照片預覽')).toBeVisible();
    await input(page, 'school').fill('');
    await confirm(page).click();
    await done(page).getByRole('button', { name: '確定' }).click();
    await expect(page).toHaveURL('/');
    const replaced = await storedUser(page);
    expect(replaced.school).toBeNull();
    expect(replaced.src).not.toBe(src);
    expect(await photoStatus(request, replaced, src)).toBe(404);
    expect(await photoStatus(request, replaced, replaced.src)).toBe(200);
  });

  test('lets a foreign trainee correct the passport number, which a local one does not have', {
    tag: '@any-width',
  }, async ({ page, enterAs }) => {
    await enterAs('maria');
    await open(page);
    await expect(input(page, 'passport_no')).toBeEnabled();
    await expect(input(page, 'passport_no')).toHaveValue(cast.maria.account);
    await expect(field(page, 'id_number')).toHaveCount(0);
    // These are 史約翰's own values, so nothing changes.
    await input(page, 'passport_no').fill(cast.john.account);
    await confirm(page).click();
    await expect(field(page, 'passport_no')).toContainText('此護照號碼或居留證號已被使用');
    await expect(input(page, 'passport_no')).toBeFocused();
  });

  test('shows what is stored, names each fault, and saves only what is right', async ({ page, trainee }) => {
    await test.step('the stored area and postal code stay while the lists load', async () => {
      expect(trainee.stored).toContain('中正區');
      const answered = Promise.withResolvers<void>();
      await page.route(/\/api\/area/, async (route) => {
        await answered.promise;
        await route.continue();
      });
      await page.goto('/Auth/Profile');
      await expect(select(page, 'city')).toHaveValue('臺北市');
      await expect(select(page, 'area')).toHaveValue('中正區');
      answered.resolve();
      await expect(select(page, 'area').getByRole('option', { name: '大安區' })).toHaveCount(1);
      await expect(select(page, 'area')).toHaveValue('中正區');
      await expect(input(page, 'address_code')).toHaveValue('100');
    });

    await test.step('fields that only the branch may change are locked, and the contact is named', async () => {
      await expect(main(page)).toContainText('若需修改唯讀項目請聯繫所屬分會管理人員');
      const locked = {
        organization_id: '臺北市分會',
        chinese_name: trainee.name,
        id_number: trainee.idNumber,
        birthday: '1992-05-14',
      };
      for (const [name, value] of Object.entries(locked)) {
        await expect(input(page, name)).toBeDisabled();
        await expect(input(page, name)).toHaveValue(value);
        await expect(field(page, name)).toContainText('唯讀');
      }
      await expect(main(page)).toContainText('民國 81 年 5 月 14 日');
      await expect(field(page, 'passport_no')).toHaveCount(0);
      await axe(page);
    });

    await test.step('the privacy notice is accepted by saving', async () => {
      await expectPrivacyNotice(page);
      await axe(page, 'main');
    });

    await test.step('a whole phone number typed into the first box stays in sight until it is split', async () => {
      const boxes = page.getByRole('group', { name: '行動電話' }).getByRole('textbox');
      await boxes.last().fill('');
      await boxes.first().fill('0911222333');
      await expect.poll(() => boxes.first().evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
      await boxes.first().blur();
      await expect(boxes.first()).toHaveValue('0911');
      await expect(boxes.last()).toHaveValue('222333');
    });

    await test.step('another area has its postal code; another city clears both', async () => {
      await select(page, 'area').selectOption('大安區');
      await expect(input(page, 'address_code')).toHaveValue('106');
      await select(page, 'city').selectOption('新北市');
      await expect(select(page, 'area')).toHaveValue('');
      await expect(input(page, 'address_code')).toHaveValue('');
      await select(page, 'area').selectOption('板橋區');
      await expect(input(page, 'address_code')).toHaveValue('220');
    });

    await test.step('faults of form and server are under the fields, with the focus on the first', async () => {
      await input(page, 'address').fill('');
      await input(page, 'email').fill('nobody');
      await confirm(page).click();
      await expect(input(page, 'address')).toBeFocused();
      await expect(field(page, 'address')).toContainText('請輸入街道門牌');
      await expect(field(page, 'email')).toContainText('電子郵件格式不正確');
      await expect(summary(page).getByRole('link')).toHaveText(['請輸入街道門牌', '電子郵件格式不正確']);
      await axe(page);

      await input(page, 'address').fill('範例路一段 1 號');
      await input(page, 'email').fill(trainee.email);
      await input(page, 'address_code').fill('999');
      await confirm(page).click();
      await expect(field(page, 'address_code')).toContainText('郵遞區號與鄉鎮市區不符');
      await expect(input(page, 'address_code')).toBeFocused();
      await input(page, 'address_code').fill('220');
    });

    await test.step('nothing is saved with a file that is no photo, until it is removed', async () => {
      await input(page, 'school').fill('範例大學');
      for (const [mimeType, sentence] of [
        ['text/plain', '請選擇圖片檔'],
        ['image/heic', '照片僅接受 JPG、PNG、WebP 格式'],
        ['image/jpeg', '照片檔案無法讀取，請重新選擇'],
      ] as const) {
        await input(page, 'file').setInputFiles({
          name: 'photo.jpg',
          mimeType,
          buffer: Buffer.from('no photo'),
        });
        await expect(field(page, 'file')).toContainText(sentence);
        await confirm(page).click();
        await expect(main(page).getByRole('link', { name: sentence })).toBeVisible();
        await expect(input(page, 'file')).toBeFocused();
      }
      expect(await storedUser(page)).toEqual(JSON.parse(trainee.stored));
      await page.getByRole('button', { name: '取消選擇' }).click();
      await expect(field(page, 'file')).not.toContainText('無法讀取');
      await confirm(page).click();
      await expect(done(page)).toContainText('已成功更新個人資料');
      expect(await storedUser(page)).toMatchObject({ school: '範例大學', address_code: '220', src: null });
    });
  });

  test('goes back when it is cancelled, and drops the typed values', { tag: '@any-width' }, async ({
    page,
    trainee,
  }) => {
    expect(trainee.stored).not.toContain('海洋系');
    await page.goto('/ClassInfo');
    await goByMenu(page, '學員中心', '個人資料編輯');
    await input(page, 'department').fill('海洋系');
    await cancel(page).click();
    await expect(page).toHaveURL('/ClassInfo');
    await open(page);
    await expect(input(page, 'department')).toHaveValue('');
    // Nothing of the portal lies before the first page of a visit.
    const alone = await page.context().newPage();
    await openPassword(alone);
    await cancel(alone).click();
    await expect(alone).toHaveURL('/');
  });
});

test.describe('the password', () => {
  test('changes with the old password, and ends every other session', { tag: '@any-width' }, async ({
    page,
    browser,
    trainee,
  }) => {
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await other.goto('/login');
    await logIn(other, trainee.idNumber, PASSWORD);
    await expect(other).toHaveURL('/');

    await open(page);
    await page.getByRole('tab', { name: '變更密碼' }).click();
    await expect(page).toHaveURL('/Auth/Profile?tab=password');
    await confirm(page).click();
    await expect(input(page, 'password')).toBeFocused();
    await expect(summary(page).getByRole('link')).toHaveText([
      '請輸入舊密碼',
      '請輸入新密碼',
      '請再輸入一次新密碼',
    ]);
    await axe(page);

    await fillPasswords(page, PASSWORD, 'short', 'shorter');
    await confirm(page).click();
    await expect(field(page, 'new_password')).toContainText('新密碼至少需要 8 個字元');
    await fillPasswords(page, PASSWORD, NEW_PASSWORD, `${NEW_PASSWORD} `);
    await expect(field(page, 'new_password')).toContainText('兩次輸入的新密碼不一致');
    await fillPasswords(page, PASSWORD, '1992/5/14');
    await confirm(page).click();
    await expect(field(page, 'new_password')).toContainText('密碼不得與出生日期相同');
    await fillPasswords(page, PASSWORD, 'password1');
    await confirm(page).click();
    await expect(field(page, 'new_password')).toContainText('此密碼過於常見，請改用其他密碼');
    await fillPasswords(page, 'not-the-old-one', NEW_PASSWORD);
    await confirm(page).click();
    await expect(field(page, 'password')).toContainText('舊密碼錯誤');
    await expect(input(page, 'password')).toBeFocused();

    await other.goto('/Auth/PayRecord');
    await expect(main(other)).toContainText('查無紀錄');
    await fillPasswords(page, PASSWORD, NEW_PASSWORD);
    await confirm(page).click();
    await expect(done(page)).toContainText('已成功更新密碼');
    await done(page).getByRole('button', { name: '確定' }).click();
    await expect(page).toHaveURL('/');

    await other.reload();
    await expect(ended(other)).toContainText('時效過期，請重新登入');
    await elsewhere.close();
    await page.goto('/Auth/PayRecord');
    await expect(main(page)).toContainText('查無紀錄');
    await logOut(page);
    await page.goto('/login');
    await logIn(page, trainee.idNumber, NEW_PASSWORD);
    await expect(page).toHaveURL('/');
  });

  test('may have changed if the answer was lost, and the page says so', {
    tag: '@any-width',
  }, async ({ page, trainee }) => {
    await page.goto('/Auth/Profile?tab=password');
    await fillPasswords(page, 'not-the-old-one', NEW_PASSWORD);
    await confirm(page).click();
    await expect(field(page, 'password')).toContainText('舊密碼錯誤');
    await expect(field(page, 'password')).not.toContainText('前一次送出');
    await loseAnswer(page, '/api/update/password');
    await fillPasswords(page, PASSWORD, NEW_PASSWORD);
    await confirm(page).click();
    await main(page).getByRole('button', { name: '重新送出' }).click();
    await expect(field(page, 'password')).toContainText('您的密碼可能已在前一次送出時變更');
    await logOut(page);
    await page.goto('/login');
    await logIn(page, trainee.idNumber, NEW_PASSWORD);
    await expect(page).toHaveURL('/');
  });

  test('must wait after too many wrong old passwords, and keeps the typed values', {
    tag: '@any-width',
  }, async ({ page, trainee }) => {
    expect(trainee.stored).not.toBe('');
    await openPassword(page);
    for (const guess of ['one', 'two', 'three', 'four', 'five']) {
      await fillPasswords(page, guess, NEW_PASSWORD);
      const answered = page.waitForResponse('**/api/update/password');
      await confirm(page).click();
      expect((await answered).status()).toBe(422);
    }
    await fillPasswords(page, 'Guess-number-6', NEW_PASSWORD);
    await confirm(page).click();
    await expect(main(page).getByRole('alert')).toContainText(/嘗試次數過多，請於 \d+ 秒後再試/);
    await expect(input(page, 'new_password')).toHaveValue(NEW_PASSWORD);
    await axe(page);
  });
});

/** The codes for a first password that were mailed to an address. */
const passwordCodesTo = (dataDir: string, email: string) => codesTo(dataDir, email, '設定密碼驗證碼');

test('a person from the old system completes profile and password in one visit, and enrols', async ({
  page,
  db,
  dataDir,
  openClass,
}) => {
  test.slow();
  const person = await buildImportedPersonWithMailbox(db);
  const { code } = await openClass();

  await test.step('is led to the profile, which names missing fields', async () => {
    await page.goto(`/Class/Personal/${code}`);
    await expect(page).toHaveURL('/login');
    await logIn(page, person.account, person.password);
    await expect(page).toHaveURL('/Auth/Profile');
    await expect(main(page)).toContainText('請先確實填寫個人資料，完成後才能進行其他操作');
    await expect(main(page)).toContainText('「編輯個人資料」：請填寫所有必填欄位，再按「確認」');
    await expect(main(page)).toContainText('「變更密碼」：您的密碼仍是舊系統預設的出生年月日，請設定新密碼');
    await axe(page);
    await confirm(page).click();
    await expect(select(page, 'city')).toBeFocused();
  });

  await test.step('fills in the profile', async () => {
    await expect(main(page)).toContainText('設定新密碼前不顯示已登錄的內容');
    await expect(main(page)).toContainText('已登錄：縣市');
    await select(page, 'city').selectOption('高雄市');
    await select(page, 'area').selectOption('苓雅區');
    await expect(input(page, 'address_code')).toHaveValue('802');
    await input(page, 'address').fill('範例路一段 1 號');
    await input(page, 'email').fill('imported@example.com');
    await fillPhone(page, '行動電話', '0912', '345678');
    await select(page, 'career_id').selectOption('學生');
    await select(page, 'education').selectOption('大學');
    await select(page, 'educationstatuse').selectOption('畢業');
    await confirm(page).click();
    await expect(done(page)).toContainText('已成功更新個人資料');
    await done(page).getByRole('button', { name: '確定' }).click();
  });

  await test.step('goes on to the new password, which is still missing', async () => {
    await expect(page).toHaveURL('/Auth/Profile?tab=password');
    await expect(main(page)).not.toContainText('請填寫所有必填欄位');
    await expect(main(page)).toContainText('您的密碼仍是舊系統預設的出生年月日');
    await page.goto('/Auth/PayRecord');
    await expect(page).toHaveURL('/Auth/Profile');
    await page.goBack();
    await expect(page).toHaveURL('/Auth/Profile?tab=password');
    await fillPasswords(page, person.password, person.password);
    await confirm(page).click();
    await expect(field(page, 'new_password')).toContainText('新密碼不得與舊密碼相同');
    await main(page).getByRole('button', { name: '寄送驗證碼' }).click();
    await expect.poll(async () => (await passwordCodesTo(dataDir, person.email)).length).toBe(1);
    const [code = ''] = await passwordCodesTo(dataDir, person.email);
    await input(page, 'code').fill(code);
    await fillPasswords(page, person.password, NEW_PASSWORD);
    await confirm(page).click();
    await expect(done(page)).toContainText('已成功更新密碼');
    await done(page).getByRole('button', { name: '確定' }).click();
  });

  await test.step('is led back to the enrolment, and enrols', async () => {
    await expect(page).toHaveURL(`/Class/Personal/${code}`);
    await expect(main(page).getByText(person.account, { exact: true })).toBeVisible();
    await confirm(page).click();
    await expect(page).toHaveURL(`/Class/Personal/${code}/finish`);
    await open(page);
    await expect(main(page)).not.toContainText('請先確實填寫個人資料');
  });
});

test('a person from the old system without a mailbox is sent to the branch', async ({ page, db }) => {
  const person = await buildImportedPerson(db);
  await page.goto('/login');
  await logIn(page, person.account, person.password);
  await expect(page).toHaveURL('/Auth/Profile');
  await expect(main(page)).toContainText('攜帶身分證件至所屬分會');
  await expect(main(page)).toContainText('說出您已登錄的電話');
  await expect(main(page).getByRole('textbox')).toHaveCount(0);
  await axe(page);
});

test('a person from the old system with a known mailbox sets the password with a mailed code', async ({
  page,
  db,
  dataDir,
}) => {
  const person = await buildImportedPersonWithMailbox(db);
  await page.goto('/login');
  await logIn(page, person.account, person.password);
  await expect(page).toHaveURL('/Auth/Profile');
  await openPassword(page);
  await expect(main(page)).not.toContainText(person.email);
  await axe(page);
  await fillPasswords(page, person.password, NEW_PASSWORD);
  await confirm(page).click();
  await expect(field(page, 'code')).toContainText('請輸入寄至您電子郵件的驗證碼');
  await expect(input(page, 'code')).toBeFocused();

  await main(page).getByRole('button', { name: '寄送驗證碼' }).click();
  await expect(main(page)).toContainText('驗證碼已寄出');
  await expect
    .poll(() => passwordCodesTo(dataDir, person.email))
    .toEqual([expect.stringMatching(/^\d{4} \d{4}$/)]);
  const [code = ''] = await passwordCodesTo(dataDir, person.email);
  await input(page, 'code').fill(code === '0000 0000' ? '0000 0001' : '0000 0000');
  await confirm(page).click();
  await expect(field(page, 'code')).toContainText('驗證碼錯誤，還可再試');
  await axe(page);
  await input(page, 'code').fill(code);
  await confirm(page).click();
  await expect(done(page)).toContainText('已成功更新密碼');
  await done(page).getByRole('button', { name: '確定' }).click();

  await expect(page).toHaveURL('/Auth/Profile');
  await expect(input(page, 'email')).toHaveValue(person.email);
  await expect(main(page)).not.toContainText('設定新密碼前不顯示已登錄的內容');
  const mails = async () => (await mailsTo(dataDir, person.email)).map(({ subject }) => subject);
  await expect.poll(mails).toContainEqual(expect.stringContaining('密碼設定通知'));
});

test('a half filled form waits after an ended session for the same person only', {
  tag: '@any-width',
}, async ({ page, request, trainee, join }) => {
  const other = await join();
  const logInAgain = async ({ idNumber }: Trainee) => {
    await ended(page).getByRole('button', { name: '重新登入' }).click();
    await expect(main(page)).toContainText('您已填寫的內容仍會保留');
    await logIn(page, idNumber, PASSWORD);
    await expect(page).toHaveURL('/Auth/Profile');
  };
  const endOwnSession = async () => {
    const { token } = await storedUser(page);
    await endSession(page, request, { ...trainee, token });
  };

  await open(page);
  await input(page, 'department').fill('海洋系');
  await fillPhone(page, '住家電話', '02', '2');
  await endOwnSession();
  await fillPhone(page, '住家電話', '02', '20000000');
  await confirm(page).click();
  await expect(ended(page)).toContainText('時效過期，請重新登入');
  await logInAgain(trainee);
  await expect(input(page, 'department')).toHaveValue('海洋系');
  await expect(page.getByRole('group', { name: '住家電話' }).getByRole('textbox').last()).toHaveValue(
    '20000000',
  );

  await endOwnSession();
  await confirm(page).click();
  await expect(ended(page)).toBeVisible();
  await logInAgain(other);
  await expect(input(page, 'id_number')).toHaveValue(other.idNumber);
  await expect(input(page, 'department')).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('海洋系');
});

test('an open form follows what is saved, and who logs in, in another tab', {
  tag: '@any-width',
}, async ({ page, trainee, join }) => {
  const saveElsewhere = async (change: (other: Page) => Promise<unknown>) => {
    const other = await page.context().newPage();
    await open(other);
    await change(other);
    await confirm(other).click();
    await expect(done(other)).toBeVisible();
    await other.close();
  };
  const save = async () => {
    await confirm(page).click();
    await expect(done(page)).toBeVisible();
  };

  await test.step('saved values appear in the unchanged fields', async () => {
    expect(trainee.stored).toContain('中正區');
    await open(page);
    await input(page, 'school').fill('範例大學');
    await saveElsewhere(async (other) => {
      await select(other, 'area').selectOption('大安區');
      await input(other, 'school').fill('別的大學');
    });
    await expect(select(page, 'area')).toHaveValue('大安區');
    await expect(input(page, 'address_code')).toHaveValue('106');
    await expect(input(page, 'school')).toHaveValue('範例大學');
    await save();
    expect(await storedUser(page)).toMatchObject({ area: '大安區', address_code: '106', school: '範例大學' });
    await done(page).getByRole('button', { name: '確定' }).click();
  });

  await test.step('they are in a reopened form, with the unsent changes on top', async () => {
    const unsent = main(page).getByText('以下含有您尚未送出的修改');
    await open(page);
    await expect(input(page, 'email')).toHaveValue(trainee.email);
    await input(page, 'school').fill('海洋大學');
    await expect(unsent).toHaveCount(0);
    await main(page).getByRole('link', { name: '首頁' }).click();
    await expect(page).toHaveURL('/');
    await saveElsewhere((other) => input(other, 'email').fill('changed@example.com'));

    await goByMenu(page, '學員中心', '個人資料編輯');
    await expect(input(page, 'email')).toHaveValue('changed@example.com');
    await expect(input(page, 'school')).toHaveValue('海洋大學');
    await expect(unsent).toBeVisible();
    await axe(page);
    await save();
    expect(await storedUser(page)).toMatchObject({ email: 'changed@example.com', school: '海洋大學' });
    await done(page).getByRole('button', { name: '確定' }).click();
    await open(page);
    await expect(input(page, 'school')).toHaveValue('海洋大學');
    await expect(unsent).toHaveCount(0);
  });

  await test.step('the form changes to the person who logs in', async () => {
    const other = await join('洪小山');
    await expect(input(page, 'chinese_name')).toHaveValue(trainee.name);
    await input(page, 'school').fill('範例大學');
    const elsewhere = await page.context().newPage();
    await elsewhere.goto('/about');
    await elsewhere.evaluate((stored) => localStorage.setItem('user', stored), other.stored);
    await expect(input(page, 'chinese_name')).toHaveValue('洪小山');
    await expect(input(page, 'id_number')).toHaveValue(other.idNumber);
    await expect(input(page, 'school')).toHaveValue('');
  });
});

test('a guest is redirected to the login and back; the menus differ for guests and trainees', async ({
  page,
  join,
}) => {
  const { idNumber } = await join();
  await page.goto('/Auth/Profile?tab=password');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('link', { name: '個人資料編輯' })).toHaveCount(0);
  await logIn(page, idNumber, PASSWORD);
  await expect(page).toHaveURL('/Auth/Profile?tab=password');
  await expect(page.getByRole('tab', { name: '變更密碼' })).toHaveAttribute('aria-selected', 'true');
  await goByMenu(page, '學員中心', '個人資料編輯');
  await expect(page.getByRole('tab', { name: '編輯個人資料' })).toHaveAttribute('aria-selected', 'true');
  await expect(notice(page, '請先確實填寫個人資料')).toHaveCount(0);
});

test('profile and password can be changed by the keyboard alone', { tag: '@any-width' }, async ({
  page,
  trainee,
}) => {
  expect(trainee.stored).not.toBe('');
  const { keyboard } = page;
  await open(page);
  await tabTo(page, input(page, 'department'));
  await keyboard.type('Ocean');
  await keyboard.press('Enter');
  await expect(done(page).getByRole('button', { name: '確定' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page).toHaveURL('/');

  await open(page);
  await tabTo(page, page.getByRole('tab', { name: '編輯個人資料' }));
  await keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: '變更密碼' })).toBeFocused();
  for (const [name, typed] of [
    ['password', PASSWORD],
    ['new_password', 'Grey-seal-88'],
    ['new_password_confirmation', 'Grey-seal-88'],
  ] as const) {
    await tabTo(page, input(page, name));
    await keyboard.type(typed);
  }
  await tabTo(page, confirm(page));
  await keyboard.press('Space');
  await expect(done(page)).toContainText('已成功更新密碼');
  await keyboard.press('Escape');
  await expect(page).toHaveURL('/');
});
