import { expect, type Page } from '@playwright/test';
import { renewalOpens } from '@portal/contract/certificates';
import { addDays, addMonths, addYears, readable, today } from '@portal/contract/dates';
import { desc, eq } from 'drizzle-orm';
import type { Issued } from '../server/src/certificates/issue/insert-certificates.ts';
import { approveRenewal } from '../server/src/certificates/renewal/approve-renewal.ts';
import { rejectRenewal } from '../server/src/certificates/renewal/reject-renewal.ts';
import { renewalRequests } from '../server/src/certificates/tables.ts';
import { type Database, inTransaction } from '../server/src/platform/database/database.ts';
import { mailsTo } from './mailbox.ts';
import { callAs, type Trainee, test } from './portal.ts';
import { fact, goByMenu, notice, visit } from './screen.ts';
import { issue, staff } from './staff.ts';
import { axe } from './support.ts';

const day = today(new Date());

const main = (page: Page) => page.getByRole('main');
const current = (page: Page) => main(page).getByRole('table', { name: '現有證照' });
const old = (page: Page) => main(page).getByRole('table', { name: '舊有證照' });
const note = (page: Page) => main(page).getByRole('textbox', { name: '備註' });
const confirm = (page: Page) => main(page).getByRole('button', { name: '確認' });
const done = (page: Page) => page.getByRole('alertdialog', { name: '成功' });

const lastRequestOf = async (db: Database, { id }: Issued): Promise<number> => {
  const [found] = await db
    .select({ id: renewalRequests.id })
    .from(renewalRequests)
    .where(eq(renewalRequests.certificateId, id))
    .orderBy(desc(renewalRequests.id));
  if (!found) throw new Error('nothing was asked for');
  return found.id;
};

const subjectsOf = async (dataDir: string, { email }: Trainee) =>
  (await mailsTo(dataDir, email))
    .map(({ subject }) => subject)
    .filter((subject) => subject?.includes('換證'));

test('a renewal from list to list: asked for, refused, asked for again, approved', async ({
  page,
  db,
  dataDir,
  trainee,
}) => {
  const endTime = addDays(day, 60);
  const certificate = await issue(db, trainee, { endTime });
  const [start, end] = [addDays(endTime, 1), addYears(endTime, 3)];
  const ask = current(page).getByRole('link', { name: `申請換證：急救教練證（${certificate.number}）` });

  await test.step('finds the certificate by the menu', async () => {
    await page.goto('/');
    await goByMenu(page, '學員中心', '證照換證申請');
    await expect(page).toHaveURL('/Auth/CertList');
    await expect(page).toHaveTitle('證照換證申請｜學員訓練報名網');
    await expect(main(page)).toContainText(/1 張證照可換證急救教練證 申請期限 \d{4}/);
    await expect(
      main(page)
        .getByRole('listitem')
        .filter({ hasText: '申請期限' })
        .getByRole('link', { name: /^申請換證：急救教練證/ }),
    ).toHaveAttribute('href', `/Auth/ReCert/${certificate.number}`);
    await expect(main(page)).toContainText('僅可於到期日前六個月內申請換證');
    // The certificates that can be renewed come first, the rules after them.
    const due = await main(page).getByText('張證照可換證').boundingBox();
    const rules = await main(page).getByText('注意事項').boundingBox();
    expect(due?.y).toBeLessThan((await ask.boundingBox())?.y ?? 0);
    expect(rules?.y).toBeGreaterThan((await ask.boundingBox())?.y ?? 0);
    await expect(current(page)).toContainText(`申請期限 ${readable(endTime)}`);
    for (const text of ['臺中市分會', certificate.number, '急救教練證', endTime]) {
      await expect(current(page)).toContainText(text);
    }
    await expect(current(page).locator('[data-label="效期（年）"]')).toHaveText('3');
    await axe(page);
  });

  await test.step('sees the new period of validity', async () => {
    await ask.click();
    await expect(page).toHaveURL(`/Auth/ReCert/${certificate.number}`);
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('換證申請確認');
    await expect(fact(main(page), '證照編號')).toHaveText(certificate.number);
    await expect(fact(main(page), '申請日期')).toContainText(day);
    await expect(fact(main(page), '新證照效期起日')).toContainText(start);
    await expect(fact(main(page), '新證照效期迄日')).toContainText(end);
    await expect(fact(main(page), '中文姓名')).toHaveText(trainee.name);
    await expect(fact(main(page), '身分證字號')).toHaveText(trainee.idNumber);
    await axe(page);
  });

  await test.step('a note that is too long is refused beside the field', async () => {
    await note(page).fill('字'.repeat(501));
    await expect(main(page).getByText('501／500 字')).toBeVisible();
    await confirm(page).click();
    await expect(main(page).getByText('備註不得超過 500 個字')).toBeVisible();
    await expect(note(page)).toBeFocused();
    await axe(page);
  });

  await test.step('typed text survives a reload', async () => {
    await note(page).fill('已完成複訓\n共八小時');
    await page.reload();
    await expect(note(page)).toHaveValue('已完成複訓\n共八小時');
  });

  await test.step('asks for it', async () => {
    await confirm(page).click();
    await expect(done(page)).toContainText('申請已送出');
    await axe(page);
    await done(page).getByRole('button', { name: '確定' }).click();
    await expect(page).toHaveURL('/Auth/CertList');
    await expect(current(page)).toContainText('已送出申請');
    await expect(main(page)).not.toContainText('張證照可換證');
    await expect(ask).toHaveCount(0);
    // The page of the request is not one to come back to.
    await page.goBack();
    await expect(page).not.toHaveURL(/ReCert/);
  });

  await test.step('the review refuses it, with a reason', async () => {
    const requestId = await lastRequestOf(db, certificate);
    await inTransaction(db, (tx) =>
      rejectRenewal(tx, { requestId, backendNote: '請補附複訓證明' }, { actor: staff, now: new Date() }),
    );
    await visit(page, '/Auth/CertList');
    await expect(old(page)).toContainText('未通過');
    await expect(old(page)).toContainText('審查備註：請補附複訓證明');
    await expect(old(page)).toContainText('共八小時');
    await expect(current(page)).toContainText('上次申請未通過');
    await expect(current(page)).toContainText('審查備註：請補附複訓證明');
    await ask.click();
    const reason = main(page).getByText('請補附複訓證明');
    await expect(main(page)).toContainText('上次換證申請未通過的原因');
    const form = await fact(main(page), '證照編號').boundingBox();
    expect((await reason.boundingBox())?.y).toBeLessThan(form?.y ?? 0);
    // The draft is removed once sent.
    await expect(note(page)).toHaveValue('');
    await confirm(page).click();
    await done(page).getByRole('button', { name: '確定' }).click();
  });

  await test.step('and approves the next', async () => {
    const requestId = await lastRequestOf(db, certificate);
    await inTransaction(db, (tx) => approveRenewal(tx, { requestId }, { actor: staff, now: new Date() }));
    await visit(page, '/Auth/CertList');
    await expect(current(page)).toContainText(end);
    await expect(current(page)).not.toContainText(certificate.number);
    await expect(current(page)).toContainText('尚未開放換證');
    await expect(current(page)).toContainText(`${renewalOpens(end)} 起可申請`);
    const results = old(page).getByRole('row').filter({ hasText: certificate.number });
    await expect(results).toHaveCount(2);
    await expect(results.first()).toContainText('通過');
  });

  await test.step('each step has sent its mail', async () => {
    await expect
      .poll(async () => (await subjectsOf(dataDir, trainee)).toSorted())
      .toEqual([
        '【學員訓練報名網】已收到您的換證申請：急救教練證',
        '【學員訓練報名網】已收到您的換證申請：急救教練證',
        '【學員訓練報名網】換證申請已通過：急救教練證',
        '【學員訓練報名網】換證申請未通過：急救教練證',
      ]);
  });
});

test('a certificate that cannot be renewed shows the reason, and its address leads to the list', async ({
  page,
  db,
  join,
  trainee,
}) => {
  const early = await issue(db, trainee, { endTime: addMonths(day, 14) });
  const ordinary = await issue(db, trainee, { course: 'FA1' });
  const expired = await issue(db, trainee, { course: 'DPI', endTime: addDays(day, -1) });
  const strangers = await issue(db, await join());

  await visit(page, '/Auth/CertList');
  const rowOf = ({ number }: Issued) => main(page).getByRole('row').filter({ hasText: number });
  await expect(rowOf(early)).toContainText('尚未開放換證');
  await expect(rowOf(ordinary)).toContainText('不可換證一般證照到期後須重新受訓');
  await expect(old(page)).toContainText(expired.number);
  await expect(main(page)).not.toContainText(strangers.number);
  await expect(main(page).getByRole('link', { name: /申請換證/ })).toHaveCount(0);

  for (const [{ number }, text] of [
    [early, '尚未到可換證期間，僅可於到期日前六個月內申請'],
    [ordinary, '一般證照不可申請換證'],
    [expired, '證照已逾效期，無法申請換證'],
    [strangers, '查無此證照'],
    [{ number: 'NO-SUCH-NUMBER' }, '查無此證照'],
  ] as const) {
    // A typed address leaves no portal page to go back to.
    await page.goto(`/Auth/ReCert/${number}`);
    await expect(notice(page, text)).toBeVisible();
    await expect(page).toHaveURL('/Auth/CertList');
  }
});

test('a renewal requested elsewhere meanwhile leads back exactly one page', {
  tag: '@any-width',
}, async ({ page, db, request, trainee }) => {
  const { number } = await issue(db, trainee);
  await page.goto('/');
  await goByMenu(page, '學員中心', '證照換證申請');
  await expect(current(page)).toContainText(number);
  expect((await callAs(request, trainee, `/api/class/${number}/recert`)).ok()).toBe(true);
  await current(page)
    .getByRole('link', { name: /申請換證/ })
    .click();
  await expect(notice(page, '您已送出換證申請，請等候審查')).toBeVisible();
  await expect(page).toHaveURL('/Auth/CertList');
  await expect(current(page)).toContainText('已送出申請');
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('no certificates yet, with a link to the records', async ({ page, trainee }) => {
  await visit(page, '/Auth/CertList');
  await expect(main(page)).toContainText('目前沒有證照');
  await expect(main(page)).toContainText('查無紀錄');
  await axe(page);
  await main(page).getByRole('link', { name: '查看個人訓練紀錄' }).click();
  await expect(page).toHaveURL('/Auth/TrainingRecord');
  expect(trainee.name).not.toBe('');
});

test('a refused or lost request is reported beside the button, and the typed text stays', {
  tag: '@any-width',
}, async ({ page, db, request, trainee }) => {
  const { number } = await issue(db, trainee);
  await visit(page, `/Auth/ReCert/${number}`);
  await note(page).fill('請盡快審查');

  await page.route(/\/recert$/, (route) => route.abort());
  await confirm(page).click();
  await expect(main(page).getByRole('alert')).toContainText('無法連線，請檢查網路後再試');
  await page.unrouteAll();

  expect((await callAs(request, trainee, `/api/class/${number}/recert`)).ok()).toBe(true);
  await confirm(page).click();
  await expect(main(page).getByRole('alert')).toContainText('您已送出換證申請，請等候審查');
  await expect(note(page)).toHaveValue('請盡快審查');
  await axe(page);
});

test('two presses request once, also if the first answer was lost', { tag: '@any-width' }, async ({
  page,
  db,
  trainee,
}) => {
  const certificate = await issue(db, trainee);
  await visit(page, `/Auth/ReCert/${certificate.number}`);
  let lost = 0;
  const pressed = Promise.withResolvers<void>();
  await page.route(/\/recert$/, async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    // The second press comes while the first is under way.
    await pressed.promise;
    return route.abort();
  });
  await confirm(page).dblclick();
  pressed.resolve();
  await expect(main(page).getByRole('alert')).toContainText('無法連線');
  await confirm(page).click();
  await expect(done(page)).toContainText('申請已送出');
  const requests = await db
    .select()
    .from(renewalRequests)
    .where(eq(renewalRequests.certificateId, certificate.id));
  expect(requests).toHaveLength(1);
});

test('one table is shown if the other fails', { tag: '@any-width' }, async ({ page, enterAsLin }) => {
  await enterAsLin();
  let answers = false;
  await page.route(/\/personal\/CertLists/, (route) => (answers ? route.continue() : route.abort()));
  await page.goto('/Auth/CertList');
  await expect(old(page)).toContainText('複訓證明已逾兩年');
  await expect(main(page).getByRole('alert')).toContainText('無法連線，請檢查網路後再試');
  answers = true;
  await main(page).getByRole('button', { name: '重新載入' }).click();
  await expect(current(page).locator('tbody').getByRole('row')).toHaveCount(4);
});
