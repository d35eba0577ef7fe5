import { expect, type Page } from '@playwright/test';
import { today } from '@portal/contract/dates';
import { approveRegistration } from '../server/src/enrolment/approve-registration.ts';
import { rejectRegistration } from '../server/src/enrolment/reject-registration.ts';
import { inTransaction } from '../server/src/platform/database.ts';
import { callAs, type Opening, test } from './portal.ts';
import { notice } from './screen.ts';
import { registrationIn, staff } from './staff.ts';
import { axe } from './support.ts';

/* The home page shows unfinished registrations as cards; on a phone the records show the same. */

const REASON = '未檢附基本救命術證書';

const main = (page: Page) => page.getByRole('main');
const cardOf = (page: Page, { code }: Opening) => main(page).getByRole('article').filter({ hasText: code });

test('home shows dues with their deadline and leads to the report; a rejected person may enrol again', async ({
  page,
  request,
  db,
  trainee,
  openClass,
}) => {
  const [payable, rejected] = [await openClass({ fee: 600 }), await openClass({ fee: 600 })];
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

  await expect(cardOf(page, payable)).toContainText(/費用 NT\$600，審查通過後 \d+ 日內繳費/);

  const by = { actor: staff, now: new Date() };
  await inTransaction(db, (tx) => approveRegistration(tx, toPay, by));
  await inTransaction(db, (tx) => rejectRegistration(tx, { ...toReject, reason: REASON }, by));
  await page.reload();
  await expect(main(page)).toContainText('1 筆未繳費、1 筆資格不符');
  await expect(cardOf(page, payable)).toContainText(/NT\$600・繳費期限 \d\d\/\d\d（.）/);
  await expect(cardOf(page, payable).getByRole('listitem').filter({ hasText: '繳費' })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await expect(cardOf(page, rejected)).toContainText(REASON);
  await axe(page, 'main');

  await cardOf(page, rejected).getByRole('link', { name: '重新報名' }).click();
  await expect(page).toHaveURL(`/ClassInfo/${rejected.code}`);
  await page.goto(`/Class/Personal/${rejected.code}`);
  await expect(main(page)).toContainText(REASON);
  await expect(main(page)).toContainText('您在同一時段已報名其他課程');
  await expect(main(page)).toContainText(payable.code);
  await axe(page, 'main');

  await page.goto('/Auth/PayRecord');
  await expect(main(page)).toContainText('1 筆未繳費');
  await axe(page, 'main');
  await main(page)
    .getByRole('link', { name: `（${payable.code}）繳費資訊` })
    .click();
  await expect(page).toHaveURL(`/Class/Personal/${payable.code}/finish`);
  await expect(main(page)).toContainText('逾期未繳費，主辦分會可取消報名');

  await page.goto('/');
  await cardOf(page, payable).getByRole('link', { name: '填寫繳費回報' }).click();
  await expect(page).toHaveURL(`/Auth/PaidInfo/${payable.code}`);
  await expect(main(page).getByRole('article')).toContainText('NT$600');

  await test.step('a report below the fee leaves the difference and the deadline in sight', async () => {
    const short = '已回報 NT$500，應繳 NT$600，尚差 NT$100';
    const deadline = /分會確認收到全額前，繳費期限 \d\d\/\d\d（.）仍然適用/;
    const field = (label: string) => main(page).getByRole('textbox', { name: label });
    await main(page).getByRole('spinbutton').first().click();
    await page.keyboard.type(today(new Date()).replaceAll('-', ''));
    await field('末五碼').fill('12345');
    await field('匯款人姓名').fill(trainee.name);
    await field('匯款金額').fill('500');
    await main(page).getByRole('button', { name: '確認' }).click();
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
    await field('匯款金額').fill('600');
    await main(page).getByRole('button', { name: '確認' }).click();
    await expect(row).toContainText('繳費審查中');
    await expect(row).not.toContainText('尚差');
  });
});
