import { expect, type Page } from '@playwright/test';
import { and, eq } from 'drizzle-orm';
import { accounts } from '../server/src/accounts/tables.ts';
import { approveRegistration } from '../server/src/enrolment/review/approve-registration.ts';
import { mails } from '../server/src/mail/tables.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { classTab, dialog, main, openDesk, rail, signIn } from './desk.ts';
import { mailsTo } from './mailbox.ts';
import { type Trainee, test } from './portal.ts';
import { apply, expectLetters, TAIPEI } from './reviews.ts';
import { fact } from './screen.ts';
import { accountIdOf, decide } from './staff.ts';
import { axe } from './support.ts';
import { watch } from './watch.ts';

/* 信件: what was written to whom, one that came back, and a message to the people of a class. */

const APPROVED = '報名資格審查通過';

const rows = (page: Page) => main(page).getByRole('table').getByRole('rowheader');

/** The mail server has refused the mail, and the person has given another address since. */
const letMailReturn = async (db: Database, person: Trainee, email: string) => {
  const accountId = await accountIdOf(db, person);
  const returned = { state: 'undeliverable', sentAt: null, lastError: '550 No such user here' } as const;
  const sent = and(eq(mails.accountId, accountId), eq(mails.template, 'approved'), eq(mails.state, 'sent'));
  await expect.poll(async () => (await db.update(mails).set(returned).where(sent)).rowCount).toBe(1);
  await db.update(accounts).set({ email }).where(eq(accounts.id, accountId));
};

test('an officer finds an undeliverable mail, sends it again, and writes to the people of the class @any-width', async ({
  browser,
  baseURL,
  request,
  dataDir,
  db,
  join,
  openClass,
}) => {
  test.slow();
  const trainingClass = await openClass({ ...TAIPEI, fee: 600 });
  const [moved, other] = [await join('游小郵'), await join('溫小寧')];
  for (const person of [moved, other]) await apply(request, person, trainingClass);
  await decide(db, trainingClass, [moved.name, other.name], approveRegistration);
  for (const person of [moved, other]) await expectLetters(dataDir, person, [APPROVED]);
  const found = { ...moved, email: `new.${moved.email}` };
  await letMailReturn(db, moved, found.email);

  const officer = await openDesk(browser, baseURL);
  const faults = await watch(officer);
  await test.step('the officer finds the undeliverable mail of a person', async () => {
    await signIn(officer, 'officer@tpe.example');
    await rail(officer).getByRole('link', { name: '信件' }).click();
    await main(officer).getByLabel('狀態').selectOption('無法寄達');
    await main(officer).getByLabel('學員', { exact: true }).fill(moved.idNumber);
    await officer.keyboard.press('Enter');
    await expect(rows(officer)).toHaveText([new RegExp(APPROVED)]);
    await axe(officer);
    await rows(officer).getByRole('link').click();
    await expect(fact(main(officer), '郵件伺服器回覆')).toHaveText('550 No such user here');
    await expect(main(officer)).toContainText(`學員目前的電子信箱為 ${found.email}，可重寄至此信箱`);
  });

  await test.step('sends it again to the new address', async () => {
    await axe(officer);
    await main(officer).getByRole('button', { name: '重寄' }).click();
    await expect(dialog(officer)).toContainText(found.email);
    await dialog(officer).getByRole('button', { name: '重寄' }).click();
    await expect(main(officer)).toContainText('無法寄達（已處理）');
    await expectLetters(dataDir, found, [APPROVED]);
  });

  await test.step('sees all mails to the person from the registration', async () => {
    await main(officer).getByRole('link', { name: '查看報名' }).click();
    await main(officer).getByRole('link', { name: '查看寄給這位學員的信件' }).click();
    await expect(main(officer)).toContainText('僅列出一位學員');
    // Enrolled, approved, and approved again.
    await expect(rows(officer).filter({ hasText: APPROVED })).toHaveCount(2);
    await expect(main(officer).getByRole('row').filter({ hasText: '溫小寧' })).toHaveCount(0);
  });

  await test.step('writes to the people of the class, which lists the message', async () => {
    await main(officer).getByRole('link', { name: trainingClass.code }).first().click();
    await classTab(officer, '信件').click();
    // The first tab has the same button; its dialog would close with the tab.
    await expect(main(officer).getByRole('heading', { name: '信件' })).toBeVisible();
    await main(officer).getByRole('button', { name: '寄信給學員' }).click();
    await dialog(officer).getByLabel('收件對象').selectOption('待繳費');
    await dialog(officer).getByLabel('主旨').fill('請攜帶工作服');
    await dialog(officer).getByLabel('內容').fill('第一天請著工作服。');
    await dialog(officer).getByRole('button', { name: '預覽' }).click();
    await expect(dialog(officer)).toContainText('將寄給 2 位學員');
    await expect(dialog(officer)).toContainText('您好');
    await axe(officer);
    await dialog(officer).getByRole('button', { name: '寄給 2 位學員' }).click();
    await expect(rows(officer).filter({ hasText: '請攜帶工作服' })).toHaveCount(2);
    for (const person of [found, other]) await expectLetters(dataDir, person, ['請攜帶工作服']);
    const [message] = (await mailsTo(dataDir, other.email)).filter(({ subject }) =>
      subject?.includes('請攜帶工作服'),
    );
    expect(message?.text).toContain('第一天請著工作服。');
  });
  expect(faults).toEqual([]);
  await officer.context().close();
});
