import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { addDays } from '@portal/contract/dates';
import { eq, inArray, isNotNull } from 'drizzle-orm';
import { proveTrainee } from '../server/src/accounts/actors.ts';
import { accounts } from '../server/src/accounts/tables.ts';
import { createBankAccount } from '../server/src/catalogue/bank-accounts/create-bank-account.ts';
import { organizations } from '../server/src/catalogue/tables.ts';
import { setClassSessions } from '../server/src/classes/acts/set-class-sessions.ts';
import { classes, classInstructors } from '../server/src/classes/tables.ts';
import { approveInClass } from '../server/src/enrolment/review/approve-registration.ts';
import { enrolPeople } from '../server/src/enrolment/seats/enrol.ts';
import { confirmPayments } from '../server/src/payment/confirm-payment.ts';
import { reportPayment } from '../server/src/payment/report-payment.ts';
import { type Database, inTransaction } from '../server/src/platform/database/database.ts';
import { staffAccounts } from '../server/src/staff/tables.ts';
import { lockResults } from '../server/src/training/results/lock-results.ts';
import { recordResults } from '../server/src/training/results/record-result.ts';
import { dialog, main, openDesk, signIn, statementFile, TODAY } from './desk.ts';
import { type Trainee, type TrainingClass, test } from './portal.ts';
import { Presses } from './presses.ts';
import { nameOf, shown, TAIPEI } from './reviews.ts';
import { notice } from './screen.ts';
import { staff } from './staff.ts';

/* How many presses the work of a day takes, from 今日工作. */

const PEOPLE = 30;

type Person = Trainee & { readonly id: number };

/** People with photos, who have no concerns. */
const joinMany = async (
  db: Database,
  join: (name: string) => Promise<Trainee>,
  count: number,
): Promise<Person[]> => {
  const joined: Trainee[] = [];
  while (joined.length < count) joined.push(await join(nameOf(joined.length + 1)));
  const [photo] = await db
    .select({ key: accounts.photoKey })
    .from(accounts)
    .where(isNotNull(accounts.photoKey))
    .limit(1);
  const numbers = joined.map(({ idNumber }) => idNumber);
  const rows = await db
    .update(accounts)
    .set({ photoKey: photo?.key })
    .where(inArray(accounts.idNumber, numbers))
    .returning({ id: accounts.id, idNumber: accounts.idNumber });
  const ids = new Map(rows.map(({ id, idNumber }) => [idNumber, id]));
  return joined.map((person) => ({ ...person, id: ids.get(person.idNumber) ?? 0 }));
};

/** Returns the ids of the registrations, in the order of the people. */
const enrolAll = (db: Database, { code }: TrainingClass, people: readonly Person[]): Promise<number[]> =>
  inTransaction(db, async (tx) => {
    const applicants = people.map(({ id }) => ({ actor: proveTrainee({ accountId: id }) }));
    const outcomes = await enrolPeople(tx, { code, applicants }, new Date());
    return outcomes.map((outcome) => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });
  });

const approveAll = async (
  db: Database,
  opened: TrainingClass,
  people: readonly Person[],
): Promise<number[]> => {
  const ids = await enrolAll(db, opened, people);
  const context = { actor: staff, now: new Date() };
  await inTransaction(db, (tx) => approveInClass(tx, { classId: opened.id, registrationIds: ids }, context));
  return ids;
};

const confirmAll = async (
  db: Database,
  opened: TrainingClass,
  people: readonly Person[],
): Promise<number[]> => {
  const ids = await approveAll(db, opened, people);
  const context = { actor: staff, now: new Date() };
  await inTransaction(db, (tx) => confirmPayments(tx, { registrationIds: ids }, context));
  return ids;
};

/** One session on that day. */
const holdOn = (db: Database, { id: classId }: TrainingClass, date: string, hours = ['09:00', '17:00']) =>
  inTransaction(db, (tx) =>
    setClassSessions(
      tx,
      { classId, sessions: [{ date, fromTime: `${hours[0]}`, toTime: `${hours[1]}` }] },
      { actor: staff, now: new Date() },
    ),
  );

const nameCoach = async (db: Database, { id: classId }: TrainingClass) => {
  const [coach] = await db
    .select({ id: staffAccounts.id })
    .from(staffAccounts)
    .where(eq(staffAccounts.email, 'coach@tpe.example'));
  await db.insert(classInstructors).values({ classId, staffId: coach?.id ?? 0 });
};

/** Everybody passes. */
const passAll = async (db: Database, { id: classId }: TrainingClass, ids: readonly number[]) => {
  const [held] = await db.select().from(classes).where(eq(classes.id, classId));
  if (!held) throw new Error('no class');
  await inTransaction(db, async (tx) => {
    const locked = await lockResults(tx, classId, ids);
    const people = [...locked.values()].map((each) => ({ locked: each, result: 1 as const, scores: [] }));
    await recordResults(tx, held, people, { actor: staff, now: new Date() });
  });
};

/** Goes back to where the work of the day begins, and counts from there. */
const start = async (page: Page): Promise<Presses> => {
  await page.goto('/office');
  await expect(page.getByRole('heading', { level: 1, name: '今日工作' })).toBeVisible();
  return new Presses(page);
};

test('an officer and an instructor need few presses @any-width', async ({
  browser,
  baseURL,
  db,
  join,
  openClass,
}) => {
  test.slow();
  const people = await joinMany(db, join, PEOPLE);
  const [ten, twenty, nine] = [people.slice(0, 10), people.slice(0, 20), people.slice(0, 9)];
  const openHeld = async (date: string, wanted = {}) => {
    const opened = await openClass({ ...TAIPEI, fee: 600, limitNumber: 40, ...wanted });
    return { opened, hold: () => holdOn(db, opened, date) };
  };
  const soon = await openHeld(addDays(TODAY, 3));
  const held = await openHeld(TODAY);
  const graded = await openHeld(addDays(TODAY, -1));
  const passed = await openHeld(addDays(TODAY, -2), { course: 'DP1' });
  await enrolAll(db, soon.opened, people.slice(0, 11));
  await confirmAll(db, held.opened, twenty);
  await confirmAll(db, graded.opened, nine);
  const passedIds = await confirmAll(db, passed.opened, people);
  for (const { hold } of [soon, held, graded, passed]) await hold();
  for (const { opened } of [held, graded]) await nameCoach(db, opened);
  await passAll(db, passed.opened, passedIds);

  const officer = await openDesk(browser, baseURL);
  await signIn(officer, 'officer@tpe.example');

  await test.step('reviews ten registrations, and rejects one', async () => {
    const presses = await start(officer);
    await presses.click(main(officer).getByRole('link', { name: `審核 ${soon.opened.code} 的 11 筆報名` }));
    for (const { name } of ten) {
      await expect(shown(officer, name)).toBeVisible();
      await expect(main(officer).getByRole('button', { name: '通過' })).not.toHaveAttribute('aria-disabled');
      await presses.key('a');
    }
    const last = `${people[10]?.name}`;
    await expect(shown(officer, last)).toBeVisible();
    expect(presses.count).toBeLessThanOrEqual(12);

    await expect(main(officer).getByRole('button', { name: '退回' })).not.toHaveAttribute('aria-disabled');
    const rejecting = new Presses(officer);
    await rejecting.key('r');
    await expect(dialog(officer).getByRole('checkbox').first()).toBeVisible();
    await rejecting.key('1');
    await rejecting.key('Control+Enter');
    await expect(
      main(officer)
        .getByRole('status')
        .filter({ hasText: `已退回 ${last} 的報名` }),
    ).toBeVisible();
    expect(rejecting.count).toBeLessThanOrEqual(3);
  });

  await test.step('publishes a copy of a class', async () => {
    const presses = await start(officer);
    await presses.click(main(officer).getByRole('link', { name: soon.opened.code, exact: true }));
    await expect(main(officer).getByRole('button', { name: '其他作業' })).toBeVisible();
    await presses.key('c');
    // Another journey may take the proposed code at the same moment.
    const code = `E2E-${randomInt(10 ** 8, 10 ** 9)}`;
    await main(officer).getByLabel('課程代碼').fill(code);
    const day = main(officer)
      .getByRole('group', { name: '第 1 個時段' })
      .getByRole('group', { name: '日期' });
    await day.getByRole('spinbutton').first().focus();
    await presses.type(addDays(TODAY, 40).replaceAll('-', ''));
    await presses.key('Control+Enter');
    await presses.click(main(officer).getByRole('button', { name: '發布課程' }));
    await presses.click(dialog(officer).getByRole('button', { name: '發布課程' }));
    await expect(notice(officer, '已發布課程')).toBeVisible();
    // Other journeys count the classes that trainees see.
    await db.update(classes).set({ state: 'draft', publishedAt: null }).where(eq(classes.code, code));
    expect(presses.count).toBeLessThanOrEqual(6);
  });

  await test.step('issues thirty certificates', async () => {
    const presses = await start(officer);
    await presses.click(main(officer).getByRole('link', { name: /^發證：/ }));
    await presses.click(main(officer).getByRole('link', { name: `發證：${passed.opened.code}` }));
    await presses.click(main(officer).getByRole('button', { name: '全部發證（30 人）' }));
    await presses.click(dialog(officer).getByRole('button', { name: '發證' }));
    await expect(main(officer).getByRole('region', { name: /^核發證照/ })).toContainText('30／30 筆');
    expect(presses.count).toBeLessThanOrEqual(4);
  });

  await test.step('finds the telephone of a person', async () => {
    const presses = await start(officer);
    const { email } = people[12] ?? people[0] ?? { email: '' };
    await presses.key('Control+k');
    await presses.type(email);
    await expect(dialog(officer).getByRole('option').first()).toBeVisible();
    await presses.key('Enter');
    await expect(main(officer)).toContainText('0900-000000');
    expect(presses.count).toBeLessThanOrEqual(3);
  });

  const coach = await openDesk(browser, baseURL);
  await signIn(coach, 'coach@tpe.example');

  await test.step('takes the attendance of twenty people', async () => {
    const presses = await start(coach);
    await presses.click(main(coach).getByRole('link', { name: `點名：${held.opened.code}` }));
    await presses.click(main(coach).getByRole('button', { name: '未點名的 20 人全部出席' }));
    await expect(main(coach)).toContainText('出席 20');
    expect(presses.count).toBeLessThanOrEqual(4);
  });

  await test.step('enters thirty-six scores', async () => {
    const presses = await start(coach);
    await presses.click(main(coach).getByRole('link', { name: /^登錄成績：/ }));
    await presses.click(main(coach).getByRole('link', { name: `登錄成績：${graded.opened.code}` }));
    const grid = main(coach).getByRole('table', { name: '成績登錄表' });
    await presses.click(grid.getByRole('textbox').first());
    for (let score = 0; score < 36; score++) await presses.enter(`${71 + (score % 20)}`, 'Enter');
    await expect(main(coach).getByText('已儲存')).toBeVisible();
    await expect(grid.getByRole('textbox').last()).toHaveValue('86');
    expect(presses.count).toBeLessThanOrEqual(40);
  });
  for (const desk of [officer, coach]) await desk.context().close();
});

/** An account of 臺北市分會, which no other journey uses. */
const openBankAccount = async (db: Database, number: string): Promise<number> => {
  const [branch] = await db.select().from(organizations).where(eq(organizations.name, '臺北市分會'));
  const account = { bank: '礁岩銀行', holder: '臺北市分會', number, bankCode: '005' };
  return inTransaction(db, (tx) =>
    createBankAccount(
      tx,
      { organizationId: branch?.id ?? 0, ...account },
      { actor: 'system', now: new Date() },
    ),
  );
};

const FEE = 1200;
const LINES = 44;
/** How many lines are what the people have reported, with digits swapped, short, twice the same, and no payments. */
const kinds = { certain: 26, swapped: 10, short: 2, doubled: 3, interest: 3 } as const;

const swapped = (digits: string) => `${digits.slice(0, 3)}${digits[4]}${digits[3]}`;

test('a statement of 44 lines is brought to no open line in few presses @any-width', async ({
  browser,
  baseURL,
  db,
  join,
  openClass,
}) => {
  test.slow();
  const bankNumber = `${randomInt(10 ** 11, 10 ** 12)}`;
  const bankAccountId = await openBankAccount(db, bankNumber);
  const people = await joinMany(db, join, kinds.certain + kinds.swapped + kinds.short);
  const opened = await openClass({ ...TAIPEI, fee: FEE, limitNumber: LINES, bankAccountId });
  await approveAll(db, opened, people);
  const digitsOf = (at: number) => `${31_017 + at * 1_739}`.slice(-5);
  const day = addDays(TODAY, -1);
  for (const [at, { id, name }] of people.entries()) {
    const remittance = { paidTime: day, lastFive: digitsOf(at), paidMoney: FEE, paidName: name };
    const by = { actor: proveTrainee({ accountId: id }), now: new Date() };
    await inTransaction(db, (tx) => reportPayment(tx, { code: opened.code, ...remittance }, by));
  }
  const lineOf = ({ name }: Trainee, at: number) => {
    const isSwapped = at >= kinds.certain && at < kinds.certain + kinds.swapped;
    const isShort = at >= kinds.certain + kinds.swapped;
    const digits = isSwapped ? swapped(digitsOf(at)) : digitsOf(at);
    return { day, amount: isShort ? FEE - 100 : FEE, account: `0081234567${digits}`, name, memo: '跨行轉入' };
  };
  const lines = people.map(lineOf);
  const doubled = lines.slice(0, kinds.doubled).map((line) => ({ ...line, day: TODAY }));
  const interest = Array.from({ length: kinds.interest }, (_, at) => ({
    ...{ day, amount: 11 + at, account: '', name: '', memo: `存款息 ${at + 1}` },
  }));
  const all = [...lines, ...doubled, ...interest];
  expect(all).toHaveLength(LINES);

  const cashier = await openDesk(browser, baseURL);
  await signIn(cashier, 'cashier@portal.example');
  const presses = await start(cashier);
  const panel = main(cashier).getByRole('tabpanel');
  const focused = cashier.locator('li:focus');
  /** The number in the label of the tab. */
  const left = async (name: string) => {
    const label = await main(cashier).getByRole('tab', { name }).textContent();
    return Number(label?.match(/（(\d+)）/)?.[1]);
  };
  const untilFewer = (name: string, before: number) => expect.poll(() => left(name)).toBeLessThan(before);

  await test.step('imports the file', async () => {
    await presses.click(main(cashier).getByRole('link', { name: /^對帳：/ }));
    await presses.click(main(cashier).getByRole('link', { name: new RegExp(bankNumber) }));
    await presses.click(main(cashier).getByRole('link', { name: '匯入對帳單' }));
    await presses.choose(main(cashier).locator('input[type="file"]'), await statementFile('taiwan', all));
    await presses.click(main(cashier).getByRole('button', { name: '匯入', exact: true }));
    await expect(notice(cashier, `已匯入 ${LINES} 筆明細`)).toBeVisible();
  });

  await test.step('confirms what is certain together', async () => {
    const certain = kinds.certain - kinds.doubled;
    await presses.click(panel.getByRole('button', { name: `確認所選 ${certain} 筆` }));
    await presses.click(dialog(cashier).getByRole('button', { name: '確認繳費' }));
    await expect(notice(cashier, `已確認 ${certain} 筆`)).toBeVisible();
  });

  await test.step('goes through the possible ones by keys', async () => {
    await expect(main(cashier).getByRole('tab', { name: '需判斷' })).toHaveAttribute('aria-selected', 'true');
    await expect(panel.getByRole('listitem').first()).toBeVisible();
    await presses.key('j');
    for (let before = await left('需判斷'); before > 0; before = await left('需判斷')) {
      // A line for the same person waits for the answer about the one before.
      await expect(focused.getByRole('button').first()).not.toHaveAttribute('aria-disabled');
      const isAsking = /…$/.test(`${await focused.getByRole('button').first().textContent()}`);
      await presses.key('Enter');
      if (isAsking) await presses.click(dialog(cashier).getByRole('button', { name: /^保留款項並通知尚差/ }));
      await untilFewer('需判斷', before);
    }
  });

  await test.step('sends back what was paid twice, and sets interest aside', async () => {
    const opened = main(cashier).getByRole('tab', { name: '有入帳、無回報' });
    await expect(opened).toHaveAttribute('aria-selected', 'true');
    for (let n = 0; n < kinds.doubled + kinds.interest; n++) {
      const before = await left('有入帳、無回報');
      const back = panel.getByRole('button', { name: /^列為溢繳待退費：/ });
      if ((await back.count()) > 0) {
        await presses.click(back.first());
        await presses.click(dialog(cashier).getByRole('button', { name: '列為溢繳待退費' }));
      } else {
        await presses.click(panel.getByRole('button', { name: '非繳費款項' }).first());
        await presses.fill(dialog(cashier).getByLabel('原因'), '存款息');
        await presses.click(dialog(cashier).getByRole('button', { name: '列為非繳費款項' }));
      }
      await untilFewer('有入帳、無回報', before);
    }
  });
  await expect(main(cashier).getByRole('status').filter({ hasText: '全部處理完畢' })).toBeVisible();
  expect(presses.count).toBeLessThanOrEqual(45);
  await cashier.context().close();
});
