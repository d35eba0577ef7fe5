import { expect, type Page, type Request } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { accounts, passwordResets } from '../server/src/accounts/tables.ts';
import { tabTo } from './keyboard.ts';
import { mailsTo } from './mailbox.ts';
import { loseAnswer, PASSWORD, type Trainee, test } from './portal.ts';
import { confirm, field, input } from './registration-form.ts';
import { goByMenu, logIn, notice, visit } from './screen.ts';
import { axe } from './support.ts';

/** The birthday with which the journeys register people. */
const BORN = '19920514';
const NEW_PASSWORD = 'Grey-seal-88';
const ENDED = '連結已失效，請重新申請';

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page) => main(page).getByRole('heading', { level: 1 });
const failure = (page: Page) => page.getByRole('alertdialog', { name: '失敗' });
const mailed = (page: Page) => page.getByRole('alertdialog', { name: '成功' });

const fill = async (page: Page, account: string, born: string) => {
  await input(page, 'account').fill(account);
  await field(page, 'date').getByRole('spinbutton').first().focus();
  await page.keyboard.type(born);
};

const ask = async (page: Page, { idNumber }: Trainee) => {
  await visit(page, '/ForgetPassword');
  await fill(page, idNumber, BORN);
  await confirm(page).click();
  await expect(mailed(page)).toContainText('請至您的電子信箱收信');
  await mailed(page).getByRole('button', { name: '確定' }).click();
  await expect(page).toHaveURL('/');
};

/** The links that were mailed, oldest first. */
const linksTo = async (dataDir: string, { email }: Trainee): Promise<string[]> => {
  const mails = (await mailsTo(dataDir, email)).filter(({ subject }) => subject?.includes('密碼重設通知'));
  return mails
    .toSorted((one, other) => `${one.date}`.localeCompare(`${other.date}`))
    .map(({ text }) => /http\S+\/ForgetPassword\?token=[\w-]+/.exec(text ?? '')?.[0] ?? '');
};

/** Asks for a link and waits for its mail. */
const askForLink = async (page: Page, dataDir: string, trainee: Trainee): Promise<string> => {
  const before = await linksTo(dataDir, trainee);
  await ask(page, trainee);
  await expect.poll(async () => (await linksTo(dataDir, trainee)).length).toBe(before.length + 1);
  return (await linksTo(dataDir, trainee)).find((link) => !before.includes(link)) ?? '';
};

const fillPasswords = async (page: Page, password: string, again = password) => {
  await input(page, 'password').fill(password);
  await input(page, 'password_confirmation').fill(again);
};

const expectEnded = async (page: Page, link: string) => {
  await page.goto(link);
  await expect(main(page).getByRole('alert')).toContainText(ENDED);
  await expect(input(page, 'password')).toHaveCount(0);
};

test('a forgotten password is replaced by the link of the mail, once, and every session ends', async ({
  page,
  browser,
  baseURL,
  dataDir,
  join,
}) => {
  const trainee = await join();
  const elsewhere = await browser.newContext({
    storageState: {
      cookies: [],
      origins: [{ origin: `${baseURL}`, localStorage: [{ name: 'user', value: trainee.stored }] }],
    },
  });
  await page.goto('/login');
  await main(page).getByRole('link', { name: '忘記密碼' }).click();
  await expect(heading(page)).toHaveText('忘記密碼');
  const link = await askForLink(page, dataDir, trainee);
  expect(link).toContain(`${baseURL}/ForgetPassword?token=`);

  await page.goto(link);
  await expect(heading(page)).toHaveText('設定新密碼');
  await axe(page);
  await confirm(page).click();
  await expect(input(page, 'password')).toBeFocused();
  await fillPasswords(page, NEW_PASSWORD, 'Grey-seal-89');
  await confirm(page).click();
  await expect(field(page, 'password_confirmation')).toContainText('兩次輸入的新密碼不一致');
  await expect(input(page, 'password_confirmation')).toBeFocused();
  // Only the server knows whose link it is; what it refuses costs no link.
  await fillPasswords(page, '1992-05-14');
  await confirm(page).click();
  await expect(field(page, 'password')).toContainText('密碼不得與出生日期相同');
  await expect(input(page, 'password')).toBeFocused();
  await axe(page);
  await fillPasswords(page, NEW_PASSWORD);
  await confirm(page).click();
  await expect(page).toHaveURL('/login');
  await expect(notice(page, '已成功更新密碼，請以新密碼登入')).toBeVisible();

  const other = await elsewhere.newPage();
  await other.goto('/Auth/PayRecord');
  await expect(other.getByRole('alertdialog', { name: '提示' })).toContainText('時效過期，請重新登入');
  await elsewhere.close();
  await expectEnded(page, link);
  await axe(page);
  await main(page).getByRole('link', { name: '重新申請' }).click();
  await expect(heading(page)).toHaveText('忘記密碼');

  await page.goto('/login');
  await logIn(page, trainee.idNumber, PASSWORD);
  await expect(page.getByRole('alertdialog', { name: '登入失敗' })).toContainText('帳號密碼有誤');
  await page.getByRole('button', { name: '確定' }).click();
  await logIn(page, trainee.idNumber, NEW_PASSWORD);
  await expect(page).toHaveURL('/');
});

test('after a lost answer, the message about the ended link says that the password may be changed already', {
  tag: '@any-width',
}, async ({ page, dataDir, join }) => {
  const trainee = await join();
  await page.goto(await askForLink(page, dataDir, trainee));
  await loseAnswer(page, '/api/password/reset');
  await fillPasswords(page, NEW_PASSWORD);
  await confirm(page).click();
  await expect(main(page)).toContainText('無法連線，請檢查網路後再試');
  await main(page).getByRole('button', { name: '重新送出' }).click();
  await expect(main(page).getByRole('alert')).toContainText('您的密碼可能已在前一次送出時變更');
  await page.goto('/login');
  await logIn(page, trainee.idNumber, NEW_PASSWORD);
  await expect(page).toHaveURL('/');
});

test('the secret of the link is removed from the address at once, and sent to nobody', {
  tag: '@any-width',
}, async ({ page }) => {
  const told: Request[] = [];
  page.on('request', (request) => told.push(request));
  await page.goto('/ClassInfo');
  await page.goto('/ForgetPassword?token=a-secret-of-mine');
  await expect(page).toHaveURL('/ForgetPassword');
  await expect(heading(page)).toHaveText('設定新密碼');
  const leaving = told.length;
  await goByMenu(page, '訓練課程', '課程介紹');
  await expect(main(page).getByText('水上安全訓練', { exact: true })).toBeVisible();
  for (const request of told.slice(leaving)) {
    expect(JSON.stringify(await request.allHeaders())).not.toContain('a-secret-of-mine');
    expect(request.url()).not.toContain('a-secret-of-mine');
  }
  await page.goBack();
  await expect(page).toHaveURL('/ForgetPassword');
  await page.reload();
  await expect(heading(page)).toHaveText('設定新密碼');
  await page.goBack();
  await expect(page).toHaveURL('/ClassInfo');
});

test('an earlier, an expired and an unknown link lead to a new request', { tag: '@any-width' }, async ({
  page,
  db,
  dataDir,
  join,
}) => {
  const trainee = await join();
  const first = await askForLink(page, dataDir, trainee);
  const second = await askForLink(page, dataDir, trainee);
  expect(second).not.toBe(first);
  await expectEnded(page, first);

  const [account] = await db.select().from(accounts).where(eq(accounts.idNumber, trainee.idNumber));
  await db
    .update(passwordResets)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(passwordResets.accountId, account?.id ?? 0));
  await expectEnded(page, second);
  await expectEnded(page, '/ForgetPassword?token=never-was');
  await expectEnded(page, '/ForgetPassword?token=');
  await page.goto('/login');
  await logIn(page, trainee.idNumber, PASSWORD);
  await expect(page).toHaveURL('/');
});

test('all messages of a refusal are shown in a dialog; the typed values stay', async ({
  page,
  dataDir,
  join,
}) => {
  const trainee = await join();
  await visit(page, '/ForgetPassword');
  await expect(main(page)).toContainText('舊系統使用者的預設密碼為出生年月日');
  await axe(page);
  await confirm(page).click();
  await expect(failure(page).getByRole('listitem')).toHaveText(['請輸入帳號', '請輸入出生日期']);
  await axe(page);
  await failure(page).getByRole('button', { name: '確定' }).click();
  await expect(input(page, 'account')).toBeFocused();

  for (const [account, born] of [
    [trainee.idNumber, '19920515'],
    ['A100000001', BORN],
  ] as const) {
    await page.reload();
    await fill(page, account, born);
    await confirm(page).click();
    await expect(failure(page)).toContainText('帳號與出生日期不符');
    await failure(page).getByRole('button', { name: '確定' }).click();
    await expect(input(page, 'account')).toHaveValue(account);
  }
  for (const [born, refusal] of [
    ['19920230', '出生日期不是有效的日期'],
    ['81-5-14', '出生日期請輸入西元年'],
  ] as const) {
    await page.reload();
    await fill(page, trainee.idNumber, born);
    await confirm(page).click();
    await expect(failure(page)).toContainText(refusal);
    await failure(page).getByRole('button', { name: '確定' }).click();
  }
  expect(await linksTo(dataDir, trainee)).toEqual([]);
});

test('a date is taken as it is typed: with any separators, by an input method, over another', {
  tag: '@any-width',
}, async ({ page }) => {
  await visit(page, '/login');
  await main(page).getByRole('link', { name: '忘記密碼' }).click();
  await expect(heading(page)).toHaveText('忘記密碼');
  /** The date is empty again when one comes back. */
  const emptyDate = async () => {
    await page.goBack();
    await expect(page).toHaveURL('/login');
    await page.goForward();
    await expect(heading(page)).toHaveText('忘記密碼');
  };

  await test.step('with any separators', async () => {
    for (const [typed, date] of [
      ['19900514', '1990-05-14'],
      ['1990-05-14', '1990-05-14'],
      ['2026-10-15', '2026-10-15'],
      ['2026-1-15', '2026-01-15'],
      ['1990-1-31', '1990-01-31'],
      ['1990/1/31', '1990-01-31'],
      ['1990.1.31', '1990-01-31'],
      ['1990 1 31', '1990-01-31'],
      ['2000-1-5', '2000-01-05'],
      ['1990年1月31日', '1990-01-31'],
      ['2026年12月3日', '2026-12-03'],
      ['1990／1／31', '1990-01-31'],
      ['79-05-14', '0079-05-14'],
      ['19900229', '1990-02-29'],
      ['19900431', '1990-04-31'],
    ] as const) {
      await fill(page, 'A100000001', typed);
      await input(page, 'account').focus();
      await expect.soft(field(page, 'date').locator('[name=date]'), typed).toHaveValue(date);
      await emptyDate();
    }
  });

  await test.step('as an input method writes it', async () => {
    const ime = await page.context().newCDPSession(page);
    const compose = async (reading: string, text: string) => {
      await ime.send('Input.imeSetComposition', { text: reading, selectionStart: 1, selectionEnd: 1 });
      await ime.send('Input.insertText', { text });
    };
    for (const [digits, date] of [
      [['1990', '1', '31'], '1990-01-31'],
      [['2026', '12', '3'], '2026-12-03'],
    ] as const) {
      await field(page, 'date').getByRole('spinbutton').first().focus();
      for (const [index, [reading, unit]] of [
        ['ㄋ', '年'] as const,
        ['ㄩ', '月'] as const,
        ['ㄖ', '日'] as const,
      ].entries()) {
        await page.keyboard.type(digits[index] ?? '');
        await compose(reading, unit);
      }
      await expect(field(page, 'date').locator('[name=date]')).toHaveValue(date);
      await emptyDate();
    }
  });

  await test.step('a separator skips no part of a date that is typed over another', async () => {
    await fill(page, 'A100000001', '19900514');
    await fill(page, 'A100000001', '2001-12-3');
    await expect(field(page, 'date').locator('[name=date]')).toHaveValue('2001-12-03');
    await fill(page, 'A100000001', '--1985--2--7');
    await expect(field(page, 'date').locator('[name=date]')).toHaveValue('1985-02-07');
  });
});

test('a password can be requested by keyboard alone, and the request cancelled', {
  tag: '@any-width',
}, async ({ page, join }) => {
  const { idNumber } = await join();
  const { keyboard } = page;
  await visit(page, '/ClassInfo');
  await goByMenu(page, '學員中心', '忘記密碼');
  await tabTo(page, page.getByRole('button', { name: '取消', exact: true }));
  await keyboard.press('Enter');
  await expect(page).toHaveURL('/ClassInfo');

  await visit(page, '/ForgetPassword');
  await tabTo(page, input(page, 'account'));
  await keyboard.type(idNumber.toLowerCase());
  await expect(input(page, 'account')).toHaveValue(idNumber);
  await tabTo(page, field(page, 'date').getByRole('spinbutton').first());
  await keyboard.type(BORN);
  await expect(field(page, 'date')).toContainText('民國 81 年 5 月 14 日');
  await tabTo(page, confirm(page));
  await keyboard.press('Enter');
  await expect(mailed(page).getByRole('button', { name: '確定' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

test('guests reach it from the login; a trainee is led to the profile', async ({ page, trainee }) => {
  expect(trainee.stored).not.toBe('');
  const links = page.getByRole('link', { name: '忘記密碼' });
  await visit(page, '/');
  await expect(links).toHaveCount(0);
  await expect(main(page).getByRole('link', { name: '個人資料編輯' }).first()).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await visit(page, '/');
  await expect(links.first()).toBeVisible();
  await expect(page.getByRole('link', { name: '個人資料編輯' })).toHaveCount(0);
});

test('the account that was typed waits until it is cancelled or sent; the birth date does not', {
  tag: '@any-width',
}, async ({ page, join }) => {
  const trainee = await join();
  await visit(page, '/ForgetPassword');
  await fill(page, trainee.idNumber.toLowerCase(), BORN);
  await expect(field(page, 'date')).toContainText('1992');
  await page.reload();
  await expect(input(page, 'account')).toHaveValue(trainee.idNumber);
  await expect(field(page, 'date')).not.toContainText('1992');
  await main(page).getByRole('button', { name: '取消' }).click();
  await visit(page, '/ForgetPassword');
  await expect(input(page, 'account')).toHaveValue('');

  await ask(page, trainee);
  await visit(page, '/ForgetPassword');
  await expect(input(page, 'account')).toHaveValue('');
});
