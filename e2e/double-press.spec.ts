import { expect, type Locator, type Page } from '@playwright/test';
import { approveRegistration } from '../server/src/enrolment/review/approve-registration.ts';
import { callAs, PASSWORD, test } from './portal.ts';
import { confirm, fillRegistration, input } from './registration-form.ts';
import { visit } from './screen.ts';
import { decide, issue } from './staff.ts';
import { uniqueNationalId } from './support.ts';

/* A second press may come before the first one shows. Every form sends once. */

const REFUSAL = '這次不行';

const main = (page: Page) => page.getByRole('main');
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });

/** Two presses between which nothing can be drawn; the call is answered by a refusal of `field`, which the page shows. */
const expectOneCall = async (page: Page, pressed: Locator, call: string, field: string) => {
  let sent = 0;
  await page.route(`**/api/${call}`, (route) => {
    sent += 1;
    return route.fulfill({ status: 422, json: { message: REFUSAL, errors: { [field]: [REFUSAL] } } });
  });
  await pressed.evaluate((element: HTMLButtonElement) => {
    element.click();
    element.click();
  });
  await expect(page.getByText(REFUSAL).first()).toBeVisible();
  expect(sent, call).toBe(1);
};

/** Presses, and while the call is under way `leave`, which changes nothing; the answer is shown all the same. */
const expectToStay = async (page: Page, pressed: Locator, leave: Locator, call: string, field: string) => {
  const answered = Promise.withResolvers<void>();
  await page.route(`**/api/${call}`, async (route) => {
    await answered.promise;
    await route.fulfill({ status: 422, json: { message: REFUSAL, errors: { [field]: [REFUSAL] } } });
  });
  await pressed.click();
  await expect(leave).toHaveAttribute('aria-disabled', 'true');
  await leave.press('Enter');
  await expect(leave).toBeFocused();
  answered.resolve();
  await expect(page.getByText(REFUSAL).first()).toBeVisible();
  await button(page, '確定').click();
  await page.unrouteAll();
};

test('a visitor’s forms', async ({ page }) => {
  await visit(page, '/login');
  await expectOneCall(page, button(main(page), '登入'), 'login', 'account');

  await visit(page, '/ForgetPassword');
  await expectOneCall(page, confirm(page), 'forget', 'account');

  await page.route('**/api/password/reset/check', (route) => route.fulfill({ json: { message: '' } }));
  await visit(page, '/ForgetPassword?token=secret');
  await input(page, 'password').fill(PASSWORD);
  await input(page, 'password_confirmation').fill(PASSWORD);
  await expectOneCall(page, confirm(page), 'password/reset', 'password');

  await visit(page, '/Register');
  await fillRegistration(page, '林小海');
  await input(page, 'id_number').fill(uniqueNationalId());
  await expectOneCall(page, confirm(page), 'register', 'email');
});

test('a trainee’s forms', async ({ page, request, db, trainee, openClass }) => {
  const trainingClass = await openClass();
  await visit(page, `/Class/Personal/${trainingClass.code}`);
  await expectOneCall(page, confirm(page), 'class/personal/create', 'Class');

  await callAs(request, trainee, '/api/class/personal/create', { code: trainingClass.code });
  await visit(page, '/Auth/PayRecord');
  await main(page).getByRole('button', { name: '取消' }).click();
  const question = page.getByRole('alertdialog', { name: '提示' });
  await expectOneCall(page, button(question, '取消報名'), 'class/personal/cancel', 'Class');

  await decide(db, trainingClass, [trainee.name], approveRegistration);
  await visit(page, `/Auth/PaidInfo/${trainingClass.code}`);
  await main(page).getByRole('spinbutton').first().click();
  await page.keyboard.type('20260102');
  await input(page, 'last_five').fill('12345');
  await input(page, 'paid_name').fill(trainee.name);
  await input(page, 'paid_money').fill('600');
  await expectOneCall(page, confirm(page), `class/${trainingClass.code}/lastfive`, 'paid_name');

  const { number } = await issue(db, trainee);
  await visit(page, `/Auth/ReCert/${number}`);
  await expectOneCall(page, confirm(page), `class/${number}/recert`, 'Cert');

  await visit(page, '/Auth/Profile');
  await expectOneCall(page, confirm(page), 'update/profile', 'email');

  await visit(page, '/Auth/Profile?tab=password');
  await input(page, 'password').fill(PASSWORD);
  await input(page, 'new_password').fill('Grey-seal-88');
  await input(page, 'new_password_confirmation').fill('Grey-seal-88');
  await expectOneCall(page, confirm(page), 'update/password', 'password');
});

test('leaving while a form is sent waits for the answer', async ({
  page,
  request,
  enter,
  openClass,
  formGroup,
}) => {
  const group = await formGroup(['li']);
  const { code } = await openClass();
  await enter(group.manager);

  await visit(page, `/Class/Personal/${code}`);
  const cancel = button(main(page), '取消');
  await expectToStay(page, confirm(page), cancel, 'class/personal/create', 'Class');

  await callAs(request, group.manager, '/api/class/personal/create', { code });
  await visit(page, '/Auth/PayRecord');
  await main(page).getByRole('button', { name: '取消' }).click();
  const question = page.getByRole('alertdialog', { name: '提示' });
  const no = button(question, '否');
  await expectToStay(page, button(question, '取消報名'), no, 'class/personal/cancel', 'Class');

  await visit(page, `/Group/Management/${group.code}`);
  await button(main(page), '新增成員').click();
  const adding = page.getByRole('dialog', { name: '新增團體成員' });
  const call = `class/store/groups/${group.code}`;
  await expectToStay(page, button(adding, '新增'), button(adding, '取消'), call, 'account');

  await visit(page, `/Class/Group/${code}`);
  await main(page).getByRole('checkbox', { name: '報名 李佩珊', exact: true }).check();
  await expectToStay(page, confirm(page), cancel, 'class/group/create', 'Class');
});

test('a manager’s forms', async ({ page, enter, openClass, formGroup }) => {
  const group = await formGroup(['li']);
  const { code } = await openClass();
  await enter(group.manager);

  await visit(page, `/Class/Group/${code}`);
  await main(page).getByRole('checkbox', { name: '報名 李佩珊', exact: true }).check();
  await expectOneCall(page, confirm(page), 'class/group/create', 'Class');

  await visit(page, `/Group/Management/${group.code}`);
  const call = `class/store/groups/${group.code}`;
  await button(main(page), '新增成員').click();
  const adding = page.getByRole('dialog', { name: '新增團體成員' });
  await expectOneCall(page, button(adding, '新增'), call, 'account');
  await button(page, '確定').click();
  await page.unrouteAll();

  await button(main(page), '刪除（李佩珊）').click();
  const asking = page.getByRole('alertdialog', { name: '提示' });
  await expectOneCall(page, button(asking, '刪除'), call, 'Group');
});
