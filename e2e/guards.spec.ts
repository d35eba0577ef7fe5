import { expect } from '@playwright/test';
import { rejectRegistration } from '../server/src/enrolment/review/reject-registration.ts';
import { inTransaction } from '../server/src/platform/database/database.ts';
import { buildImportedPerson, buildImportedPersonWithMailbox } from './imported-person.ts';
import { callAs, PASSWORD, test } from './portal.ts';
import { logIn, notice } from './screen.ts';
import { registrationIn, staff } from './staff.ts';

test.describe('a guest', () => {
  test('is redirected from every page for trainees to the login, and returns afterwards', {
    tag: '@any-width',
  }, async ({ page, join, openClass }) => {
    const { code } = await openClass();
    const { idNumber } = await join();
    const wanted = [
      '/Auth/PayRecord?tab=finished',
      `/Class/Personal/${code}`,
      `/Class/Personal/${code}/finish`,
    ];
    for (const address of wanted) {
      await page.goto(address);
      await expect(page).toHaveURL('/login');
    }
    // The trainee is not registered for the class, so the last page is the way to it.
    await logIn(page, idNumber, PASSWORD);
    await expect(page).toHaveURL(`/Class/Personal/${code}`);

    await page.evaluate(() => localStorage.clear());
    await page.goto('/Auth/PayRecord?tab=finished');
    await logIn(page, idNumber, PASSWORD);
    await expect(page).toHaveURL('/Auth/PayRecord?tab=finished');
    await expect(page.getByRole('tab', { name: '完成報名' })).toHaveAttribute('aria-selected', 'true');
    // The login is not a page to come back to.
    await page.goBack();
    await expect(page).not.toHaveURL('/login');
  });

  test('a login from the login page leads home', { tag: '@any-width' }, async ({ page, join }) => {
    const { idNumber, name } = await join();
    await page.goto('/login');
    await logIn(page, idNumber.toLowerCase(), PASSWORD);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('main')).toContainText(`${name}，歡迎您！`);
  });
});

test('a person of the old system who logs in on the home page is led to the profile', {
  tag: '@any-width',
}, async ({ page, db }) => {
  const { account, password } = await buildImportedPerson(db);
  await page.goto('/');
  const card = page.getByRole('main').getByRole('region', { name: '學員登入' });
  await card.getByLabel('身分證字號').fill(account);
  await card.getByLabel('密碼', { exact: true }).fill(password);
  await card.getByRole('button', { name: '登入' }).click();
  await expect(page).toHaveURL('/Auth/Profile');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('main').getByRole('link', { name: '個人資料編輯' }).first()).toBeVisible();
});

test('a trainee is redirected home from the login and the registration', {
  tag: '@any-width',
}, async ({ page, trainee }) => {
  for (const address of ['/login', '/Register']) {
    await page.goto(address);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('main')).toContainText(`${trainee.name}，歡迎您！`);
  }
});

test('an unknown address shows the not-found page inside the frame, with status 404', async ({ page }) => {
  const answer = await page.goto('/Nowhere/at/all');
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle('找不到頁面｜學員訓練報名網');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('找不到您要瀏覽的頁面');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('版權所有');
  await main.getByRole('link', { name: '回首頁' }).click();
  await expect(page).toHaveURL('/');
});

test('an address in other upper and lower case is not found, nor marked in the menu', {
  tag: '@any-width',
}, async ({ page, join, enter }) => {
  const entry = page.getByRole('navigation').getByRole('link', { name: '開課資訊' });
  const openMenu = async () => {
    await page.getByRole('button', { name: '訓練課程' }).click();
    await expect(entry).toBeVisible();
  };
  const expectNotFound = async (address: string) => {
    const answer = await page.goto(address);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(
      '找不到您要瀏覽的頁面',
    );
    await expect(page).toHaveURL(address);
  };

  await test.step('by a guest', async () => {
    await page.goto('/ClassInfo');
    await openMenu();
    await expect(entry.and(page.locator('[aria-current=page]'))).toHaveCount(1);
    for (const address of ['/auth/payrecord', '/Login', '/classinfo']) await expectNotFound(address);
    await openMenu();
    await expect(entry.and(page.locator('[aria-current=page]'))).toHaveCount(0);
  });

  await test.step('by a trainee', async () => {
    await enter(await join());
    for (const address of ['/auth/payrecord', '/classinfo', '/Login']) await expectNotFound(address);
  });
});

test('an unknown class leads home with a message; the server answers 404', {
  tag: '@any-width',
}, async ({ page, trainee }) => {
  const answer = await page.goto('/ClassInfo/NO-SUCH-CLASS');
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveURL('/');
  await expect(notice(page, '查無此課程')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(`${trainee.name}，歡迎您！`);
  await page.goto('/Class/Personal/NO-SUCH-CLASS');
  await expect(page).toHaveURL('/ClassInfo');
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: '查無此課程' })).toBeVisible();
});

test('the information of a class without a registration leads to its confirmation', {
  tag: '@any-width',
}, async ({ page, trainee, openClass }) => {
  const { code } = await openClass();
  await page.goto(`/Class/Personal/${code}/finish`);
  await expect(page).toHaveURL(`/Class/Personal/${code}`);
  await expect(notice(page, '您尚未報名本課程')).toBeVisible();
  await expect(page.getByRole('main').getByText(trainee.idNumber, { exact: true })).toBeVisible();
});

test('the information of a rejected registration leads to the records, which say why and what to do', {
  tag: '@any-width',
}, async ({ page, request, db, trainee, openClass }) => {
  const trainingClass = await openClass();
  await callAs(request, trainee, '/api/class/personal/create', { code: trainingClass.code });
  const { registrationId } = await registrationIn(db, trainingClass, trainee);
  await inTransaction(db, (tx) =>
    rejectRegistration(tx, { registrationId, reason: '未滿 16 歲' }, { actor: staff, now: new Date() }),
  );
  await page.goto(`/Class/Personal/${trainingClass.code}/finish`);
  await expect(page).toHaveURL('/Auth/PayRecord');
  await expect(notice(page, '您的報名資格不符，原因請見報名繳費紀錄；補正後可重新報名')).toBeVisible();
  const row = page.getByRole('main').getByRole('row').filter({ hasText: trainingClass.code });
  await expect(row).toContainText('未滿 16 歲');
  await expect(row.getByRole('link', { name: '重新報名' })).toBeVisible();
});

test('a trainee who may not enrol is redirected home with the reason', { tag: '@any-width' }, async ({
  page,
  request,
  trainee,
  join,
  openClass,
}) => {
  const [applied, full, closed, over, early] = await Promise.all([
    openClass(),
    openClass({ limitNumber: 1 }),
    openClass({ personalAllow: false }),
    openClass({ applyUntil: new Date(Date.now() - 60_000) }),
    openClass({ applyFrom: new Date(Date.now() + 86_400_000) }),
  ]);
  await callAs(request, trainee, '/api/class/personal/create', applied);
  await callAs(request, await join(), '/api/class/personal/create', full);
  const refusals = [
    [applied, '您已報名本課程，請勿重複報名'],
    [full, '本課程名額已滿'],
    [closed, '本課程未開放個人報名'],
    [over, '本課程報名已截止'],
    [early, '本課程尚未開放報名'],
  ] as const;
  for (const [{ code }, reason] of refusals) {
    await page.goto(`/Class/Personal/${code}`);
    await expect(page).toHaveURL(`/ClassInfo/${code}`);
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: reason })).toBeVisible();
  }
});

test('a person with an incomplete profile is led to it from the login and every page for trainees, and can visit public pages', {
  tag: '@any-width',
}, async ({ page, db }) => {
  const { account, password } = await buildImportedPersonWithMailbox(db);
  await page.goto('/login');
  await logIn(page, account, password);
  await expect(page).toHaveURL('/Auth/Profile');
  await page.goto('/ClassInfo/TPE-FA1-001');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('初級急救員訓練');
  for (const address of [
    '/Auth/PayRecord',
    '/Class/Personal/TPE-FA1-001',
    '/Class/Personal/TPE-FA1-001/finish',
  ]) {
    await page.goto(address);
    await expect(page).toHaveURL('/Auth/Profile');
    await expect(page.getByRole('main')).toContainText('請先確實填寫個人資料，完成後才能進行其他操作');
    // Said once: by the page itself.
    await expect(notice(page, '請先確實填寫個人資料')).toHaveCount(0);
  }
});
