import { expect, type Page } from '@playwright/test';
import { callAs, endSession, PASSWORD, test } from './portal.ts';
import { logIn, logOut, notice } from './screen.ts';

const ended = (page: Page) => page.getByRole('alertdialog', { name: '提示' });

const isLoggedIn = async (page: Page) => {
  await expect(page.getByRole('banner').getByRole('link', { name: '登入' })).toHaveCount(0);
};

const isGuest = async (page: Page) => {
  await expect(page.getByRole('banner').getByRole('link', { name: '登入' })).toBeVisible();
};

test('an ended session is reported once, and the login leads back to the page', {
  tag: '@any-width',
}, async ({ page, request, trainee }) => {
  await page.goto('/Auth/PayRecord?tab=finished');
  await expect(page.getByRole('tabpanel')).toContainText('查無紀錄');
  await endSession(page, request, trainee);

  await page.getByRole('main').getByRole('link', { name: '首頁' }).click();
  await expect(ended(page)).toContainText('時效過期，請重新登入');
  await expect(ended(page).getByRole('button')).toHaveText(['重新登入']);
  // The public content is still shown behind the dialog.
  await expect(page.getByText('TPE-FA1-001')).toBeVisible();
  await ended(page).getByRole('button', { name: '重新登入' }).click();
  await expect(page).toHaveURL('/login');
  await logIn(page, trainee.idNumber, PASSWORD);
  await expect(page).toHaveURL('/');
  await isLoggedIn(page);
  await expect(ended(page)).toHaveCount(0);
});

test('after an ended session the login leads back to the same page for trainees', {
  tag: '@any-width',
}, async ({ page, request, trainee, openClass }) => {
  const { code } = await openClass();
  await page.goto(`/Class/Personal/${code}`);
  await expect(page.getByRole('button', { name: '確認' })).toBeVisible();
  await endSession(page, request, trainee);

  await page.getByRole('button', { name: '確認' }).click();
  await expect(ended(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/login');
  await logIn(page, trainee.idNumber, PASSWORD);
  await expect(page).toHaveURL(`/Class/Personal/${code}`);
  await expect(page.getByRole('main').getByText(trainee.idNumber, { exact: true })).toBeVisible();
  // The page has sent nothing by itself.
  const answer = await callAs(
    request,
    { ...trainee, token: await tokenOf(page) },
    '/api/class/personal/Record',
  );
  expect(await answer.json()).toEqual({ FinishRecords: [], UncheckedRecords: [] });
});

const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').token);

test('logging in or out applies to all tabs', { tag: '@any-width' }, async ({ page, context, join }) => {
  const { idNumber, name } = await join();
  const other = await context.newPage();
  await page.goto('/login');
  await other.goto('/Auth/PayRecord');
  await expect(other).toHaveURL('/login');

  await logIn(page, idNumber, PASSWORD);
  await isLoggedIn(page);
  await expect(other).toHaveURL('/Auth/PayRecord');
  await isLoggedIn(other);

  await logOut(page);
  await isGuest(other);
  await expect(other).toHaveURL('/login');
  await expect(other.getByText(name)).toHaveCount(0);
});

test('logging out goes home, ends the session on the server and says so', async ({
  page,
  request,
  trainee,
}) => {
  await page.goto('/Auth/PayRecord');
  await isLoggedIn(page);
  await logOut(page);
  await expect(page).toHaveURL('/');
  await expect(notice(page, '您已登出')).toBeVisible();
  await isGuest(page);
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  await expect
    .poll(async () => (await callAs(request, trainee, '/api/class/personal/Record')).status())
    .toBe(401);
  await expect(ended(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/login');
});

test('the notice of the logout goes with the next login', { tag: '@any-width' }, async ({
  page,
  trainee,
}) => {
  await page.goto('/');
  await logOut(page);
  await expect(notice(page, '您已登出')).toBeVisible();
  const main = page.getByRole('main');
  await main.getByLabel('身分證字號').fill(trainee.idNumber);
  await main.getByLabel('密碼', { exact: true }).fill(PASSWORD);
  // A notice under the pointer does not end by itself.
  await notice(page, '您已登出').hover();
  await main.getByRole('button', { name: '登入' }).press('Enter');
  await isLoggedIn(page);
  await expect(notice(page, '您已登出')).toHaveCount(0);
});

test('a failed login shows the reason in a dialog, and the typed account stays', async ({
  page,
  context,
  request,
  join,
}) => {
  const { idNumber } = await join();
  const main = page.getByRole('main');
  const account = main.getByRole('textbox', { name: /帳號|身分證字號/ });
  const expectFailure = async (text: string | RegExp) => {
    await main.getByRole('button', { name: '登入' }).click();
    const failure = page.getByRole('alertdialog', { name: '登入失敗' });
    await expect(failure.getByRole('paragraph')).toHaveText(text);
    await failure.getByRole('button', { name: '確定' }).click();
    await expect(main.getByLabel('密碼', { exact: true })).toBeFocused();
    await expect(account).toHaveValue(idNumber);
  };
  for (const address of ['/login', '/']) {
    await page.goto(address);
    await account.fill(idNumber);
    await main.getByLabel('密碼', { exact: true }).fill('wrong');
    await expectFailure('帳號密碼有誤');
  }
  await context.setOffline(true);
  await expectFailure('無法連線，請檢查網路後再試');
  await context.setOffline(false);
  const data = { country: 'local', account: idNumber, password: 'wrong' };
  for (let attempt = 3; attempt <= 5; attempt += 1) await request.post('/api/login', { data });
  await expectFailure(/^嘗試次數過多，請於 \d+ 秒後再試$/);
});

test('a session that was stored an hour ago is exchanged for a fresh one', { tag: '@any-width' }, async ({
  page,
  request,
  trainee,
}) => {
  await page.goto('/robots.txt');
  await page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('user') ?? '{}');
    localStorage.setItem('user', JSON.stringify({ ...user, issued_at: user.issued_at - 3_700_000 }));
  });
  await page.goto('/Auth/PayRecord');
  await expect(page.getByRole('tabpanel')).toContainText('查無紀錄');
  await expect.poll(() => tokenOf(page)).not.toBe(trainee.token);
  expect((await callAs(request, trainee, '/api/class/personal/Record')).status()).toBe(401);
  await page.reload();
  await expect(page.getByRole('tabpanel')).toContainText('查無紀錄');
});
