import { expect, type Locator, type Page } from '@playwright/test';
import { cast } from '../server/demo/people.ts';
import { approveRegistration } from '../server/src/enrolment/review/approve-registration.ts';
import { rejectRegistration } from '../server/src/enrolment/review/reject-registration.ts';
import { endMembership } from '../server/src/groups/end-membership.ts';
import { confirmPayment } from '../server/src/payment/confirm-payment.ts';
import { inTransaction } from '../server/src/platform/database/database.ts';
import { callAs, type Formed, loseAnswer, openWithoutContents, test } from './portal.ts';
import { confirm, field, fillRegistration, input } from './registration-form.ts';
import { notice } from './screen.ts';
import { accountIdOf, decide, issue, registrationIn, staff } from './staff.ts';
import { axe, uniqueNationalId } from './support.ts';

/*
 * The error catalogue of the specification, row by row. Rows that a journey shows from end to end stand there:
 *
 * Login failure                        session.spec.ts
 * Any 401                              session.spec.ts
 * Precheck, class load, check          guards.spec.ts
 * Group-data load failure              group-enrolment.spec.ts
 * Group update success, failure        group-enrolment.spec.ts
 * Forgot password success, failure     forgot-password.spec.ts
 * Payment report                       payment.spec.ts
 * Renewal page load failure            certificates.spec.ts
 * Renewal success                      certificates.spec.ts
 * Member view load failure             groups.spec.ts
 * Group roster or admin load failure   groups.spec.ts
 * Cancel success                       find-a-class-and-enrol.spec.ts
 * Profile or password success, failure profile.spec.ts
 * Group member lookup failure          groups.spec.ts
 * Training records load failure        training.spec.ts
 */

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page, name: string) => page.getByRole('alertdialog', { name, exact: true });
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

/** The dialog of an error: its title, one text, the error icon and one button, which closes it. */
const expectError = async (page: Page, title: string, text: string) => {
  const error = dialog(page, title);
  await expect(error.getByRole('paragraph')).toHaveText([text]);
  await expect(error.locator('svg.text-danger-600')).toBeVisible();
  await expect(error.getByRole('button')).toHaveText(['確定']);
  await button(error, '確定').click();
  await expect(error).toHaveCount(0);
};

/** Expects no dialog and no notice, and the same page. */
const expectQuiet = async (page: Page, address: string) => {
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('region', { name: '通知' }).getByRole('paragraph')).toHaveCount(0);
};

/** Lets the server refuse a call by these texts. */
const refuse = (page: Page, call: string, errors: Record<string, string[]>) =>
  page.route(call, (route) => route.fulfill({ status: 422, json: { message: '資料有誤', errors } }));

/** Collects the browser's log from now on. */
const logOf = (page: Page): string[] => {
  const lines: string[] = [];
  page.on('console', (line) => lines.push(line.text()));
  return lines;
};

test('enrolment failure: 報名失敗 with the first message of the class, and the way to an earlier registration', async ({
  page,
  request,
  trainee,
  openClass,
}) => {
  const { code } = await openClass();
  const address = `/Class/Personal/${code}`;
  await page.goto(address);
  await expect(main(page).getByText(trainee.idNumber, { exact: true })).toBeVisible();
  await refuse(page, '**/api/class/personal/create', {
    Class: ['本課程名額已滿', '您已報名同日期的其他課程'],
  });
  await confirm(page).click();
  await expectError(page, '報名失敗', '本課程名額已滿');
  await expect(confirm(page)).toBeFocused();
  await expectQuiet(page, address);

  await page.unroute('**/api/class/personal/create');
  expect((await callAs(request, trainee, '/api/class/personal/create', { code })).ok()).toBe(true);
  await confirm(page).click();
  const failure = page.getByRole('alertdialog', { name: '報名失敗' });
  await expect(failure).toContainText('您已報名本課程');
  await failure.getByRole('button', { name: '查看報名繳費紀錄' }).click();
  await expect(page).toHaveURL('/Auth/PayRecord');
});

test('renewal failure: a line in the browser’s log, and the reason beside the button', async ({
  page,
  request,
  db,
  trainee,
}) => {
  const logged = logOf(page);
  const { number } = await issue(db, trainee);
  const address = `/Auth/ReCert/${number}`;
  await page.goto(address);
  await expect(confirm(page)).toBeVisible();
  expect((await callAs(request, trainee, `/api/class/${number}/recert`)).ok()).toBe(true);
  await confirm(page).click();
  await expect(main(page).getByRole('alert')).toHaveText('您已送出換證申請，請等候審查');
  await expectQuiet(page, address);
  expect(logged.join('\n')).toContain('您已送出換證申請，請等候審查');
});

test('group list load failure: the group beside the list stays, without a message', async ({
  page,
  enter,
  formGroup,
}) => {
  const group = await formGroup(['li']);
  const address = `/Group/Management/${group.code}`;
  await enter(group.manager);
  const failed = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/class/groups') && answer.status() === 403,
  );
  await page.route('**/api/class/groups', (route) => route.fulfill({ status: 403, json: { message: '' } }));
  await page.goto(address);
  await failed;
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(group.name);
  await expect(main(page).getByRole('row').filter({ hasText: '李佩珊' })).toBeVisible();
  await expectQuiet(page, address);
});

test.describe('group add or delete failure', () => {
  /** Both modals are closed, and each message is a bullet of 失敗. */
  const expectBullets = async (page: Page, texts: readonly string[]) => {
    const failure = dialog(page, '失敗');
    await expect(failure.getByRole('listitem')).toHaveText(texts);
    await expect(page.locator('dialog')).toHaveCount(1);
    await expect(failure.locator('ul')).toHaveCSS('list-style-type', 'disc');
    await button(failure, '確定').click();
    await expect(page.locator('dialog')).toHaveCount(0);
  };

  const openGroup = async (page: Page, { code, name }: Formed) => {
    await page.goto(`/Group/Management/${code}`);
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(name);
  };

  test('adding: both modals close, each message is a bullet', async ({ page, enter, formGroup }) => {
    const group = await formGroup(['li']);
    await enter(group.manager);
    await openGroup(page, group);
    await button(page, '新增成員').click();
    const adding = page.getByRole('dialog', { name: '新增團體成員' });
    await button(adding, '新增').click();
    await expectBullets(page, ['請輸入帳號', '請輸入密碼']);
    await expect(button(page, '新增成員')).toBeFocused();
  });

  test('deleting: both modals close, each message is a bullet', async ({ page, db, enter, formGroup }) => {
    const group = await formGroup(['li']);
    await enter(group.manager);
    await openGroup(page, group);
    const remove = button(page, '刪除（李佩珊）');
    const accountId = await accountIdOf(db, { idNumber: cast.li.account });
    // Another manager changed it first.
    await inTransaction(db, (tx) =>
      endMembership(tx, { groupId: group.id, accountId }, { actor: 'system', now: new Date() }),
    );
    await remove.click();
    await button(dialog(page, '提示'), '刪除').click();
    await expectBullets(page, ['此學員不是團體成員']);
  });
});

test('cancel registration confirm: 提示 asks, and 否, the close button and Esc leave all as it is', async ({
  page,
  request,
  trainee,
  openClass,
}) => {
  const { code } = await openClass();
  await callAs(request, trainee, '/api/class/personal/create', { code });
  await page.goto('/Auth/PayRecord');
  const cancel = main(page).getByRole('row').filter({ hasText: code }).getByRole('button', { name: '取消' });
  const question = dialog(page, '提示');
  const ways = {
    否: () => button(question, '否').click(),
    關閉: () => button(question, '關閉').click(),
    Esc: () => page.keyboard.press('Escape'),
  };
  for (const [name, leave] of Object.entries(ways)) {
    await test.step(name, async () => {
      await cancel.click();
      await expect(question.getByRole('paragraph').first()).toHaveText('確定取消報名嗎');
      for (const label of ['取消報名', '否', '關閉']) await expect(button(question, label)).toBeVisible();
      await expect(question.getByRole('button')).toHaveCount(3);
      await leave();
      await expect(question).toHaveCount(0);
      await expect(cancel).toBeFocused();
    });
  }
  const answer = await callAs(request, trainee, '/api/class/personal/Record');
  expect((await answer.json()).UncheckedRecords).toMatchObject([{ code }]);
});

test('cancel failure: 失敗 with the first message of the class', async ({
  page,
  request,
  db,
  trainee,
  openClass,
}) => {
  const trainingClass = await openClass();
  await callAs(request, trainee, '/api/class/personal/create', { code: trainingClass.code });
  await page.goto('/Auth/PayRecord');
  const row = main(page).getByRole('row').filter({ hasText: trainingClass.code });
  await expect(row).toContainText('資格審查中');
  await decide(db, trainingClass, [trainee.name], approveRegistration);
  await decide(db, trainingClass, [trainee.name], confirmPayment);
  await row.getByRole('button', { name: '取消' }).click();
  await button(dialog(page, '提示'), '取消報名').click();
  await expectError(page, '失敗', '已完成繳費，無法取消報名，請洽主辦分會');
  await expectQuiet(page, '/Auth/PayRecord');
  const answer = await callAs(request, trainee, '/api/class/personal/Record');
  expect((await answer.json()).FinishRecords).toMatchObject([{ code: trainingClass.code }]);
});

test('registration failure: the first message under each field, and a line in the browser’s log', async ({
  page,
}) => {
  const logged = logOf(page);
  const idNumber = uniqueNationalId();
  await page.goto('/Register');
  await fillRegistration(page, '林小海');
  await input(page, 'id_number').fill(idNumber);
  await refuse(page, '**/api/register', {
    id_number: ['此身分證字號已註冊，請直接登入', '身分證字號格式不正確'],
    email: ['此電子郵件已被使用', '電子郵件格式不正確'],
  });
  await confirm(page).click();
  await expect(field(page, 'id_number').locator('[aria-live]')).toHaveText('此身分證字號已註冊，請直接登入');
  await expect(field(page, 'email').locator('[aria-live]')).toHaveText('此電子郵件已被使用');
  await expect(input(page, 'id_number')).toBeFocused();
  await expectQuiet(page, '/Register');
  expect(logged.join('\n')).toContain('資料有誤');
  expect(logged.join('\n')).not.toContain(idNumber);
});

test('intro load failure: no message, and the way back to the list', async ({ page }) => {
  const address = `/Intro/${encodeURIComponent('沒有這一類')}`;
  await page.goto(address);
  await expect(main(page)).toContainText('此類別目前沒有內容');
  await expect(main(page).getByRole('alert')).toHaveCount(0);
  await expectQuiet(page, address);
  await main(page).getByRole('link', { name: '回課程介紹' }).click();
  await expect(page).toHaveURL('/Intro');
});

test('lookup list load failure: the form stays, and each list alone can be loaded again', async ({
  page,
}) => {
  const lists = [
    ['organization_id', 'organizations', '臺北市分會'],
    ['career_id', 'careers', '學生'],
    ['city', 'cities', '臺北市'],
    ['area', 'areas', '中正區'],
  ] as const;
  const failing = new Set<string>(lists.map(([, list]) => list));
  const asked = Promise.withResolvers<void>();
  await page.route(/\/api\/(organizations|careers|cities|areas)/, async (route) => {
    await asked.promise;
    const list = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    await (failing.has(list) ? route.abort() : route.continue());
  });
  await page.goto('/Register');
  await input(page, 'chinese_name').fill('林小海');
  const chosen = (name: string) => field(page, name).getByRole('combobox');
  await expect(chosen('organization_id').getByRole('option')).toHaveText(['載入中…']);
  asked.resolve();
  const failures = main(page).getByRole('alert');
  await expect(failures).toHaveText(Array(3).fill(/^無法連線，請檢查網路後再試/));
  await expectQuiet(page, '/Register');
  for (const [name, list, value] of lists) {
    await test.step(list, async () => {
      const failure = field(page, name).locator('..').getByRole('alert');
      // The areas are asked for only when a city is chosen.
      await expect(failure).toBeVisible();
      failing.delete(list);
      await button(failure, '重新載入').click();
      await chosen(name).selectOption(value);
      await expect(failure).toHaveCount(0);
    });
  }
  await expect(failures).toHaveCount(0);
  await expect(input(page, 'chinese_name')).toHaveValue('林小海');
});

/* The client's own words are for programmers; a person reads what happened, in their language. */
const foreignAnswers = [
  ['a proxy that answers 502', '系統維護中，請稍後再試', 502],
  ['a server that fails', '系統發生錯誤，請稍後再試', 500],
] as const;

test('non-success HTTP status: a proxy or a server that fails is told in Chinese, when one enrols and when one cancels', async ({
  page,
  request,
  trainee,
  openClass,
}) => {
  const { code } = await openClass();
  const failing = (status: number) =>
    page.route(/\/personal\/(create|cancel)$/, (route) =>
      route.fulfill({ status, contentType: 'text/html', body: '<html>nginx</html>' }),
    );

  await page.goto(`/Class/Personal/${code}`);
  for (const [what, text, status] of foreignAnswers)
    await test.step(`${what}, when one enrols`, async () => {
      await failing(status);
      await confirm(page).click();
      await expectError(page, '報名失敗', text);
    });

  await callAs(request, trainee, '/api/class/personal/create', { code });
  await page.goto('/Auth/PayRecord');
  for (const [what, text, status] of foreignAnswers)
    await test.step(`${what}, when one cancels`, async () => {
      await failing(status);
      await main(page).getByRole('button', { name: '取消' }).click();
      await button(dialog(page, '提示'), '取消報名').click();
      await expectError(page, '失敗', text);
      await expect(main(page)).toContainText('資格審查中');
    });
});

/* The catalogue names the server's messages. Without an answer nobody knows whether it did what was asked. */
test('a lost answer is not called a failure: the enrolment and its cancellation may be done', async ({
  page,
  trainee,
  openClass,
}) => {
  const { code } = await openClass();
  const lost = dialog(page, '提示');
  const expectLost = async (text: string) => {
    await expect(lost.getByRole('paragraph')).toHaveText([text]);
    await expect(lost.locator('svg.text-danger-600')).toHaveCount(0);
    await axe(page);
  };

  await page.goto(`/Class/Personal/${code}`);
  await expect(main(page).getByText(trainee.idNumber, { exact: true })).toBeVisible();
  await loseAnswer(page, '/api/class/personal/create');
  await confirm(page).click();
  await expectLost('未收到回應，報名可能已完成，請查看報名繳費紀錄。');
  await button(lost, '查看報名繳費紀錄').click();
  await expect(page).toHaveURL('/Auth/PayRecord');
  await expect(main(page).getByRole('row').filter({ hasText: code })).toContainText('資格審查中');

  await loseAnswer(page, '/api/class/personal/cancel');
  await main(page).getByRole('button', { name: '取消' }).click();
  await button(lost, '取消報名').click();
  await expectLost('未收到回應，報名可能已取消，請重新載入紀錄確認。');
  const loaded = page.waitForResponse('**/api/class/personal/Record');
  await button(lost, '重新載入').click();
  await loaded;
  await expect(main(page)).toContainText('查無紀錄');
});

test('an enrolment without an answer can be sent again, and is made once', async ({
  page,
  request,
  trainee,
  openClass,
}) => {
  const { code } = await openClass();
  await page.goto(`/Class/Personal/${code}`);
  await loseAnswer(page, '/api/class/personal/create');
  await confirm(page).click();
  await button(dialog(page, '提示'), '關閉').click();
  await expect(confirm(page)).toBeFocused();
  await confirm(page).click();
  await expect(page).toHaveURL(`/Class/Personal/${code}/finish`);
  const answer = await callAs(request, trainee, '/api/class/personal/Record');
  expect((await answer.json()).UncheckedRecords).toMatchObject([{ code }]);
});

test('removing the record of a rejected registration: the dialogs name what is done', async ({
  page,
  request,
  db,
  trainee,
  openClass,
}) => {
  const trainingClass = await openClass();
  await callAs(request, trainee, '/api/class/personal/create', { code: trainingClass.code });
  const rejection = { ...(await registrationIn(db, trainingClass, trainee)), reason: '未檢附基本救命術證書' };
  await inTransaction(db, (tx) => rejectRegistration(tx, rejection, { actor: staff, now: new Date() }));
  await page.goto('/Auth/PayRecord');
  const row = main(page).getByRole('row').filter({ hasText: trainingClass.code });
  await button(row, `取消報名並移除紀錄：${trainingClass.name}（${trainingClass.code}）`).click();
  const question = dialog(page, '移除紀錄');
  await expect(question.getByRole('paragraph').first()).toHaveText('確定移除這筆紀錄嗎');
  await expect(question).not.toContainText('取消報名');
  await axe(page);
  await button(question, '移除紀錄').click();
  const done = dialog(page, '已移除紀錄');
  await expect(done.getByRole('paragraph')).toHaveText([`${trainingClass.name}（${trainingClass.code}）`]);
  await button(done, '確定').click();
  await expect(row).toHaveCount(0);
});

test('non-success HTTP status: a class that a proxy refuses leads home with a message in Chinese', async ({
  page,
}) => {
  const answer = { status: 403, contentType: 'text/html', body: '<html>nginx</html>' };
  await openWithoutContents(page);
  await page.route('**/api/class/TPE-FA1-001', (route) => route.fulfill(answer));
  await page.goto('/ClassInfo/TPE-FA1-001');
  await expect(page).toHaveURL('/');
  await expect(notice(page, '您沒有執行此操作的權限')).toBeVisible();
});
