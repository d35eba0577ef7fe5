import { expect, type Locator, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { type CastName, cast } from '../server/demo/people.ts';
import { proveTrainee } from '../server/src/accounts/actors.ts';
import { classes } from '../server/src/classes/tables.ts';
import { approveRegistration } from '../server/src/enrolment/review/approve-registration.ts';
import { enrol } from '../server/src/enrolment/seats/enrol.ts';
import { endMembership } from '../server/src/groups/end-membership.ts';
import { confirmPayment } from '../server/src/payment/confirm-payment.ts';
import { type Database, inTransaction } from '../server/src/platform/database/database.ts';
import { callAs, endSession, type Formed, PASSWORD, test } from './portal.ts';
import { fact, logIn, notice } from './screen.ts';
import { accountIdOf, decide } from './staff.ts';
import { axe } from './support.ts';

/* 陳志明 of the demo data manages 藍海救生隊 and 岳友登山社. */

const MANAGER = 'A199990021';
const DEMO_PASSWORD = 'Portal-2026';
/** Opens the roster of 藍海救生隊 as somebody who follows a link and has to log in first. */
const openRoster = async (page: Page, code: string) => {
  await page.goto(`/Class/Group/${code}?group=LANHAI`);
  await expect(page).toHaveURL('/login');
  await logIn(page, MANAGER, DEMO_PASSWORD);
  await expect(page).toHaveURL(`/Class/Group/${code}?group=LANHAI`);
  await expect(fact(page.getByRole('main'), '課程代碼')).toHaveText(code);
};

const tickOf = (main: Locator, name: string) =>
  main.getByRole('checkbox', { name: `報名 ${name}`, exact: true });

const rowOf = (main: Locator, name: string) => main.getByRole('row').filter({ hasText: name });

const confirm = (main: Locator) => main.getByRole('button', { name: '確認' });

/** Sends the roster, where it takes somebody off after the question, and closes the dialog that tells what came of it. */
const send = async (main: Locator, { title, text }: { title: string; text: string }, toCancel = 0) => {
  await confirm(main).click();
  if (toCancel > 0) await question(main, toCancel).getByRole('button', { name: '更新名單' }).click();
  const dialog = main.page().getByRole('alertdialog', { name: title });
  await expect(dialog).toContainText(text);
  await dialog.getByRole('button', { name: '確定' }).click();
  await expect(dialog).toBeHidden();
  await expect(confirm(main)).toBeFocused();
};

const question = (main: Locator, toCancel: number) =>
  main
    .page()
    .getByRole('alertdialog', { name: '提示' })
    .filter({
      hasText: `將取消 ${toCancel} 人的報名，釋出的名額可能由他人取得。確定要更新報名名單嗎？`,
    });

const UPDATED = { title: '成功', text: '已更新團體報名名單' };

const seatsTaken = async (db: Database, { id }: { id: number }) => {
  const [found] = await db.select({ number: classes.number }).from(classes).where(eq(classes.id, id));
  return found?.number;
};

/** Removes a demo person from a group. */
const leave = async (db: Database, { id: groupId }: Formed, who: CastName) => {
  const accountId = await accountIdOf(db, { idNumber: cast[who].account });
  expect(
    await inTransaction(db, (tx) =>
      endMembership(tx, { groupId, accountId }, { actor: 'system', now: new Date() }),
    ),
  ).toBe(true);
};

test('a manager enrols five of the group, one pays, and another is taken off again', async ({
  page,
  browser,
  baseURL,
  db,
  openClass,
}) => {
  const trainingClass = await openClass();
  const main = page.getByRole('main');
  const counter = main.getByRole('status');

  await test.step('ticks five people and sees the seats go down', async () => {
    await openRoster(page, trainingClass.code);
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('線上報名(團體)');
    await expect(counter).toHaveText('已選擇 0 人，尚餘名額 20 人');
    await send(main, { title: '提示', text: '請至少勾選一位報名成員' });
    for (const name of ['陳志明', '林怡君', '瑪麗亞', '黃淑芬', '張家豪']) await tickOf(main, name).check();
    await expect(counter).toHaveText('已選擇 5 人，尚餘名額 15 人');
    await expect(rowOf(main, '林怡君')).toContainText('新增');
    await expect(rowOf(main, '林怡君')).toContainText('F299990019');
    await expect(main).toContainText(/新增 5 人 × NT\$[\d,]+ = NT\$[\d,]+/);
    await axe(page);
    await send(main, {
      title: '成功',
      text: `已更新團體報名名單\n接下來由分會審查新增的 5 人（${trainingClass.name} ${trainingClass.code}），結果請至「報名繳費紀錄」查詢。\n現在不必繳費；審查通過後，由團體管理員統一繳費。`,
    });
    await expect(rowOf(main, '林怡君')).toContainText('審查中');
    await expect(rowOf(main, '林怡君')).not.toContainText('未繳費');
    await expect(counter).toHaveText('已選擇 5 人，尚餘名額 15 人');
    expect(await seatsTaken(db, trainingClass)).toBe(5);
    await send(main, { title: '提示', text: '報名名單沒有變更' });
  });

  await test.step('finds the roster again by the records, with the paid one locked', async () => {
    await decide(db, trainingClass, ['黃淑芬'], approveRegistration);
    await decide(db, trainingClass, ['黃淑芬'], confirmPayment);
    await page.goto('/Auth/PayRecord');
    await main
      .getByRole('row')
      .filter({ hasText: trainingClass.code })
      .getByRole('link', { name: '編輯名單' })
      .click();
    await expect(page).toHaveURL(`/Class/Group/${trainingClass.code}?group=LANHAI`);
    await expect(tickOf(main, '黃淑芬')).toBeDisabled();
    await expect(tickOf(main, '黃淑芬')).toBeChecked();
    await expect(rowOf(main, '黃淑芬')).toContainText('已繳費，無法變更');
  });

  await test.step('reads who has to pay and who is under review', async () => {
    await decide(db, trainingClass, ['張家豪'], approveRegistration);
    await page.goto('/Auth/PayRecord');
    const record = main.getByRole('row').filter({ hasText: trainingClass.code });
    await expect(record).toContainText('待繳費：張家豪');
    await expect(record).toContainText('另有 3 人資格審查中、1 人已完成報名');
    await expect(record).toContainText('待繳費者的資格審查已通過，請於期限前匯款並回報。');
    await record.getByRole('link', { name: '繳費資訊' }).click();
    await expect(main).toContainText('待繳費：張家豪');
    await page.goto(`/Class/Group/${trainingClass.code}?group=LANHAI`);
  });

  await test.step('a member is told that the group may pay', async () => {
    const home = await browser.newContext({ baseURL: `${baseURL}`, locale: 'zh-TW' });
    const own = await home.newPage();
    await own.goto('/login');
    await logIn(own, 'F299990019', DEMO_PASSWORD);
    await expect(own).toHaveURL('/');
    await own.goto('/Auth/PayRecord');
    const record = own.getByRole('main').getByRole('row').filter({ hasText: trainingClass.code });
    await expect(record).toContainText('由團體報名，可由團體管理員統一繳費');
    await home.close();
  });

  await test.step('unticks one by the keyboard', async () => {
    await tickOf(main, '張家豪').focus();
    await page.keyboard.press('Space');
    await expect(rowOf(main, '張家豪').getByText('取消', { exact: true })).toBeVisible();
    await expect(counter).toHaveText('已選擇 4 人，尚餘名額 16 人');
    await confirm(main).click();
    await expect(question(main, 1).getByText('取消報名：張家豪', { exact: true })).toBeVisible();
    await question(main, 1).getByRole('button', { name: '否' }).click();
    await expect(confirm(main)).toBeFocused();
    expect(await seatsTaken(db, trainingClass)).toBe(5);
    await send(main, UPDATED, 1);
    await expect(tickOf(main, '張家豪')).not.toBeChecked();
    expect(await seatsTaken(db, trainingClass)).toBe(4);
  });

  await test.step('looks at the other group', async () => {
    await main.getByLabel('選擇報名的團體').selectOption('岳友登山社');
    await expect(page).toHaveURL(`/Class/Group/${trainingClass.code}?group=ALPINE`);
    // A person can attend through one group only.
    await expect(rowOf(main, '陳志明')).toContainText('已由其他團體報名本課程');
    await expect(tickOf(main, '陳志明')).toBeDisabled();
    await expect(tickOf(main, '吳俊傑')).toBeEnabled();
  });
});

test('a manager who looks for a class for the group is shown only those that take groups', {
  tag: '@any-width',
}, async ({ page, formGroup, enter, openClass }) => {
  const [forPersons, forGroups] = [await openClass({ groupAllow: false }), await openClass()];
  const group = await formGroup([]);
  await enter(group.manager);
  const listOf = (code: string) => `/ClassInfo?word=${code}&open=1&group=${group.code}`;
  await page.goto(listOf(forGroups.code));
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toContainText(forGroups.code);
  await page.goto(listOf(forPersons.code));
  await expect(page.getByRole('main')).toContainText('查無符合條件的課程');
});

test('the page of a group says what it owes and waits for, and leads to the records', {
  tag: '@any-width',
}, async ({ page, db, request, enter, formGroup, openClass }) => {
  const trainingClass = await openClass({ fee: 600 });
  const group = await formGroup(['li', 'wu']);
  const main = page.getByRole('main');
  await enter(group.manager);
  await page.goto(`/Group/Management/${group.code}`);
  await expect(main).toContainText('目前沒有待繳費或審查中的報名');

  const members = await Promise.all(
    [cast.li, cast.wu].map(async ({ account }) => ({
      id: await accountIdOf(db, { idNumber: account }),
      state: true,
    })),
  );
  const roster = { code: trainingClass.code, group: group.code, admins: [], members, had_removed: [] };
  await callAs(request, group.manager, '/api/class/group/create', roster);
  await page.reload();
  await expect(main).toContainText('2 人的報名資格審查中');
  await page.goto('/Auth/PayRecord');
  await expect(main.getByRole('row').filter({ hasText: trainingClass.code })).toContainText(
    '費用 NT$1,200（2 人 × NT$600）',
  );
  await page.goto(`/Group/Management/${group.code}`);

  await decide(db, trainingClass, ['李佩珊'], approveRegistration);
  await page.reload();
  await expect(main).toContainText('1 筆報名待繳費，共 NT$600');
  await expect(main).toContainText(/NT\$600・繳費期限 \d\d\/\d\d（.）/);
  await expect(main).toContainText('1 人的報名資格審查中');
  await axe(page);
  await main.getByRole('link', { name: '查看報名繳費紀錄' }).click();
  await expect(page).toHaveURL('/Auth/PayRecord');
  await expect(main.getByRole('row').filter({ hasText: trainingClass.code })).toContainText('待繳費：李佩珊');
});

test('the last seats go while a manager is ticking, and nobody of the group gets one', {
  tag: '@any-width',
}, async ({ page, db, request, join, openClass }) => {
  const trainingClass = await openClass({ limitNumber: 3 });
  const rival = await join();
  const main = page.getByRole('main');
  const counter = main.getByRole('status');
  await openRoster(page, trainingClass.code);
  for (const name of ['瑪麗亞', '李佩珊', '吳俊傑']) await tickOf(main, name).check();
  await expect(counter).toHaveText('已選擇 3 人，尚餘名額 0 人');
  const enrolled = await callAs(request, rival, '/api/class/personal/create', { code: trainingClass.code });
  expect(enrolled.status()).toBe(200);

  await send(main, { title: '失敗', text: '名額不足，目前尚餘 2 人' });
  expect(await seatsTaken(db, trainingClass)).toBe(1);
  // The ticks are still there, and the page knows how many seats there are now.
  await expect(tickOf(main, '李佩珊')).toBeChecked();
  await expect(confirm(main)).toHaveAccessibleDescription('名額不足，目前尚餘 2 人');
  await expect(counter).toHaveText('已選擇 3 人');

  await tickOf(main, '吳俊傑').uncheck();
  await expect(counter).toHaveText('已選擇 2 人，尚餘名額 0 人');
  await send(main, UPDATED);
  expect(await seatsTaken(db, trainingClass)).toBe(3);
});

test('a guest without a group who wants to enrol one is led back to the class with the reason', {
  tag: '@any-width',
}, async ({ page, join, openClass }) => {
  const person = await join();
  const { code } = await openClass();
  const main = page.getByRole('main');
  await page.goto(`/ClassInfo/${code}`);
  await main.getByRole('link', { name: '團體報名' }).click();
  await expect(page).toHaveURL('/login');
  await logIn(page, person.idNumber, PASSWORD);
  await expect(page).toHaveURL(`/ClassInfo/${code}`);
  await expect(
    main.getByRole('status').filter({ hasText: '您不是此團體的管理員，無法辦理團體報名' }),
  ).toBeVisible();
  await expect(main.getByRole('button', { name: '團體報名' })).toHaveAccessibleDescription(
    '僅團體管理員可辦理',
  );
  await expect(main.getByRole('link', { name: '個人報名' })).toBeVisible();
});

test('without an answer of the server nobody is told that it failed, and the ticks stay', {
  tag: '@any-width',
}, async ({ page, openClass }) => {
  const { code } = await openClass();
  const main = page.getByRole('main');
  await openRoster(page, code);
  await tickOf(main, '李佩珊').check();
  await page.route('**/api/class/group/create', (route) => route.abort());
  await confirm(main).click();
  const dialog = page.getByRole('alertdialog', { name: '提示' });
  await expect(dialog).toContainText('未收到回應，名單可能已更新');
  await dialog.getByRole('button', { name: '關閉' }).click();
  await expect(tickOf(main, '李佩珊')).toBeChecked();
  await page.unroute('**/api/class/group/create');
  await send(main, UPDATED);
  await expect(rowOf(main, '李佩珊')).toContainText('審查中');
});

test('an error of the server under the class is shown as an error', {
  tag: '@any-width',
}, async ({ page, openClass }) => {
  const { code } = await openClass();
  const main = page.getByRole('main');
  await openRoster(page, code);
  await tickOf(main, '李佩珊').check();
  await page.route('**/api/class/group/create', (route) =>
    route.fulfill({
      status: 500,
      json: { message: 'no', errors: { Class: ['本課程資料異常', '請洽分會'] } },
    }),
  );
  await confirm(main).click();
  const dialog = page.getByRole('alertdialog', { name: '錯誤', exact: true });
  await expect(dialog.getByRole('paragraph')).toHaveText(['本課程資料異常']);
  await expect(dialog.getByRole('button')).toHaveText(['關閉']);
  await dialog.getByRole('button', { name: '關閉' }).click();
  await expect(dialog).toBeHidden();
  await expect(tickOf(main, '李佩珊')).toBeChecked();
});

test('a manager who leaves the page while a roster is sent still sees the refusal', {
  tag: '@any-width',
}, async ({ page, openClass }) => {
  const { code } = await openClass();
  const main = page.getByRole('main');
  await openRoster(page, code);
  await tickOf(main, '李佩珊').check();
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/class/group/create', async (route) => {
    await answered.promise;
    await route.fulfill({
      status: 422,
      json: { message: 'no', errors: { Class: ['名額不足，目前尚餘 0 人'] } },
    });
  });
  await confirm(main).click();
  await expect(main.getByLabel('選擇報名的團體')).toBeDisabled();
  await main.getByRole('link', { name: '開課資訊' }).click();
  await expect(page).toHaveURL('/ClassInfo');
  answered.resolve();
  await expect(notice(page, '名額不足，目前尚餘 0 人')).toBeVisible();
});

test('after the start nothing can be edited, and each reason is shown once', { tag: '@any-width' }, async ({
  page,
  db,
  request,
  enter,
  formGroup,
  openClass,
}) => {
  const trainingClass = await openClass();
  const group = await formGroup(['li']);
  const roster = { code: trainingClass.code, group: group.code, admins: [], members: [], had_removed: [] };
  const li = { id: await accountIdOf(db, { idNumber: cast.li.account }), state: true };
  await callAs(request, group.manager, '/api/class/group/create', { ...roster, members: [li] });
  const startTime = new Date(Date.now() - 3_600_000);
  await db.update(classes).set({ startTime }).where(eq(classes.id, trainingClass.id));
  await enter(group.manager);

  await page.goto('/Auth/PayRecord');
  const row = rowOf(page.getByRole('main'), trainingClass.code);
  await expect(row).toContainText('資格審查中');
  await expect(row.getByRole('link', { name: '編輯名單' })).toHaveCount(0);
  await page.goto(`/Class/Group/${trainingClass.code}`);
  await expect(page.getByRole('main').getByText('課程已開課，無法取消報名')).toHaveCount(1);
});

test('the ticks wait for the same manager after a reload and an ended session, and go when sent or cancelled', {
  tag: '@any-width',
}, async ({ page, db, request, enter, formGroup, openClass }) => {
  const { code } = await openClass();
  const group = await formGroup(['li', 'wu', 'chang', 'huang']);
  const main = page.getByRole('main');
  const counter = main.getByRole('status');
  const kept = () => page.evaluate(() => JSON.stringify(sessionStorage));
  await enter(group.manager);
  await page.goto('/ClassInfo');
  await page.goto(`/Class/Group/${code}`);

  await test.step('a reload', async () => {
    for (const name of ['李佩珊', '吳俊傑', '張家豪']) await tickOf(main, name).check();
    await page.reload();
    await expect(counter).toHaveText('已選擇 3 人，尚餘名額 17 人');
    await expect(rowOf(main, '張家豪')).toContainText('新增');
    await expect(tickOf(main, '黃淑芬')).not.toBeChecked();
    expect(await kept()).toContain(`draft:roster ${code} ${group.code}`);
    for (const { name, account } of [cast.li, cast.wu, cast.chang]) {
      expect(await kept()).not.toContain(name);
      expect(await kept()).not.toContain(account);
    }
  });

  await test.step('an ended session, while one of the people enrols alone and another leaves', async () => {
    const accountId = await accountIdOf(db, { idNumber: cast.wu.account });
    await inTransaction(db, (tx) =>
      enrol(tx, { code }, { actor: proveTrainee({ accountId }), now: new Date() }),
    );
    await leave(db, group, 'chang');
    await endSession(page, request, group.manager);
    await confirm(main).click();
    await page.getByRole('alertdialog', { name: '提示' }).getByRole('button', { name: '重新登入' }).click();
    await logIn(page, group.manager.idNumber, PASSWORD);
    await expect(page).toHaveURL(`/Class/Group/${code}`);
    await expect(tickOf(main, '李佩珊')).toBeChecked();
    await expect(tickOf(main, '吳俊傑')).not.toBeChecked();
    await expect(tickOf(main, '吳俊傑')).toBeDisabled();
    await expect(rowOf(main, '張家豪')).toHaveCount(0);
    await expect(counter).toHaveText('已選擇 1 人，尚餘名額 18 人');
  });

  await test.step('sent', async () => {
    await send(main, UPDATED);
    expect(await kept()).not.toContain('draft:');
    await page.reload();
    await expect(rowOf(main, '李佩珊')).toContainText('審查中');
    await expect(tickOf(main, '李佩珊')).toBeChecked();
  });

  await test.step('cancelled', async () => {
    await tickOf(main, '李佩珊').uncheck();
    await main.getByRole('button', { name: '取消', exact: true }).click();
    // The page before this visit's login is the list of classes.
    await expect(page).toHaveURL('/ClassInfo');
    await page.goto(`/Class/Group/${code}`);
    await expect(tickOf(main, '李佩珊')).toBeChecked();
  });
});

test('the roster marks who is enrolled by the group in another class at the same hours', async ({
  page,
  enter,
  formGroup,
  openClass,
}) => {
  const [first, second] = [await openClass(), await openClass()];
  const group = await formGroup(['li', 'wu']);
  const main = page.getByRole('main');
  await enter(group.manager);
  await page.goto(`/Class/Group/${first.code}`);
  await tickOf(main, '李佩珊').check();
  await send(main, UPDATED);
  await page.goto(`/Class/Group/${second.code}`);
  await expect(tickOf(main, '李佩珊')).toHaveAccessibleDescription('同時段已由團體報名其他課程');
  await expect(tickOf(main, '吳俊傑')).toHaveAccessibleDescription('');
  await axe(page, 'main');
});

test('a former member with a seat is listed separately, can be cancelled and not enrolled again', async ({
  page,
  db,
  request,
  enter,
  formGroup,
  openClass,
}) => {
  const trainingClass = await openClass();
  const group = await formGroup(['li', 'wu']);
  const main = page.getByRole('main');
  const former = main.getByRole('table', { name: '已退出團體的成員' });
  await enter(group.manager);
  await page.goto(`/Class/Group/${trainingClass.code}`);
  for (const name of ['李佩珊', '吳俊傑']) await tickOf(main, name).check();
  await send(main, UPDATED);
  await leave(db, group, 'li');

  await page.reload();
  await expect(former.getByRole('row').filter({ hasText: '李佩珊' })).toContainText('審查中');
  await expect(main.getByRole('table', { name: '成員', exact: true })).not.toContainText('李佩珊');
  await expect(tickOf(main, '李佩珊')).toBeChecked();
  await tickOf(main, '李佩珊').uncheck();
  await expect(rowOf(main, '李佩珊').getByText('取消', { exact: true })).toBeVisible();
  await axe(page);
  await send(main, UPDATED, 1);
  expect(await seatsTaken(db, trainingClass)).toBe(1);
  for (const _ of ['as the page stands', 'as it is loaded anew']) {
    await expect(tickOf(main, '吳俊傑')).toBeChecked();
    await expect(rowOf(main, '李佩珊')).toHaveCount(0);
    await page.reload();
  }

  const again = {
    code: trainingClass.code,
    group: group.code,
    admins: [],
    members: [],
    had_removed: [{ id: await accountIdOf(db, { idNumber: cast.li.account }), state: true }],
  };
  const answer = await callAs(request, group.manager, '/api/class/group/create', again);
  expect(answer.status()).toBe(422);
  expect((await answer.json()).errors).toEqual({ Class: ['李佩珊 不是此團體的成員'] });
  expect(await seatsTaken(db, trainingClass)).toBe(1);
});
