import { expect, type Page } from '@playwright/test';
import { addDays, today } from '@portal/contract/dates';
import { asc, eq } from 'drizzle-orm';
import { cast, DEMO_PASSWORD } from '../server/demo/people.ts';
import { proveTrainee } from '../server/src/accounts/actors.ts';
import { accounts } from '../server/src/accounts/tables.ts';
import { approveRegistration } from '../server/src/enrolment/review/approve-registration.ts';
import { rejectRegistration } from '../server/src/enrolment/review/reject-registration.ts';
import { registrations } from '../server/src/enrolment/tables.ts';
import { createGroup } from '../server/src/groups/create-group.ts';
import { enrolMembers } from '../server/src/groups/enrol-members.ts';
import { requireManager } from '../server/src/groups/policy.ts';
import { memberships } from '../server/src/groups/tables.ts';
import { confirmPayment } from '../server/src/payment/confirm-payment.ts';
import { rejectPayment } from '../server/src/payment/reject-payment.ts';
import { paymentReports } from '../server/src/payment/tables.ts';
import { type Database, inTransaction } from '../server/src/platform/database/database.ts';
import { mailsTo } from './mailbox.ts';
import { callAs, type TrainingClass, test } from './portal.ts';
import { logIn, notice } from './screen.ts';
import { registrationIn, staff } from './staff.ts';
import { axe } from './support.ts';

const REASON = '查無此筆匯款，請確認末五碼';

const main = (page: Page) => page.getByRole('main');
const record = (page: Page, { code }: TrainingClass) => main(page).getByRole('row').filter({ hasText: code });
const confirm = (page: Page) => main(page).getByRole('button', { name: '確認' });
const field = (page: Page, label: string) => main(page).getByRole('textbox', { name: label });
const error = (page: Page, name: string) => main(page).locator(`[data-field="${name}"] [aria-live]`);

const reportsOf = (db: Database, { id }: TrainingClass) =>
  db
    .select({
      paidTime: paymentReports.paidTime,
      lastFive: paymentReports.lastFive,
      paidName: paymentReports.paidName,
      paidMoney: paymentReports.paidMoney,
    })
    .from(paymentReports)
    .where(eq(paymentReports.classId, id))
    .orderBy(asc(paymentReports.id));

/** Types a day into the date field, as a person does: year, month, day. */
const typeDay = async (page: Page, date: string) => {
  await main(page).getByRole('spinbutton').first().click();
  await page.keyboard.type(date.replaceAll('-', ''));
};

const day = today(new Date());

test('a payment is reported, not found, reported again and confirmed', async ({
  page,
  request,
  db,
  dataDir,
  trainee,
  openClass,
}) => {
  // A registration's whole life, with its mails.
  test.slow();
  const trainingClass = await openClass();
  const { code, name } = trainingClass;
  await callAs(request, trainee, '/api/class/personal/create', { code });
  const registration = await registrationIn(db, trainingClass, trainee);
  const decide = (operation: (...given: Parameters<typeof approveRegistration>) => Promise<unknown>) =>
    inTransaction(db, (tx) => operation(tx, registration, { actor: staff, now: new Date() }));

  await test.step('nothing can be reported before the approval', async () => {
    await page.goto('/Auth/PayRecord');
    await expect(record(page, trainingClass)).toContainText('資格審查中');
    await expect(record(page, trainingClass).getByRole('link', { name: '填寫' })).toHaveCount(0);
    await page.goto(`/Auth/PaidInfo/${code}`);
    await expect(page).toHaveURL('/');
    await expect(notice(page, '報名資格尚未審查通過，無法回報繳費')).toBeVisible();
  });

  await test.step('approved, it is reported', async () => {
    await decide(approveRegistration);
    await page.goto('/Auth/PayRecord');
    await expect(record(page, trainingClass)).toContainText('未繳費');
    await record(page, trainingClass)
      .getByRole('link', { name: `填寫繳費回報：${name}（${code}）` })
      .click();
    await expect(page).toHaveURL(`/Auth/PaidInfo/${code}`);
    await expect(page).toHaveTitle('繳費回報｜學員訓練報名網');
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('繳費回報');
    await expect(main(page).getByRole('heading', { name })).toBeVisible();
    await expect(main(page).getByRole('article')).toContainText(`${trainingClass.organization} ${code}`);
    await axe(page);
    await expect(field(page, '匯款人姓名')).toHaveValue(trainee.name);
    await expect(field(page, '匯款金額')).toHaveValue('600');
    await field(page, '末五碼').fill('42');
    const digits = page.getByRole('alertdialog', { name: '末五碼不足五碼' });
    await confirm(page).click();
    await expect(digits).toContainText('將以 00042 送出');
    await axe(page);
    await digits.getByRole('button', { name: '返回補齊' }).click();
    await expect(digits).toHaveCount(0);
    await expect(field(page, '末五碼')).toHaveValue('42');
    expect(await reportsOf(db, trainingClass)).toEqual([]);
    await field(page, '匯款人姓名').fill('海小藍');
    await field(page, '匯款金額').fill('1,500');
    await confirm(page).click();
    const asked = page.getByRole('alertdialog', { name: '送出前請確認' });
    await expect(asked.getByRole('listitem')).toHaveText([/將以 00042 送出/, /應繳 NT\$600，.*多出 NT\$900/]);
    await axe(page);
    await asked.getByRole('button', { name: '以 NT$1,500 送出' }).click();
    await expect(page).toHaveURL('/Auth/PayRecord');
    await expect(notice(page, '已送出繳費回報')).toBeVisible();
    await expect(record(page, trainingClass)).toContainText('繳費審查中');
    await expect(record(page, trainingClass)).toContainText('取消或退費請洽：');
    const said = { paidTime: day, lastFive: '00042', paidName: '海小藍', paidMoney: 1500 };
    expect(await reportsOf(db, trainingClass)).toEqual([said]);
  });

  await test.step('staff do not find the money, and the records say why', async () => {
    await inTransaction(db, (tx) =>
      rejectPayment(tx, { ...registration, reason: REASON }, { actor: staff, now: new Date() }),
    );
    await page.reload();
    await expect(record(page, trainingClass)).toContainText('未繳費');
    await expect(record(page, trainingClass)).toContainText(REASON);
  });

  await test.step('the earlier report can be corrected', async () => {
    await record(page, trainingClass).getByRole('link', { name: '填寫' }).click();
    await expect(main(page)).toContainText('以下是最近一次回報的內容');
    await expect(main(page)).toContainText('如已匯足應繳金額，請勿再匯款。');
    await expect(field(page, '末五碼')).toHaveValue('00042');
    await expect(field(page, '匯款人姓名')).toHaveValue('海小藍');
    await expect(field(page, '匯款金額')).toHaveValue('1500');
    await field(page, '末五碼').fill('00043');
    await confirm(page).click();
    const more = page.getByRole('alertdialog', { name: '匯款金額多於應繳金額' });
    await more.getByRole('button', { name: '以 NT$1,500 送出' }).click();
    await expect(record(page, trainingClass)).toContainText('繳費審查中');
    await expect(record(page, trainingClass)).toContainText(/已回報：.* 匯款 NT\$1,500，末五碼 00043/);
    await expect(record(page, trainingClass)).not.toContainText(REASON);
    expect((await reportsOf(db, trainingClass)).map(({ lastFive }) => lastFive)).toEqual(['00042', '00043']);
  });

  await test.step('confirmed, it is finished', async () => {
    await decide(confirmPayment);
    await page.reload();
    await expect(record(page, trainingClass)).toHaveCount(0);
    await page.getByRole('tab', { name: '完成報名' }).click();
    await expect(record(page, trainingClass)).toContainText('取消或退費請洽：');
    await expect(
      record(page, trainingClass).getByRole('link', { name: `查看繳費資訊：${name}（${code}）` }),
    ).toBeVisible();
    await page.goto(`/Auth/PaidInfo/${code}`);
    await expect(page).toHaveURL('/');
    await expect(notice(page, '本課程已完成繳費')).toBeVisible();
  });

  await test.step('each report and each decision has come by mail', async () => {
    const subjects = async () =>
      (await mailsTo(dataDir, trainee.email)).map(({ subject }) => subject).toSorted();
    const expected = [
      '加入學員成功',
      `已收到您的報名：${name}`,
      `報名資格審查通過：${name}`,
      `已收到您的繳費回報：${name}`,
      `繳費回報未通過審查：${name}`,
      `已收到您的繳費回報：${name}`,
      `已確認收到款項：${name}`,
    ];
    await expect.poll(subjects).toEqual(expected.map((subject) => `【學員訓練報名網】${subject}`).toSorted());
    const texts = (await mailsTo(dataDir, trainee.email)).map(({ text }) => text).join('\n');
    expect(texts).toContain(REASON);
  });
});

test('faults are shown under each field, and nothing is sent', async ({
  page,
  request,
  db,
  trainee,
  openClass,
}) => {
  const trainingClass = await openClass();
  const { code } = trainingClass;
  await callAs(request, trainee, '/api/class/personal/create', { code });
  const registration = await registrationIn(db, trainingClass, trainee);
  await inTransaction(db, (tx) => approveRegistration(tx, registration, { actor: staff, now: new Date() }));
  const sent: string[] = [];
  page.on('request', (call) => {
    if (call.url().includes('/lastfive')) sent.push(call.url());
  });
  await page.goto(`/Auth/PaidInfo/${code}`);

  await expect(field(page, '匯款金額')).toHaveValue('600');
  for (const part of await main(page).getByRole('spinbutton').all()) {
    await part.focus();
    for (const _ of '2026') await page.keyboard.press('Backspace');
  }
  for (const label of ['匯款人姓名', '匯款金額']) await field(page, label).fill('');
  await confirm(page).click();
  await expect(error(page, 'paid_time')).toHaveText('請輸入匯款日期');
  await expect(error(page, 'last_five')).toHaveText('請輸入匯款帳號或收據末五碼');
  await expect(error(page, 'paid_name')).toHaveText('請輸入匯款人姓名');
  await expect(error(page, 'paid_money')).toHaveText('請輸入匯款金額');
  await expect(main(page).getByRole('spinbutton').first()).toBeFocused();
  await axe(page);

  await typeDay(page, '2026-02-30');
  await expect(error(page, 'paid_time')).toHaveText('匯款日期不是有效的日期');
  await typeDay(page, addDays(day, 1));
  await field(page, '末五碼').fill('123');
  await expect(main(page).getByText('不足五碼，將以 00123 送出')).toBeVisible();
  await field(page, '末五碼').fill('123456');
  await expect(main(page).getByText('不足五碼')).toHaveCount(0);
  await field(page, '匯款人姓名').fill('海小藍');
  await field(page, '匯款金額').fill('-1');
  await confirm(page).click();
  await expect(error(page, 'paid_time')).toHaveText('匯款日期必須早於或等於今天');
  await expect(error(page, 'last_five')).toHaveText('末五碼須為 0 至 99999 的數字');
  await expect(error(page, 'paid_name')).toHaveText('');
  await expect(error(page, 'paid_money')).toHaveText('匯款金額不得小於 0');
  expect(sent).toEqual([]);

  const less = page.getByRole('alertdialog', { name: '匯款金額少於應繳金額' });
  const sendZero = less.getByRole('button', { name: '以 NT$0 送出' });

  // A reload keeps the input and its errors.
  await page.reload();
  await expect(field(page, '末五碼')).toHaveValue('123456');
  await expect(field(page, '匯款金額')).toHaveValue('-1');

  await test.step('faults found by the server are shown', async () => {
    await page.route('**/lastfive', (route) =>
      route.fulfill({
        status: 422,
        json: { message: '資料有誤', errors: { paid_name: ['匯款人姓名格式不正確'] } },
      }),
    );
    await typeDay(page, day);
    await field(page, '末五碼').fill('12345');
    await field(page, '匯款金額').fill('0');
    await confirm(page).click();
    await sendZero.click();
    await expect(error(page, 'paid_name')).toHaveText('匯款人姓名格式不正確');
    await expect(field(page, '匯款人姓名')).toBeFocused();
    await expect(field(page, '末五碼')).toHaveValue('12345');
  });

  await test.step('without a connection the form says so, and sends once it is back', async () => {
    await page.unroute('**/lastfive');
    await page.route('**/lastfive', (route) => route.abort('internetdisconnected'));
    // The same amount is not asked about again.
    await confirm(page).click();
    await expect(main(page).getByRole('alert')).toContainText('無法連線，請檢查網路後再試');
    await page.unroute('**/lastfive');
    await main(page).getByRole('button', { name: '重新送出' }).click();
    await expect(page).toHaveURL('/Auth/PayRecord');
    expect(await reportsOf(db, trainingClass)).toMatchObject([{ lastFive: '12345', paidMoney: 0 }]);
  });

  await test.step('staff confirm while the trainee corrects', async () => {
    await record(page, trainingClass).getByRole('link', { name: '填寫' }).click();
    await field(page, '匯款金額').fill('100');
    await inTransaction(db, (tx) => confirmPayment(tx, registration, { actor: staff, now: new Date() }));
    await confirm(page).click();
    await less.getByRole('button', { name: '以 NT$100 送出' }).click();
    await expect(main(page).getByRole('region', { name: '資料有誤' })).toContainText('本課程已完成繳費');
    await main(page).getByRole('button', { name: '取消' }).click();
    await expect(page).toHaveURL('/Auth/PayRecord');
    expect(await reportsOf(db, trainingClass)).toHaveLength(1);
  });
});

test('a manager reports for all unpaid seats of the group at once', { tag: '@any-width' }, async ({
  page,
  request,
  db,
  trainee,
  join,
  openClass,
}) => {
  const trainingClass = await openClass();
  const people = [trainee, await join(), await join(), await join()];
  const ids: number[] = [];
  for (const { idNumber } of people) {
    const [account] = await db
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.idNumber, idNumber));
    ids.push(account?.id ?? 0);
  }
  const groupCode = `E2E${ids[0]}`;
  const groupName = '海藍隊';
  const now = new Date();
  const [managerId = 0, ...memberIds] = ids;
  const groupId = await inTransaction(db, (tx) =>
    createGroup(
      tx,
      { code: groupCode, name: groupName, organizationId: null, managerIds: [managerId] },
      { actor: 'system', now },
    ),
  );
  await db
    .insert(memberships)
    .values(memberIds.map((accountId) => ({ groupId, accountId, role: 'member' as const, joinedAt: now })));
  const group = { id: groupId, code: groupCode, name: groupName, role: 'manager' } as const;
  const seats = await inTransaction(db, (tx) =>
    enrolMembers(
      tx,
      { code: trainingClass.code, group: requireManager(group), accountIds: ids },
      { actor: proveTrainee({ accountId: managerId }), now: new Date() },
    ),
  );
  const [own = 0, second = 0, third = 0] = seats;
  await inTransaction(db, async (tx) => {
    for (const registrationId of [own, second])
      await approveRegistration(tx, { registrationId }, { actor: staff, now: new Date() });
    await rejectRegistration(
      tx,
      { registrationId: third, reason: '未滿 16 歲' },
      { actor: staff, now: new Date() },
    );
  });

  await page.goto('/Auth/PayRecord');
  const row = record(page, trainingClass);
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(groupName);
  await expect(row).toContainText('未繳費');
  await row.getByRole('link', { name: '查看' }).click();
  await expect(main(page).getByText(groupName)).toBeVisible();
  await page.goBack();
  await row.getByRole('link', { name: '填寫' }).click();
  await expect(page).toHaveURL(`/Auth/PaidInfo/${trainingClass.code}?group=${groupCode}`);
  await expect(main(page).getByText(groupName)).toBeVisible();
  await expect(main(page)).toContainText('所有已通過資格審查且未繳費的成員');
  await typeDay(page, day);
  await field(page, '末五碼').fill('54321');
  await field(page, '匯款人姓名').fill(trainee.name);
  await field(page, '匯款金額').fill('1200');
  await confirm(page).click();
  await expect(page).toHaveURL('/Auth/PayRecord');
  await expect(row).toContainText('繳費審查中');

  const rows = await db
    .select({ id: registrations.id, state: registrations.state })
    .from(registrations)
    .where(eq(registrations.classId, trainingClass.id))
    .orderBy(asc(registrations.id));
  expect(rows.map(({ state }) => state)).toEqual(['reported', 'reported', 'rejected', 'pending']);
  expect(await reportsOf(db, trainingClass)).toHaveLength(1);

  // A member reads nothing of it.
  const [, member] = people;
  if (!member) throw new Error('no member');
  const answer = await callAs(request, member, `/api/class/${trainingClass.code}/check`);
  expect(await answer.json()).toMatchObject({ number: 1, paid_name: null, last_five: null });
});

test('unsent changes are not shown as the last report', { tag: '@any-width' }, async ({
  page,
  enterAsLin,
}) => {
  await enterAsLin();
  await page.goto('/Auth/PaidInfo/TPE-CPR-013');
  await expect(main(page)).toContainText('以下是最近一次回報的內容');
  await field(page, '末五碼').fill('54321');
  await main(page).getByRole('link', { name: '首頁' }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(field(page, '末五碼')).toHaveValue('54321');
  await expect(main(page)).toContainText('以下含有您尚未送出的修改');
  await expect(main(page)).not.toContainText('以下是最近一次回報的內容');
  await axe(page);
});

test('a trainee who came by the address and the login leaves the form for the records', {
  tag: '@any-width',
}, async ({ page }) => {
  await page.goto('/Auth/PaidInfo/TPE-CPR-012');
  await expect(page).toHaveURL('/login');
  await logIn(page, cast.lin.account, DEMO_PASSWORD);
  await expect(page).toHaveURL('/Auth/PaidInfo/TPE-CPR-012');
  await main(page).getByRole('button', { name: '取消' }).click();
  await expect(page).toHaveURL('/Auth/PayRecord');
});
