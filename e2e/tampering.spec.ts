import { expect, type Locator, type Page, type Request } from '@playwright/test';
import { eq, inArray } from 'drizzle-orm';
import { cast } from '../server/demo/people.ts';
import { accounts } from '../server/src/accounts/tables.ts';
import { approveRegistration } from '../server/src/enrolment/review/approve-registration.ts';
import { registrations } from '../server/src/enrolment/tables.ts';
import { confirmPayment } from '../server/src/payment/confirm-payment.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { buildImportedPersonWithMailbox } from './imported-person.ts';
import { callAs, type Trainee, type TrainingClass, test } from './portal.ts';
import { confirm, field, input } from './registration-form.ts';
import { logIn, notice, visit } from './screen.ts';
import { accountIdOf, decide } from './staff.ts';

/* Changes the page, its storage and its requests: the screen may show anything, the server decides. */

const INCOMPLETE = '請先確實填寫個人資料，完成後才能進行其他操作';

const main = (page: Page) => page.getByRole('main');

const stored = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? 'null'));

/** The class's registrations with their states. */
const seatsIn = (db: Database, { id }: TrainingClass) =>
  db
    .select({ accountId: registrations.accountId, state: registrations.state })
    .from(registrations)
    .where(eq(registrations.classId, id))
    .orderBy(registrations.id);

/** Changes what the page sends next to an address, and gives what the server answers. */
const forge = async (
  page: Page,
  path: string,
  change: (request: Request) => string | Buffer,
  act: () => Promise<void>,
) => {
  await page.route(`**${path}`, (route) => route.continue({ postData: change(route.request()) }), {
    times: 1,
  });
  const answered = page.waitForResponse(`**${path}`);
  await act();
  const answer = await answered;
  return { status: answer.status(), ...(await answer.json()) };
};

const withBody = (changes: object) => (request: Request) =>
  JSON.stringify({ ...request.postDataJSON(), ...changes });

const enable = (control: Locator) => control.evaluate((element) => element.removeAttribute('disabled'));

test('a person who marks their profile as complete is refused every call and led to the profile', async ({
  page,
  db,
  request,
  openClass,
}) => {
  const person = await buildImportedPersonWithMailbox(db);
  const trainingClass = await openClass();
  const refused = new Map<string, [number, string]>();
  // Read on the way: the browser drops the body of an answer once its page is left.
  await page.route('**/api/**', async (route) => {
    const answer = await route.fetch();
    if (answer.status() === 403) {
      refused.set(new URL(answer.url()).pathname, [403, (await answer.json()).message]);
    }
    await route.fulfill({ response: answer });
  });
  await page.goto('/login');
  await logIn(page, person.account, person.password);
  await expect(page).toHaveURL('/Auth/Profile');
  expect((await stored(page)).state).toBe(false);

  for (const [address, call] of [
    ['/Auth/PayRecord', '/api/class/personal/Record'],
    ['/Auth/TrainingRecord', '/api/class/personal/TrainingRecord'],
    ['/Auth/CertList', '/api/class/personal/CertLists'],
    ['/Group', '/api/class/groups'],
    [`/Class/Personal/${trainingClass.code}`, '/api/class/personal/precheck'],
    [`/Class/Group/${trainingClass.code}`, `/api/class/group/${trainingClass.code}`],
    [`/Auth/PaidInfo/${trainingClass.code}`, `/api/class/${trainingClass.code}/check`],
  ] as const) {
    await page.evaluate((user) => localStorage.setItem('user', JSON.stringify({ ...user, state: true })), {
      ...(await stored(page)),
    });
    await page.goto(address);
    await expect(page).toHaveURL('/Auth/Profile');
    await expect(main(page)).toContainText(INCOMPLETE);
    await expect.poll(() => refused.get(call)).toEqual([403, INCOMPLETE]);
    expect((await stored(page)).state).toBe(false);
    // Said once: by the page itself.
    await expect(notice(page, INCOMPLETE)).toHaveCount(0);
  }

  const answer = await callAs(request, await stored(page), '/api/class/personal/create', trainingClass);
  expect([answer.status(), await answer.json()]).toEqual([
    403,
    { code: 'profile_incomplete', message: INCOMPLETE },
  ]);
  expect(await seatsIn(db, trainingClass)).toEqual([]);
});

test('a disabled button that is enabled leads to the reason', async ({ page, db, trainee: _, openClass }) => {
  const trainingClass = await openClass({ personalAllow: false });
  await visit(page, `/ClassInfo/${trainingClass.code}`);
  const off = main(page).getByRole('button', { name: '個人報名' });
  await expect(off).toHaveAttribute('aria-disabled', 'true');
  await off.evaluate((button, address) => {
    button.removeAttribute('aria-disabled');
    button.addEventListener('click', () => location.assign(address));
  }, `/Class/Personal/${trainingClass.code}`);
  await off.click();
  await expect(page).toHaveURL(`/ClassInfo/${trainingClass.code}`);
  await expect(main(page).getByRole('status').filter({ hasText: '本課程未開放個人報名' })).toBeVisible();
  expect(await seatsIn(db, trainingClass)).toEqual([]);
});

test('a read-only field of the profile that is made writable keeps its stored value', async ({
  page,
  db,
  trainee,
}) => {
  const owner = async () => {
    const id = await accountIdOf(db, trainee);
    const [found] = await db
      .select({ name: accounts.chineseName, idNumber: accounts.idNumber, school: accounts.school })
      .from(accounts)
      .where(eq(accounts.id, id));
    return found;
  };
  const before = { name: trainee.name, idNumber: trainee.idNumber };
  const save = () => confirm(page).click();

  await test.step('in the page, the form ignores it', async () => {
    await visit(page, '/Auth/Profile');
    for (const [name, typed] of [
      ['chinese_name', '別人'],
      ['id_number', cast.lin.account],
    ] as const) {
      await enable(input(page, name));
      await input(page, name).fill(typed);
    }
    await input(page, 'school').fill('範例大學');
    await save();
    await page.getByRole('alertdialog', { name: '成功' }).getByRole('button', { name: '確定' }).click();
    await expect(page).toHaveURL('/');
    expect(await owner()).toEqual({ ...before, school: '範例大學' });
    expect(await stored(page)).toMatchObject({ chinese_name: trainee.name, id_number: trainee.idNumber });
  });

  for (const [name, value, forged, text] of [
    ['chinese_name', trainee.name, '別人', '中文姓名為唯讀，無法修改'],
    ['id_number', trainee.idNumber, cast.lin.account, '身分證字號無法修改，請聯繫所屬分會管理人員'],
  ] as const) {
    await test.step(`in transit: ${name}`, async () => {
      await visit(page, '/Auth/Profile');
      await input(page, 'school').fill('別的大學');
      const forging = (request: Request) => {
        const sent = `${request.postDataBuffer()}`;
        expect(sent).toContain(value);
        return Buffer.from(sent.replace(value, forged));
      };
      const answer = await forge(page, '/api/update/profile', forging, save);
      expect(answer).toMatchObject({ status: 422, errors: { [name]: [text] } });
      await expect(field(page, name)).toContainText(text);
      expect(await owner()).toEqual({ ...before, school: '範例大學' });
    });
  }
});

test('a roster that is changed in the page or in transit enrols and cancels nobody', async ({
  page,
  db,
  request,
  enter,
  join,
  formGroup,
  openClass,
}) => {
  const SEND = '/api/class/group/create';
  const [trainingClass, group] = [await openClass(), await formGroup(['li', 'wu'])];
  const [paid, free] = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.idNumber, [cast.li.account, cast.wu.account]))
    .orderBy(accounts.id);
  const stranger: Trainee = await join('外來者');
  const roster = { code: trainingClass.code, group: group.code, admins: [], members: [], had_removed: [] };
  const tickOf = (name: string) => main(page).getByRole('checkbox', { name: `報名 ${name}`, exact: true });
  await callAs(request, group.manager, SEND, { ...roster, members: [{ id: paid?.id, state: true }] });
  await decide(db, trainingClass, ['李佩珊'], approveRegistration);
  await decide(db, trainingClass, ['李佩珊'], confirmPayment);
  const before = [{ accountId: paid?.id, state: 'confirmed' }];
  expect(await seatsIn(db, trainingClass)).toEqual(before);

  await enter(group.manager);
  await page.goto(`/Class/Group/${trainingClass.code}`);
  const send = () => confirm(page).click();
  const close = async (title: string, text: string) => {
    const dialog = page.getByRole('alertdialog', { name: title });
    await expect(dialog).toContainText(text);
    await dialog.getByRole('button', { name: '確定' }).click();
  };

  await test.step('a locked tick that is enabled is not sent', async () => {
    await enable(tickOf('李佩珊'));
    await tickOf('李佩珊').click({ force: true });
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await send();
    await close('提示', '報名名單沒有變更');
    expect(sent).not.toContain(SEND);
    await expect(tickOf('李佩珊')).toBeChecked();
    expect(await seatsIn(db, trainingClass)).toEqual(before);
  });

  await test.step('and is refused if it is sent anyway', async () => {
    await tickOf('吳俊傑').check();
    const unticked = withBody({
      members: [
        { id: paid?.id, state: false },
        { id: free?.id, state: true },
      ],
    });
    expect((await forge(page, SEND, unticked, send)).status).toBe(422);
    await close('失敗', '李佩珊 已繳費，無法取消報名');
    expect(await seatsIn(db, trainingClass)).toEqual(before);
  });

  for (const [what, theirs, nobodys] of [
    ['group', { group: 'LANHAI' }, { group: 'NOWHERE' }],
    [
      'member',
      { members: [{ id: await accountIdOf(db, stranger), state: true }] },
      { members: [{ id: 999_999_999, state: true }] },
    ],
  ] as const) {
    await test.step(`another person’s ${what} is refused like an unknown one`, async () => {
      const answers = [];
      for (const changes of [theirs, nobodys]) {
        const answer = await forge(page, SEND, withBody(changes), send);
        await close('失敗', answer.errors.Class[0]);
        answers.push(answer);
      }
      expect(answers[0].status).toBe(422);
      expect(answers[0]).toEqual(answers[1]);
      expect(await seatsIn(db, trainingClass)).toEqual(before);
    });
  }

  await test.step('a person of another group is shown like an unknown one', async () => {
    await page.goto(`/Group/Management/${group.code}`);
    const LOOK_UP = '/api/class/groups/member';
    const answers = [];
    for (const idNumber of [stranger.idNumber, 'A100000001']) {
      const asked = withBody({ id_number: idNumber, passport_no: null });
      const look = () => main(page).getByRole('link', { name: '查看（李佩珊）' }).click();
      answers.push(await forge(page, LOOK_UP, asked, look));
      await expect(main(page).getByRole('status')).toHaveText('查無資料');
      await expect(main(page)).not.toContainText(stranger.name);
      await page.goBack();
    }
    expect(answers[0]).toEqual({ status: 404, code: 'not_found', message: '查無資料' });
    expect(answers[0]).toEqual(answers[1]);
  });
});
