import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { addDays } from '@portal/contract/dates';
import { and, eq } from 'drizzle-orm';
import { proveTrainee } from '../server/src/accounts/actors.ts';
import { bankAccounts } from '../server/src/catalogue/tables.ts';
import { approveRegistration } from '../server/src/enrolment/review/approve-registration.ts';
import { enrolMembers } from '../server/src/groups/enrol-members.ts';
import { requireManager } from '../server/src/groups/policy.ts';
import { memberships } from '../server/src/groups/tables.ts';
import { confirmPayment } from '../server/src/payment/confirm-payment.ts';
import { reportPayment } from '../server/src/payment/report-payment.ts';
import { type Database, inTransaction } from '../server/src/platform/database/database.ts';
import { dialog, main, openDesk, rail, signIn, statementFile, TODAY, typeDay } from './desk.ts';
import { mailsTo } from './mailbox.ts';
import { type Trainee, type TrainingClass, test } from './portal.ts';
import { apply, record, TAIPEI } from './reviews.ts';
import { notice } from './screen.ts';
import { accountIdOf, decide, registrationIn, staff } from './staff.ts';
import { axe } from './support.ts';
import { watch } from './watch.ts';

/* 繳費對帳: money that goes back, and a statement with every difficulty. */

const row = (page: Page, text: string) => main(page).getByRole('row').filter({ hasText: text });

/** The text of the mail with that subject. */
const mailAbout = async (dataDir: string, { email }: Trainee, subject: string): Promise<string> => {
  const found = async () => (await mailsTo(dataDir, email)).filter((mail) => mail.subject?.includes(subject));
  // A letter of a confirmation leaves 20 seconds later.
  await expect.poll(async () => (await found()).length, { timeout: 90_000 }).toBe(1);
  return `${(await found())[0]?.text}`;
};

test('a class is called off: the paid get their money back or not, and everybody is told @any-width', async ({
  browser,
  baseURL,
  request,
  dataDir,
  db,
  join,
  enter,
  openClass,
}) => {
  test.slow();
  const trainingClass = await openClass({ ...TAIPEI, fee: 1200, limitNumber: 5 });
  const names = ['周大海', '吳小溪', '鄭一方'] as const;
  const people: Trainee[] = [];
  for (const name of names) people.push(await join(name));
  const [paid, waived, unpaid] = people as [Trainee, Trainee, Trainee];
  for (const person of people) await apply(request, person, trainingClass);
  await decide(db, trainingClass, names, approveRegistration);
  await decide(db, trainingClass, names.slice(0, 2), confirmPayment);

  const officer = await openDesk(browser, baseURL);
  const faults = await watch(officer);
  await test.step('the officer calls it off after reading the consequences', async () => {
    await signIn(officer, 'officer@tpe.example');
    await rail(officer).getByRole('link', { name: '開課' }).click();
    await main(officer).getByLabel('關鍵字').fill(trainingClass.code);
    await officer.keyboard.press('Enter');
    await main(officer).getByRole('link', { name: trainingClass.code }).click();
    await main(officer).getByRole('button', { name: '其他作業' }).click();
    await main(officer).getByRole('button', { name: '停開' }).click();
    await expect(dialog(officer)).toContainText('將取消 3 位學員的報名');
    await expect(dialog(officer)).toContainText(/其中 2 筆列為待退費，共 .*2,400/);
    await dialog(officer).getByRole('combobox', { name: '原因' }).selectOption('天災');
    await dialog(officer).getByRole('textbox', { name: '說明' }).fill('颱風警報，場地關閉');
    await axe(officer);
    await dialog(officer).getByRole('button', { name: '停開課程' }).click();
    await expect(main(officer)).toContainText('已停開（天災）：颱風警報，場地關閉');
  });

  const home = await openDesk(browser, baseURL);
  await test.step('the trainees read it in their records and in a mail', async () => {
    for (const [person, told] of [
      [paid, 'NT$1,200'],
      [unpaid, null],
    ] as const) {
      await enter(person, home.context());
      await home.goto('/Auth/PayRecord');
      await expect(record(home, trainingClass)).toContainText('主辦分會已取消報名：課程停開（天災）');
      const mail = await mailAbout(dataDir, person, '課程停開');
      expect(mail).toContain('颱風警報，場地關閉');
      expect(mail.includes('退')).toBe(told !== null);
      if (told) expect(mail).toContain(told);
    }
    await record(home, trainingClass).getByRole('link', { name: trainingClass.name }).click();
    await expect(main(home)).toContainText('停開');
    await expect(main(home).getByRole('link', { name: '個人報名' })).toHaveCount(0);
  });

  const cashier = await openDesk(browser, baseURL);
  await test.step('the cashier pays one refund and waives the other', async () => {
    await signIn(cashier, 'cashier@portal.example');
    await rail(cashier).getByRole('link', { name: '繳費對帳' }).click();
    await main(cashier).getByRole('link', { name: '退費' }).click();
    await expect(row(cashier, trainingClass.code)).toHaveCount(2);
    await row(cashier, trainingClass.code)
      .getByRole('button', { name: `登記已退費：${paid.name}` })
      .click();
    await expect(dialog(cashier)).toContainText(`退還${paid.name} 1,200 元`);
    await dialog(cashier).getByLabel('匯款序號').fill('A-20391');
    await dialog(cashier).getByRole('button', { name: '登記已退費' }).click();
    await expect(dialog(cashier)).toHaveCount(0);
    await row(cashier, trainingClass.code)
      .getByRole('button', { name: `不退費：${waived.name}` })
      .click();
    await dialog(cashier).getByLabel('原因').fill('學員同意轉為捐款');
    await dialog(cashier).getByRole('button', { name: '不退費' }).click();
    await expect(row(cashier, trainingClass.code).filter({ hasText: paid.name })).toContainText(
      '序號 A-20391',
    );
    await expect(row(cashier, trainingClass.code).filter({ hasText: waived.name })).toContainText(
      '學員同意轉為捐款',
    );
    await expect(row(cashier, trainingClass.code).getByRole('button', { name: '登記' })).toHaveCount(0);
  });

  await test.step('the officer sees the state of the refunds', async () => {
    await main(officer).getByRole('link', { name: '名單' }).click();
    await main(officer)
      .getByRole('link', { name: `查看${paid.name}的報名` })
      .click();
    await expect(main(officer)).toContainText('已退費');
  });
  expect(faults).toEqual([]);
  for (const desk of [officer, home, cashier]) await desk.context().close();
});

const bankNumber = `${randomInt(10 ** 11, 10 ** 12)}`;

/** The account comes into being on the pages of the settings. */
const addBankAccount = async (page: Page): Promise<void> => {
  await signIn(page, 'admin@portal.example');
  await rail(page).getByRole('link', { name: '設定' }).click();
  await main(page).getByRole('link', { name: '匯款帳戶' }).click();
  await main(page).getByRole('button', { name: '新增匯款帳戶' }).click();
  const form = dialog(page);
  await form.getByLabel('會別').selectOption('臺北市分會');
  await form.getByLabel('銀行代碼').fill('004');
  await form.getByLabel('銀行與分行').fill('海港銀行 碼頭分行');
  await form.getByLabel('戶名').fill('臺北市分會');
  await form.getByLabel('帳號').fill(bankNumber);
  await form.getByRole('button', { name: '新增匯款帳戶' }).click();
  await expect(notice(page, '已新增匯款帳戶')).toBeVisible();
};

const DAY = addDays(TODAY, -2);

const membersOf = async (db: Database, { id }: { id: number }): Promise<number[]> => {
  const members = and(eq(memberships.groupId, id), eq(memberships.role, 'member'));
  const found = await db.select({ accountId: memberships.accountId }).from(memberships).where(members);
  return found.map(({ accountId }) => accountId);
};

const report = (
  db: Database,
  { code }: TrainingClass,
  by: { accountId: number; groupCode?: string | undefined },
  { lastFive, paidMoney, paidName }: { lastFive: string; paidMoney: number; paidName: string },
) =>
  inTransaction(db, (tx) =>
    reportPayment(
      tx,
      { code, groupCode: by.groupCode, paidTime: DAY, lastFive, paidMoney, paidName },
      { actor: proveTrainee({ accountId: by.accountId }), now: new Date() },
    ),
  );

/** Two people of the group are approved and reported first, the third later; the money comes as one. */
const reportInTwoParts = async (
  db: Database,
  trainingClass: TrainingClass,
  group: { id: number; code: string; name: string; manager: Trainee },
) => {
  const accountId = await accountIdOf(db, group.manager);
  const actor = proveTrainee({ accountId });
  const members = await membersOf(db, group);
  const seats = await inTransaction(db, (tx) =>
    enrolMembers(
      tx,
      { code: trainingClass.code, group: requireManager({ ...group, role: 'manager' }), accountIds: members },
      { actor, now: new Date() },
    ),
  );
  for (const part of [seats.slice(0, 2), seats.slice(2)]) {
    await inTransaction(db, async (tx) => {
      for (const registrationId of part)
        await approveRegistration(tx, { registrationId }, { actor: staff, now: new Date() });
    });
    const by = { accountId, groupCode: group.code };
    await report(db, trainingClass, by, {
      lastFive: '85034',
      paidMoney: 1500 * part.length,
      paidName: '洪領隊',
    });
  }
};

test('a statement in Big5 with a dropped zero, a double, a short payment and a group sum is brought to no open line @any-width', async ({
  browser,
  baseURL,
  request,
  db,
  join,
  formGroup,
  openClass,
}) => {
  test.slow();
  const admin = await openDesk(browser, baseURL);
  await addBankAccount(admin);
  const [account] = await db.select().from(bankAccounts).where(eq(bankAccounts.number, bankNumber));
  const trainingClass = await openClass({ ...TAIPEI, fee: 1500, bankAccountId: account?.id ?? null });
  const payers = [
    ['錢如實', '52801'],
    ['孫缺零', '00421'],
    ['李重複', '63712'],
    ['周不足', '74923'],
  ] as const;
  for (const [name, lastFive] of payers) {
    const person = await join(name);
    await apply(request, person, trainingClass);
    const registration = await registrationIn(db, trainingClass, person);
    await inTransaction(db, (tx) => approveRegistration(tx, registration, { actor: staff, now: new Date() }));
    const by = { accountId: await accountIdOf(db, person) };
    await report(db, trainingClass, by, { lastFive, paidMoney: 1500, paidName: name });
  }
  const group = await formGroup(['lin', 'chen', 'john']);
  await reportInTwoParts(db, trainingClass, group);

  const cashier = await openDesk(browser, baseURL);
  const faults = await watch(cashier);
  const use = (name: string) =>
    main(cashier)
      .getByRole('button', { name: `確認為${name}（${trainingClass.code}）` })
      .first();
  /** The amounts are equal: the press confirms. */
  const confirmEven = async (name: string) => {
    const confirmed = cashier.waitForResponse(
      (answer) => answer.url().endsWith('/api/office/payments') && answer.ok(),
    );
    await use(name).click();
    await confirmed;
    await expect(notice(cashier, '已確認繳費').last()).toBeVisible();
  };
  const tab = (name: string) => main(cashier).getByRole('tab', { name });

  await test.step('the cashier imports the file', async () => {
    await signIn(cashier, 'cashier@portal.example');
    await rail(cashier).getByRole('link', { name: '繳費對帳' }).click();
    await main(cashier)
      .getByRole('link', { name: new RegExp(bankNumber) })
      .click();
    await main(cashier).getByRole('link', { name: '匯入對帳單' }).click();
    const plain = { day: DAY, amount: 1500, memo: '跨行轉入' };
    const file = await statementFile('post', [
      { ...plain, account: '0095512352801', name: '錢如實' },
      { ...plain, account: '421', name: '孫缺零' },
      { ...plain, account: '0095512363712', name: '李重複' },
      { ...plain, day: addDays(DAY, 1), account: '0095512363712', name: '李重複' },
      { ...plain, amount: 1400, account: '0095512374923', name: '周不足' },
      { ...plain, amount: 4500, account: '0095512385034', name: '洪領隊' },
      { day: DAY, amount: 37, account: '', name: '', memo: '存款息' },
      { day: DAY, amount: -3000, account: '', name: '', memo: '場地費' },
    ]);
    await main(cashier).locator('input[type="file"]').setInputFiles(file);
    await expect(main(cashier).getByLabel('文字編碼')).toHaveValue('big5');
    await expect(main(cashier)).toContainText('待對帳 7 筆，不列入 1 筆');
    await axe(cashier);
    await main(cashier).getByRole('button', { name: '匯入', exact: true }).click();
  });

  await test.step('confirms the certain payment', async () => {
    await expect(main(cashier).getByRole('table', { name: '可直接確認' })).toContainText('錢如實');
    await main(cashier).getByRole('button', { name: '確認所選 1 筆' }).click();
    await dialog(cashier).getByRole('button', { name: '確認繳費' }).click();
    await expect(tab('可直接確認（0）')).toBeVisible();
  });

  await test.step('goes through the possible ones', async () => {
    await expect(tab('需判斷')).toHaveAttribute('aria-selected', 'true');
    await expect(main(cashier)).toContainText('末五碼少了開頭的 0');
    await expect(main(cashier)).toContainText('多筆合計相符');
    await axe(cashier);
    // The line is gone at once, and back when the server refuses.
    const refusal = Promise.withResolvers<void>();
    await cashier.route('**/api/office/payments', async (route) => {
      await refusal.promise;
      await route.fulfill({ status: 422, json: { message: '此筆款項尚在處理' } });
    });
    await use('孫缺零').click();
    await expect(use('孫缺零')).toHaveCount(0);
    refusal.resolve();
    await expect(notice(cashier, '孫缺零 的款項尚未確認：此筆款項尚在處理')).toBeVisible();
    await expect(use('孫缺零')).toBeVisible();
    await cashier.unrouteAll();
    await confirmEven('孫缺零');
    await confirmEven('李重複');
    await use('周不足').click();
    await dialog(cashier).getByRole('button', { name: '保留款項並通知尚差 100 元' }).click();
    await expect(dialog(cashier)).toHaveCount(0);
    await main(cashier)
      .getByRole('listitem')
      .filter({ hasText: '多筆合計相符' })
      .getByRole('button', { name: /^確認為/ })
      .first()
      .click();
    await expect(tab('需判斷（0）')).toBeVisible();
  });

  await test.step('the second transfer of one person becomes a refund, and interest is no payment', async () => {
    await expect(tab('有入帳、無回報')).toHaveAttribute('aria-selected', 'true');
    await expect(main(cashier)).toContainText(`李重複（${trainingClass.code}）已繳費，此筆應退 1,500 元`);
    await axe(cashier);
    await main(cashier)
      .getByRole('button', { name: `列為溢繳待退費：李重複（${trainingClass.code}）` })
      .click();
    await dialog(cashier).getByRole('button', { name: '列為溢繳待退費' }).click();
    await expect(dialog(cashier)).toHaveCount(0);
    await main(cashier)
      .getByRole('listitem')
      .filter({ hasText: '存款息' })
      .getByRole('button', { name: '非繳費款項' })
      .click();
    await dialog(cashier).getByLabel('原因').fill('存款息');
    await dialog(cashier).getByRole('button', { name: '列為非繳費款項' }).click();
    await expect(tab('有入帳、無回報（0）')).toBeVisible();
    await expect(tab('需判斷（0）')).toBeVisible();
  });

  await test.step('the day sheet has no open line, and its sums agree', async () => {
    await main(cashier).getByRole('link', { name: '日結表' }).click();
    await typeDay(main(cashier), '起日', DAY);
    await main(cashier).getByRole('button', { name: '顯示' }).click();
    const cells = (name: string) =>
      main(cashier).getByRole('table', { name: '合計' }).first().getByRole('row', { name }).getByRole('cell');
    // All, matched, open, aside, withdrawn; cash and refunds.
    await expect(cells('筆數')).toHaveText(['8', '6', '0', '1', '1', '0', '0']);
    await expect(cells('金額')).toHaveText(['8,937', '11,900', '0', '37', '-3,000', '0', '0']);
    await main(cashier).getByRole('link', { name: '繳費對帳' }).first().click();
    await expect(row(cashier, bankNumber)).toContainText('0 筆');
  });
  expect(faults).toEqual([]);
  for (const desk of [admin, cashier]) await desk.context().close();
});
