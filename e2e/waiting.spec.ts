import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { today } from '@portal/contract/dates';
import { eq } from 'drizzle-orm';
import { accounts } from '../server/src/accounts/tables.ts';
import { approveRegistration } from '../server/src/enrolment/review/approve-registration.ts';
import { rejectRegistration } from '../server/src/enrolment/review/reject-registration.ts';
import { confirmPayment } from '../server/src/payment/confirm-payment.ts';
import { inTransaction } from '../server/src/platform/database/database.ts';
import { callAs, type TrainingClass, test } from './portal.ts';
import { notice } from './screen.ts';
import { decide, registrationIn, staff } from './staff.ts';
import { axe } from './support.ts';

/* The home page shows unfinished registrations as cards; on a phone the records show the same. */

const REASON = '未檢附基本救命術證書';
const CONDITIONS = '報名資格：曾取得基本救命術證書。';

const main = (page: Page) => page.getByRole('main');
const primary = (within: Locator) => within.locator('.bg-signal-600');
const field = (page: Page, label: string) => main(page).getByRole('textbox', { name: label });
const introduction = (page: Page) => main(page).getByText(CONDITIONS);
const cardOf = (page: Page, { code }: TrainingClass) =>
  main(page).getByRole('article').filter({ hasText: code });

test('home shows dues with their deadline and leads to the report; a rejected person may enrol again', async ({
  page,
  request,
  db,
  trainee,
  openClass,
}) => {
  const payable = await openClass({ fee: 600, paidHtml: '<p>請匯款至主辦分會的帳戶。</p>' });
  const rejected = await openClass({ fee: 600, html: `<p>${CONDITIONS}</p>` });
  for (const { code } of [payable, rejected]) {
    await callAs(request, trainee, '/api/class/personal/create', { code });
  }
  const [toPay, toReject] = [
    await registrationIn(db, payable, trainee),
    await registrationIn(db, rejected, trainee),
  ];

  await page.goto('/');
  await expect(main(page)).toContainText('目前沒有待辦事項');
  await expect(cardOf(page, payable)).toContainText('分會正在審查報名資格，您現在不必做任何事。');

  await expect(cardOf(page, payable)).toContainText(
    /費用 NT\$600，審查通過後 \d+ 日內繳費，最遲至開課前一日；繳費資訊於通過後提供/,
  );

  const by = { actor: staff, now: new Date() };
  await inTransaction(db, (tx) => approveRegistration(tx, toPay, by));
  await inTransaction(db, (tx) => rejectRegistration(tx, { ...toReject, reason: REASON }, by));
  await page.reload();
  await expect(main(page)).toContainText('1 筆未繳費、1 筆資格不符');
  await expect(cardOf(page, payable)).toContainText(/NT\$600・繳費期限 \d\d\/\d\d（.）/);
  await expect(
    cardOf(page, payable).getByText('資格審查已通過，請於期限前匯款並回報。', { exact: true }),
  ).toBeVisible();
  await expect(cardOf(page, payable).getByRole('listitem').filter({ hasText: '繳費' })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await expect(cardOf(page, rejected)).toContainText(REASON);
  await expect(cardOf(page, rejected)).toContainText(
    '請對照課程內容的報名資格，依原因改正後重新報名；須補交證明者請洽：',
  );
  await axe(page, 'main');

  await cardOf(page, rejected).getByRole('link', { name: '重新報名' }).click();
  await expect(page).toHaveURL(`/Class/Personal/${rejected.code}`);
  await expect(main(page)).toContainText(REASON);
  await expect(introduction(page)).toBeVisible();
  await expect(main(page)).toContainText('您在同一時段已報名其他課程');
  await expect(main(page)).toContainText(payable.code);
  await axe(page, 'main');

  await page.goto('/Auth/PayRecord');
  await expect(main(page)).toContainText('1 筆未繳費');
  const rejectedRow = main(page).getByRole('row').filter({ hasText: rejected.code });
  await expect(rejectedRow.getByRole('link', { name: '重新報名' })).toHaveCount(1);
  await axe(page, 'main');
  await main(page)
    .getByRole('link', { name: `（${payable.code}）繳費資訊` })
    .click();
  await expect(page).toHaveURL(`/Class/Personal/${payable.code}/finish`);
  await expect(main(page)).toContainText('逾期未繳費，主辦分會可取消報名');
  await expect(main(page)).toContainText('匯款後請填寫繳費回報；「確認」僅前往報名繳費紀錄。');
  await expect(primary(main(page))).toHaveText(['填寫繳費回報']);
  await expect(primary(main(page))).toBeInViewport();
  await expect(main(page).getByRole('heading', { name: '應繳金額' })).toBeInViewport({ ratio: 1 });

  await page.goto(`/ClassInfo/${payable.code}`);
  await expect(main(page)).toContainText('未繳費');
  await expect(main(page)).toContainText(/NT\$600・繳費期限 \d\d\/\d\d（.）/);
  await expect(primary(main(page))).toHaveText(['報名繳費紀錄']);
  await axe(page, 'main');
  await primary(main(page)).click();
  await expect(page).toHaveURL('/Auth/PayRecord');

  await page.goto('/');
  await cardOf(page, payable).getByRole('link', { name: '填寫繳費回報' }).click();
  await expect(page).toHaveURL(`/Auth/PaidInfo/${payable.code}`);
  await expect(main(page).getByRole('article')).toContainText('NT$600');
  await expect(main(page).getByRole('article')).toContainText('未繳費');
  await expect(main(page).locator('[aria-current="step"]')).toContainText('繳費');
  await expect(main(page)).toContainText('送出後由分會確認款項，收到全額即完成報名');

  await test.step('a report below the fee leaves the difference and the deadline in sight', async () => {
    const short = '已回報 NT$500，應繳 NT$600，尚差 NT$100';
    const deadline = /分會確認收到全額前，繳費期限 \d\d\/\d\d（.）仍然適用/;
    await main(page).getByRole('spinbutton').first().click();
    await page.keyboard.type(today(new Date()).replaceAll('-', ''));
    await field(page, '末五碼').fill('12345');
    await field(page, '匯款人姓名').fill(trainee.name);
    await field(page, '匯款金額').fill('500');
    await main(page).getByRole('button', { name: '確認' }).click();
    const less = page.getByRole('alertdialog', { name: '匯款金額少於應繳金額' });
    await expect(less).toContainText('應繳 NT$600，您填寫 NT$500，尚差 NT$100。');
    await less.getByRole('button', { name: '以 NT$500 送出' }).click();
    await expect(page).toHaveURL('/Auth/PayRecord');
    await expect(notice(page, `已送出繳費回報：${short}`)).toBeVisible();
    await expect(main(page)).toContainText('1 筆繳費金額不足');
    const row = main(page).getByRole('row').filter({ hasText: payable.code });
    await expect(row).toContainText(short);
    await expect(row).toContainText(deadline);
    await axe(page, 'main');

    await page.goto(`/Class/Personal/${payable.code}/finish`);
    await expect(main(page)).toContainText('已收到您的繳費回報，但金額不足');
    await expect(main(page)).toContainText(short);
    await expect(main(page)).toContainText(deadline);
    await expect(main(page).getByRole('region', { name: '尚差金額' })).toContainText('NT$100');
    await axe(page, 'main');

    await page.goto('/');
    await expect(cardOf(page, payable)).toContainText(short);
    await expect(cardOf(page, payable)).toContainText('請補足差額');
    await cardOf(page, payable).getByRole('link', { name: '填寫繳費回報' }).click();
    await expect(main(page).getByRole('article')).toContainText(/繳費期限：/);
    await expect(main(page)).toContainText(short);
    await field(page, '匯款金額').fill('600');
    await main(page).getByRole('button', { name: '確認' }).click();
    await expect(row).toContainText('繳費審查中');
    await expect(row).not.toContainText('尚差');
  });

  await test.step('after a full report the instructions are folded below a warning of paying twice', async () => {
    await page.goto(`/Class/Personal/${payable.code}/finish`);
    await expect(main(page)).toContainText('已收到您的繳費回報');
    await expect(main(page).getByText('查看繳費說明（您已回報繳費，請勿重複匯款）')).toBeVisible();
    await expect(main(page).getByRole('heading', { name: '繳費方式' })).toBeHidden();
    await axe(page, 'main');
  });

  await test.step('somebody who enrols again after a rejection is reminded of its reason', async () => {
    await callAs(request, trainee, '/api/class/personal/create', { code: rejected.code });
    await page.goto('/');
    await expect(cardOf(page, rejected)).toContainText(`上次未通過：${REASON}`);
    await expect(cardOf(page, rejected)).toContainText('請確認上次未通過的原因已改正');
  });

  await test.step('a report under review can be corrected from the home page', async () => {
    await page.goto('/');
    await cardOf(page, payable).getByRole('link', { name: '再次填寫繳費回報' }).click();
    await expect(page).toHaveURL(`/Auth/PaidInfo/${payable.code}`);
    await expect(field(page, '匯款金額')).toHaveValue('600');
    await expect(main(page).getByRole('article')).toContainText('繳費審查中');
  });
});

test('after its deadline a payment says what the branch may do', { tag: '@any-width' }, async ({
  page,
  request,
  db,
  trainee,
  openClass,
}) => {
  const trainingClass = await openClass({ fee: 600 });
  await callAs(request, trainee, '/api/class/personal/create', { code: trainingClass.code });
  const registration = await registrationIn(db, trainingClass, trainee);
  const monthsAgo = new Date(Date.now() - 90 * 24 * 3_600_000);
  await inTransaction(db, (tx) => approveRegistration(tx, registration, { actor: staff, now: monthsAgo }));
  await page.goto('/');
  await expect(cardOf(page, trainingClass)).toContainText(/NT\$600・\d\d\/\d\d（.）已到期/);
  await expect(cardOf(page, trainingClass)).toContainText(
    '主辦分會可取消逾期的報名；如仍要參加，請盡快匯款並回報。',
  );
  await page.goto(`/Class/Personal/${trainingClass.code}/finish`);
  await expect(main(page)).toContainText('已逾繳費期限：');
  await axe(page, 'main');
});

test('the records have one primary button above them for one open payment, and none there for several', {
  tag: '@any-width',
}, async ({ page, request, db, trainee, openClass }) => {
  const [one, other, later] = [await openClass(), await openClass(), await openClass()];
  for (const { code } of [one, other, later]) {
    await callAs(request, trainee, '/api/class/personal/create', { code });
  }
  await decide(db, one, [trainee.name], approveRegistration);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/Auth/PayRecord');
  await expect(main(page)).toContainText('1 筆未繳費');
  await expect(primary(main(page))).toHaveText(['填寫繳費回報']);
  await expect(primary(main(page))).toBeInViewport();
  await expect(primary(main(page))).toHaveAttribute('href', `/Auth/PaidInfo/${one.code}`);

  await test.step('a class that is ahead goes into the calendar, as tentative until the approval', async () => {
    const saveCalendar = async ({ name, code }: TrainingClass): Promise<string> => {
      const saving = page.waitForEvent('download');
      await main(page)
        .getByRole('button', { name: `將 ${name}（${code}） 加入行事曆` })
        .click();
      const saved = await saving;
      expect(saved.suggestedFilename()).toBe(`${code}.ics`);
      return readFile(await saved.path(), 'utf8');
    };
    expect(await saveCalendar(later)).toContain('STATUS:TENTATIVE');
    expect(await saveCalendar(one)).not.toContain('STATUS:TENTATIVE');
  });

  await decide(db, other, [trainee.name], approveRegistration);
  await page.reload();
  await expect(main(page)).toContainText('2 筆未繳費');
  const rows = main(page).getByRole('row');
  for (const { code } of [one, other]) await expect(primary(rows.filter({ hasText: code }))).toHaveCount(1);
  await expect(primary(main(page))).toHaveCount(2);

  await test.step('a finished registration shows all steps as done', async () => {
    await decide(db, one, [trainee.name], confirmPayment);
    await page.goto('/Auth/PayRecord?tab=finished');
    const steps = rows.filter({ hasText: one.code }).getByRole('list', { name: '報名進度' });
    await expect(steps.getByRole('listitem')).toHaveText([
      /送出.*已完成/,
      /審查.*已完成/,
      /繳費.*已完成/,
      /完成.*已完成/,
    ]);
    await axe(page, 'main');
    await page.goto(`/ClassInfo/${one.code}`);
    await expect(main(page)).toContainText('已繳費');
    await primary(main(page)).click();
    await expect(page).toHaveURL('/Auth/PayRecord?tab=finished');
  });
});

test('what waits comes before the reminder of the mailbox', { tag: '@any-width' }, async ({
  page,
  request,
  db,
  trainee,
  enter,
  openClass,
}) => {
  const trainingClass = await openClass();
  await callAs(request, trainee, '/api/class/personal/create', { code: trainingClass.code });
  await db.update(accounts).set({ emailConfirmedAt: null }).where(eq(accounts.idNumber, trainee.idNumber));
  await enter({ stored: JSON.stringify({ ...JSON.parse(trainee.stored), email_confirmed: false }) });
  await page.goto('/');
  const [card, reminder] = [cardOf(page, trainingClass), main(page).getByText('您的電子信箱尚未確認')];
  await expect(card).toBeVisible();
  await expect(reminder).toBeVisible();
  await expect(card).toContainText('想以電子郵件收到結果，請先確認您的電子信箱');
  const top = async (place: Locator) => (await place.boundingBox())?.y ?? 0;
  expect(await top(card)).toBeLessThan(await top(reminder));
  await page.goto('/Auth/PayRecord');
  await expect(reminder).toBeVisible();
});
