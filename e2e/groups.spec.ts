import { expect, type Locator, type Page } from '@playwright/test';
import { today } from '@portal/contract/dates';
import { and, eq } from 'drizzle-orm';
import { accounts } from '../server/src/accounts/tables.ts';
import { approveRegistration } from '../server/src/enrolment/review/approve-registration.ts';
import { memberships } from '../server/src/groups/tables.ts';
import { confirmPayment } from '../server/src/payment/confirm-payment.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { endSession, type Formed, loseAnswer, PASSWORD, type Trainee, test } from './portal.ts';
import { fact, goByMenu, logIn, notice } from './screen.ts';
import { decide } from './staff.ts';
import { axe } from './support.ts';

const main = (page: Page) => page.getByRole('main');
const rowOf = (page: Page, name: string) => main(page).getByRole('row').filter({ hasText: name });
const adding = (page: Page) => page.getByRole('dialog', { name: '新增團體成員' });
const passwordField = (page: Page) => adding(page).getByLabel(/^密碼/);
const failed = (page: Page) => page.getByRole('alertdialog', { name: '失敗' });

/** Lets somebody type their own account and password into the manager's form. */
const add = async (page: Page, { idNumber }: Pick<Trainee, 'idNumber'>, password: string) => {
  await main(page).getByRole('button', { name: '新增成員' }).click();
  await adding(page).getByLabel('身分證字號').fill(idNumber);
  await passwordField(page).fill(password);
  await adding(page).getByRole('button', { name: '新增', exact: true }).click();
};

const peopleOf = async (db: Database, { id }: Formed) => {
  const found = await db
    .select({ name: accounts.chineseName })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(and(eq(memberships.groupId, id), eq(memberships.role, 'member')));
  return found.map(({ name }) => name);
};

/** The cells of the class roster, row by row: number, name, status, remark, scores, result. */
const rosterRows = async (page: Page): Promise<string[][]> => {
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('團體課程名單');
  await expect(main(page).getByRole('table')).toBeVisible();
  const rows = await main(page).getByRole('row').all();
  const cells = (row: Locator) => row.locator('td, th[scope="row"]').allTextContents();
  return (await Promise.all(rows.map(cells))).filter((row) => row.length > 0);
};

const FIVE = ['瑪麗亞', '黃淑芬', '張家豪', '李佩珊', '海小藍'] as const;
const MEMBERS = ['maria', 'huang', 'chang', 'li', 'wu', 'tsai'] as const;

test('a manager takes somebody in, enrols five of eight, pays for them and removes one', async ({
  page,
  db,
  enter,
  join,
  formGroup,
  openClass,
}) => {
  test.slow();
  const trainingClass = await openClass();
  const group = await formGroup(MEMBERS);
  const newcomer = await join();
  await enter(group.manager);

  await test.step('finds the group by the menu', async () => {
    await page.goto('/ClassInfo');
    await goByMenu(page, '學員中心', '團體管理');
    await expect(page).toHaveURL('/Group');
    await expect(page).toHaveTitle('團體管理｜學員訓練報名網');
    await expect(page.getByRole('tab', { name: '我管理的團體' })).toHaveAttribute('aria-selected', 'true');
    await axe(page);
    await main(page).getByRole('link', { name: group.name }).click();
    await expect(page).toHaveURL(`/Group/Management/${group.code}`);
    await expect(page).toHaveTitle('團體成員管理｜學員訓練報名網');
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(group.name);
    await expect(rowOf(page, '洪領隊')).toContainText('管理員');
    await expect(rowOf(page, '洪領隊').getByRole('button')).toHaveCount(0);
    await expect(rowOf(page, '瑪麗亞')).toContainText('P12345678');
    await axe(page);
  });

  await test.step('a wrong password is reported, and entered again', async () => {
    await add(page, newcomer, 'not the password');
    await expect(adding(page)).toHaveCount(0);
    await expect(failed(page).getByRole('listitem')).toHaveText([
      '該學員的帳號密碼有誤',
      '尚無帳號的學員，請先由本人加入學員。',
    ]);
    await axe(page);
    await failed(page).getByRole('button', { name: '確定' }).click();
    expect(await peopleOf(db, group)).not.toContain(newcomer.name);
    const button = main(page).getByRole('button', { name: '新增成員' });
    await expect(button).toBeFocused();
    await add(page, { idNumber: 'A809999058' }, 'not the password');
    await expect(failed(page).getByRole('listitem')).toHaveText([
      '該學員的帳號密碼有誤',
      '這個帳號像是護照或居留證號，請改選「外國人」。',
    ]);
    await failed(page).getByRole('button', { name: '確定' }).click();
    await add(page, newcomer, 'still not the password');
    await failed(page).getByRole('button', { name: '重新輸入' }).click();
    await expect(passwordField(page)).toBeFocused();
    await expect(adding(page).getByLabel('身分證字號')).toHaveValue(newcomer.idNumber);
    await expect(passwordField(page)).toHaveValue('');
    await expect(passwordField(page)).toHaveAttribute('autocomplete', 'new-password');
    await axe(page);
    await passwordField(page).fill(PASSWORD);
    await adding(page).getByRole('button', { name: '新增', exact: true }).click();
    await expect(notice(page, '已新增成員')).toBeVisible();
    await expect(rowOf(page, newcomer.idNumber)).toContainText('7');
    expect(await peopleOf(db, group)).toContain(newcomer.name);
  });

  await test.step('a member cannot be added twice', async () => {
    await add(page, newcomer, PASSWORD);
    await expect(failed(page)).toContainText('此學員已是團體成員');
    await failed(page).getByRole('button', { name: '確定' }).click();
  });

  await test.step('enrols five of the eight, and staff approve them', async () => {
    await page.goto(`/Class/Group/${trainingClass.code}?group=${group.code}`);
    for (const name of FIVE) {
      await main(page)
        .getByRole('checkbox', { name: `報名 ${name}`, exact: true })
        .check();
    }
    await main(page).getByRole('button', { name: '確認' }).click();
    const done = page.getByRole('alertdialog', { name: '成功' });
    await done.getByRole('button', { name: '確定' }).click();
    await decide(db, trainingClass, FIVE.slice(1), approveRegistration);
    await page.goto(`/Class/Personal/${trainingClass.code}/finish?group=${group.code}`);
    await expect(fact(main(page), '人數')).toHaveText('5 人（待繳費 4 人）');
    await decide(db, trainingClass, FIVE.slice(0, 1), approveRegistration);
    await page.reload();
    await expect(fact(main(page), '人數')).toHaveText('5 人');
    // The server chooses the group if the address names none.
    await page.goto(`/Class/Personal/${trainingClass.code}/finish`);
    await expect(fact(main(page), '人數')).toHaveText('5 人');
    await expect(main(page)).toContainText(`待繳費：${FIVE.join('、')}`);
    await expect(main(page)).toContainText(/如無法如期繳費，請先洽：.+ 0\d/);
    await expect(main(page).getByRole('link', { name: '填寫繳費回報' })).toHaveAttribute(
      'href',
      `/Auth/PaidInfo/${trainingClass.code}?group=${group.code}`,
    );
  });

  await test.step('pays for the five at once', async () => {
    await page.goto('/Auth/PayRecord');
    await rowOf(page, trainingClass.code).getByRole('link', { name: '填寫' }).click();
    await expect(main(page)).toContainText('所有已通過資格審查且未繳費的成員，共 5 人');
    await main(page).getByRole('spinbutton').first().click();
    await page.keyboard.type(today(new Date()).replaceAll('-', ''));
    await main(page).getByRole('textbox', { name: '末五碼' }).fill('12345');
    await main(page).getByRole('textbox', { name: '匯款人姓名' }).fill('洪領隊');
    await main(page).getByRole('textbox', { name: '匯款金額' }).fill('3000');
    await main(page).getByRole('button', { name: '確認' }).click();
    await expect(page).toHaveURL('/Auth/PayRecord');
    await rowOf(page, trainingClass.code).getByRole('link', { name: group.name, exact: true }).click();
    await expect(page).toHaveURL(`/Group/${group.code}/${trainingClass.code}`);
    await expect(fact(main(page), '主辦單位')).toHaveText(trainingClass.organization);
    const rows = await rosterRows(page);
    expect(rows.map(([number, name, status]) => [number, name, status])).toEqual(
      FIVE.map((name, index) => [`${index + 1}`, name, '繳費審查中']),
    );
    await axe(page);
  });

  await test.step('sees the status of everybody from the records of the group', async () => {
    await decide(db, trainingClass, ['黃淑芬'], confirmPayment);
    await page.goto(`/Group/Management/${group.code}`);
    await main(page).getByRole('button', { name: '團體訓練紀錄' }).click();
    const records = page.getByRole('dialog', { name: '團體訓練紀錄' });
    await expect(records.getByRole('row').filter({ hasText: trainingClass.name })).toContainText(
      trainingClass.organization,
    );
    await axe(page);
    await records.getByRole('link', { name: `查看（${trainingClass.name}` }).click();
    await expect(rowOf(page, '黃淑芬')).toContainText('已繳費');
    await expect(rowOf(page, '李佩珊')).toContainText('繳費審查中');
    await expect(rowOf(page, '李佩珊')).toContainText('尚未結訓');
    await expect(rowOf(page, '吳俊傑')).toHaveCount(0);
    await main(page).getByRole('link', { name: '編輯名單' }).click();
    await expect(page).toHaveURL(`/Class/Group/${trainingClass.code}?group=${group.code}`);
  });

  await test.step('removes one from the list', async () => {
    await main(page).getByRole('link', { name: '學員中心 > 團體管理' }).click();
    await main(page).getByRole('link', { name: group.name }).click();
    const button = main(page).getByRole('button', { name: '刪除（吳俊傑）' });
    await button.click();
    const question = page.getByRole('alertdialog', { name: '提示' });
    await expect(question).toContainText('確定要將「吳俊傑」移出團體嗎？');
    await expect(question).toContainText('已送出的團體報名與應繳費用仍然保留');
    await expect(question.getByRole('button', { name: '取消' })).toBeFocused();
    await axe(page);
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await button.click();
    await question.getByRole('button', { name: '刪除' }).click();
    await expect(notice(page, '已移除成員：吳俊傑')).toBeVisible();
    await expect(button).toHaveCount(0);
    await expect(main(page).locator(':focus').getByRole('table', { name: '團體成員名單' })).toBeVisible();
    await expect(rowOf(page, newcomer.idNumber)).toContainText('6');
  });

  await test.step('opens a member’s data without numbers in the address', async () => {
    await main(page).getByRole('link', { name: '查看（瑪麗亞）' }).click();
    await expect(page).toHaveURL('/Group/MemberProfile');
    await expect(page).toHaveTitle('團體成員資料｜學員訓練報名網');
    await expect(fact(main(page), '護照號碼／居留證號')).toHaveText('P12345678');
    await expect(fact(main(page), '性別')).toHaveText('女');
    await expect(main(page).getByRole('img', { name: '瑪麗亞的照片' })).toBeVisible();
    await axe(page);
    await main(page).getByRole('button', { name: '確認' }).click();
    await expect(page).toHaveURL(`/Group/Management/${group.code}`);
  });
});

test('a member sees names, and only their own status in a class', async ({
  page,
  db,
  enter,
  join,
  formGroup,
  openClass,
}) => {
  const trainingClass = await openClass();
  const group = await formGroup(['huang', 'li']);
  const member = await join();
  await enter(group.manager);
  await page.goto(`/Group/Management/${group.code}`);
  await add(page, member, PASSWORD);
  await expect(notice(page, '已新增成員')).toBeVisible();
  await page.goto(`/Class/Group/${trainingClass.code}?group=${group.code}`);
  for (const name of ['黃淑芬', '海小藍'])
    await main(page)
      .getByRole('checkbox', { name: `報名 ${name}` })
      .check();
  await main(page).getByRole('button', { name: '確認' }).click();
  await expect(page.getByRole('alertdialog', { name: '成功' })).toBeVisible();
  await decide(db, trainingClass, ['黃淑芬', '海小藍'], approveRegistration);
  await decide(db, trainingClass, ['海小藍'], confirmPayment);

  await page.goto('/');
  await enter(member);
  await page.goto('/Group');
  await main(page).getByRole('link', { name: group.name }).click();
  await expect(page).toHaveURL(`/Group/Member/${group.code}`);
  await expect(page).toHaveTitle('團體成員｜學員訓練報名網');
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(group.name);
  const people = main(page).getByRole('table', { name: '團體成員名單' });
  await expect(people.locator('tbody tr')).toHaveText(['管理員洪領隊', '1黃淑芬', '2李佩珊', '3海小藍']);
  await expect(main(page)).not.toContainText('B299990060');
  await expect(main(page).getByRole('button', { name: /新增成員|刪除/ })).toHaveCount(0);
  await axe(page);

  await main(page).getByRole('button', { name: '團體訓練紀錄' }).click();
  await page.getByRole('dialog').getByRole('link', { name: '查看' }).click();
  await expect(main(page)).toContainText('其他成員僅顯示姓名');
  expect(await rosterRows(page)).toEqual([
    ['1', '黃淑芬', '—', '', '', '—'],
    ['2', '海小藍', '已繳費', '', '', '尚未結訓'],
  ]);
  await expect(main(page).getByRole('link', { name: '編輯名單' })).toHaveCount(0);
  await axe(page);
  await main(page).getByRole('button', { name: '返回' }).click();
  await expect(page).toHaveURL(`/Group/Member/${group.code}`);

  await page.goto(`/Group/Management/${group.code}`);
  await expect(page).toHaveURL('/');
  await expect(notice(page, '僅團體管理員可執行此操作')).toBeVisible();
});

test('a group of others is not accessible, even with stored data of it', {
  tag: '@any-width',
}, async ({ page, trainee, enter }) => {
  const boss = { ...JSON.parse(trainee.stored), chinese_name: '陳志明', id_number: 'A199990021' };
  await enter({ stored: JSON.stringify(boss) });
  const answers: string[] = [];
  page.on('response', async (answer) => {
    if (answer.url().includes('/api/class/groups')) answers.push(await answer.text().catch(() => ''));
  });
  for (const address of [
    '/Group/Management/LANHAI',
    '/Group/Member/LANHAI',
    '/Group/LANHAI/TPE-LG1-001',
    '/Group/Management/NOWHERE',
  ]) {
    await page.goto(address);
    await expect(page).toHaveURL('/');
    await expect(notice(page, '查無此團體')).toBeVisible();
  }
  await page.goto('/Group');
  await expect(main(page)).toContainText('您目前沒有所屬的團體');
  await expect(main(page).getByRole('link', { name: '聯絡我們' })).toHaveAttribute('href', '/Contact');
  await page.getByRole('tab', { name: '我管理的團體' }).click();
  await expect(main(page)).toContainText('您目前沒有管理的團體');
  await axe(page);
  expect(answers.length).toBeGreaterThan(4);
  expect(answers.filter((text) => /林怡君|F299990019/.test(text))).toEqual([]);
});

test('a group opens beside the list of one’s groups, and a phone goes back to the list', async ({
  page,
  enterAs,
}) => {
  await enterAs('chen');
  await page.goto('/Group/Management/ALPINE');
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('岳友登山社');
  const back = main(page).getByRole('link', { name: '回團體管理' });
  const list = page.getByRole('tablist', { name: '團體管理' });
  if (await back.isVisible()) {
    await expect(list).toBeHidden();
    await back.click();
    await expect(page).toHaveURL('/Group?tab=managed');
  }
  await expect(page.getByRole('tab', { name: '我管理的團體' })).toHaveAttribute('aria-selected', 'true');
  await main(page).getByRole('link', { name: '藍海救生隊' }).click();
  await expect(page).toHaveURL('/Group/Management/LANHAI');
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('藍海救生隊');
  await expect(main(page).getByRole('heading', { level: 1 })).toBeFocused();
  await expect(rowOf(page, '林怡君')).toBeVisible();
  await page.goBack();
  await expect(rowOf(page, '林怡君')).toHaveCount(0);
});

test('the data of a member open only by navigation, and show nothing if they are refused', {
  tag: '@any-width',
}, async ({ page, context, request, enter, formGroup }) => {
  const group = await formGroup(['li', 'maria']);
  await enter(group.manager);

  await test.step('the address alone shows nobody', async () => {
    await page.goto('/Group/MemberProfile');
    await expect(main(page).getByText('查無資料')).toBeVisible();
    await main(page).getByRole('button', { name: '確認' }).click();
    await expect(page).toHaveURL('/Group');
  });

  await page.goto(`/Group/Management/${group.code}`);
  await test.step('a new tab has no chosen member, says so and leads back to the groups', async () => {
    const opened = context.waitForEvent('page');
    await main(page)
      .getByRole('link', { name: '查看（李佩珊）' })
      .click({ modifiers: ['ControlOrMeta'] });
    const tab = await opened;
    await expect(tab).toHaveURL('/Group/MemberProfile');
    // The text can be seen, and is not only for screen readers.
    await expect(main(tab).getByText('查無資料')).toHaveCSS('clip-path', 'none');
    await expect(main(tab).locator('dl')).toHaveCount(0);
    await axe(tab);
    await main(tab).getByRole('link', { name: '回團體管理' }).click();
    await expect(tab).toHaveURL('/Group');
    await tab.close();
  });

  await test.step('a photo that cannot be loaded is not shown as missing', async () => {
    await page.route('**/api/photos/**', (route) => route.abort());
    await main(page).getByRole('link', { name: '查看（瑪麗亞）' }).click();
    await expect(main(page)).toContainText('載入失敗，請稍後再試');
    await expect(main(page)).not.toContainText('尚未上傳照片');
    await page.unroute('**/api/photos/**');
  });

  await test.step('the request of an outdated manager page is refused', async () => {
    await page.evaluate(() => {
      const requested = { GroupCode: 'LANHAI', id_number: 'F299990019', passport_no: null };
      history.replaceState({ ...history.state, usr: requested }, '', '/Group/MemberProfile');
    });
    await page.reload();
    await expect(main(page).getByRole('status')).toHaveText('查無資料');
    await expect(main(page).getByRole('status')).toHaveClass('sr-only');
    await expect(main(page)).not.toContainText('林怡君');
    await axe(page);
  });

  await test.step('a login after an ended session leads to the groups', async () => {
    await endSession(page, request, group.manager);
    await page.reload();
    await page.getByRole('alertdialog', { name: '提示' }).getByRole('button', { name: '重新登入' }).click();
    await logIn(page, group.manager.idNumber, PASSWORD);
    await expect(page).toHaveURL('/Group');
  });
});

test('a manager adds a member by the keyboard alone, and must wait after wrong passwords of another', {
  tag: '@any-width',
}, async ({ page, db, enter, join, formGroup }) => {
  const group = await formGroup([]);
  const [newcomer, victim] = [await join(), await join()];
  await enter(group.manager);
  await page.goto(`/Group/Management/${group.code}`);
  await expect(main(page)).toContainText('目前沒有成員');

  await test.step('a button pressed twice asks once', async () => {
    const asked: unknown[] = [];
    const pressedTwice = Promise.withResolvers<void>();
    await page.route('**/api/class/store/groups/**', async (route) => {
      asked.push(route.request().postDataJSON());
      await pressedTwice.promise;
      await route.continue();
    });
    const { keyboard } = page;
    const button = main(page).getByRole('button', { name: '新增成員' });
    await button.focus();
    await keyboard.press('Enter');
    const account = adding(page).getByLabel('身分證字號');
    await expect(account).toBeFocused();
    await keyboard.press('Shift+Tab');
    await keyboard.press('ArrowRight');
    await expect(adding(page).getByLabel('護照號碼或居留證號')).toBeVisible();
    await keyboard.press('ArrowLeft');
    await keyboard.press('Tab');
    await expect(account).toBeFocused();
    await keyboard.type(newcomer.idNumber.toLowerCase());
    // A press beside the dialog loses nothing of what was typed.
    await page.mouse.click(5, 5);
    await expect(account).toHaveValue(newcomer.idNumber);
    await account.focus();
    await keyboard.press('Tab');
    await keyboard.type(PASSWORD);
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    pressedTwice.resolve();
    await expect(notice(page, '已新增成員')).toBeVisible();
    await expect(button).toBeFocused();
    expect(asked).toEqual([
      { GroupCode: group.code, account: newcomer.idNumber, password: PASSWORD, country: 'local' },
    ]);
    expect(await peopleOf(db, group)).toEqual(['海小藍']);
    // The manager's browser keeps nothing of the other's password.
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
    );
    expect(kept).not.toContain(PASSWORD);
  });

  await test.step('after wrong passwords the manager must wait', async () => {
    const texts: string[] = [];
    for (let tries = 0; tries < 6; tries += 1) {
      await add(page, victim, `guess ${tries}`);
      await failed(page).waitFor();
      texts.push(...(await failed(page).getByRole('listitem').allTextContents()));
      await failed(page).getByRole('button', { name: '確定' }).click();
    }
    expect(texts.at(0)).toBe('該學員的帳號密碼有誤');
    expect(texts.at(-1)).toMatch(/^嘗試次數過多，請於 \d+ 秒後再試$/);
  });
});

test('after a lost answer the page says that the change may be made, and loads the members again', {
  tag: '@any-width',
}, async ({ page, enter, join, formGroup }) => {
  const group = await formGroup(['li']);
  const newcomer = await join('林小海');
  await enter(group.manager);
  await page.goto(`/Group/Management/${group.code}`);
  await expect(rowOf(page, '李佩珊')).toBeVisible();
  const call = `/api/class/store/groups/${group.code}`;
  const lost = page.getByRole('alertdialog', { name: '提示' });
  const reload = async () => {
    const loaded = page.waitForResponse(`**/api/class/groups/${group.code}`);
    await lost.getByRole('button', { name: '重新載入' }).click();
    await loaded;
  };

  await test.step('somebody may have been added', async () => {
    await loseAnswer(page, call);
    await add(page, newcomer, PASSWORD);
    await expect(lost).toContainText('未收到回應，可能已新增成員，請重新載入名單確認。');
    await axe(page);
    await reload();
    await expect(main(page).getByRole('button', { name: '新增成員' })).toBeFocused();
    await expect(rowOf(page, newcomer.name)).toBeVisible();
  });

  await test.step('somebody may have been removed', async () => {
    await loseAnswer(page, call);
    await main(page)
      .getByRole('button', { name: `刪除（${newcomer.name}）` })
      .click();
    await lost.getByRole('button', { name: '刪除' }).click();
    await expect(lost).toContainText('未收到回應，可能已移除成員，請重新載入名單確認。');
    await reload();
    await expect(rowOf(page, newcomer.name)).toHaveCount(0);
  });

  await test.step('without a server nobody is added, and the old list says that it is out of date', async () => {
    await page.route('**/api/class/store/groups/**', (route) => route.abort());
    await page.route(`**/api/class/groups/${group.code}`, (route) => route.abort());
    // The page cannot know whether the server got the call.
    await add(page, { idNumber: 'A123456789' }, PASSWORD);
    await expect(lost).toContainText('未收到回應，可能已新增成員');
    await lost.getByRole('button', { name: '關閉' }).click();
    await main(page).getByRole('button', { name: '刪除（李佩珊）' }).click();
    await lost.getByRole('button', { name: '刪除' }).click();
    await expect(lost).toContainText('未收到回應，可能已移除成員');
    await lost.getByRole('button', { name: '關閉' }).click();
    await expect(main(page).getByRole('button', { name: '刪除（李佩珊）' })).toBeFocused();
    // The refetch of the members fails: the old list stays.
    await expect(main(page).getByRole('alert')).toContainText('無法連線，請檢查網路後再試');
    await expect(rowOf(page, '李佩珊')).toBeVisible();
  });
});
