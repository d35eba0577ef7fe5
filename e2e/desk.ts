import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { today } from '@portal/contract/dates';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { DEMO_PASSWORD } from '../server/demo/people.ts';
import { classes, classSessions } from '../server/src/classes/tables.ts';
import { type Database, inTransaction } from '../server/src/platform/database/database.ts';
import { banks } from '../server/test/statements/banks.ts';
import type { CaseLine } from '../server/test/statements/cases.ts';
import { LONG_AGO } from './portal.ts';
import { waitForNavigations } from './support.ts';

/* Several people at computers of their own, who work on the same class. */

export const TODAY = today(new Date());

export const main = (page: Page) => page.getByRole('main');
export const rail = (page: Page) => page.getByRole('navigation', { name: '主選單' });
/** A tab of the class that the page shows. */
export const classTab = (page: Page, name: string) =>
  main(page).getByRole('navigation', { name: '課程資料' }).getByRole('link', { name });

/** The question or form that lies over the page. */
export const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

/** The computer of one more person. */
export const openDesk = async (
  browser: Browser,
  baseURL: string | undefined,
  viewport = { width: 1280, height: 800 },
): Promise<Page> => {
  const context = await browser.newContext({ baseURL: `${baseURL}`, locale: 'zh-TW', viewport });
  const page = await context.newPage();
  await waitForNavigations(page);
  return page;
};

/** Signs staff of the demo data in on the login page. */
export const signIn = async (page: Page, email: string) => {
  await page.goto('/office/staff/sign-in');
  await main(page).getByLabel('電子信箱').fill(email);
  await main(page).getByLabel('密碼', { exact: true }).fill(DEMO_PASSWORD);
  await main(page).getByRole('button', { name: '登入', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: '今日工作' })).toBeVisible();
};

/** Types a day into the date field of that name. */
export const typeDay = async (within: Locator, name: string, day: string) => {
  await within.getByRole('group', { name }).getByRole('spinbutton').first().click();
  await within.page().keyboard.type(day.replaceAll('-', ''));
};

/** A bank's file with these lines. */
export const statementFile = async (bank: string, lines: readonly CaseLine[]) => {
  const found = banks.find(({ name }) => name === bank);
  if (!found) throw new Error(`no bank is called ${bank}`);
  let balance = 500_000;
  const body = lines.map((line, at) => {
    balance += line.amount;
    return found.row(line, at, balance);
  });
  const rows = [...found.head, ...body, ...found.foot];
  const buffer = await found.encode(rows);
  return { name: `${bank}-${TODAY}.${found.extension}`, mimeType: 'text/csv', buffer };
};

/** The session of today lasts all day: a scan after its end is refused, and journeys run at any hour. */
export const holdAllDay = (db: Database, code: string) =>
  db
    .update(classSessions)
    .set({ fromTime: '00:00', toTime: '23:59' })
    .where(
      and(
        eq(classSessions.date, TODAY),
        inArray(
          classSessions.classId,
          db.select({ id: classes.id }).from(classes).where(eq(classes.code, code)),
        ),
      ),
    );

/** Moves the class so many days towards the past: a journey cannot wait for it. */
export const letDaysPass = (db: Database, code: string, days: number) =>
  inTransaction(db, async (tx) => {
    const earlier = sql.raw(`interval '${days} days'`);
    const [trainingClass] = await tx
      .update(classes)
      .set({
        startTime: sql`${classes.startTime} - ${earlier}`,
        endTime: sql`${classes.endTime} - ${earlier}`,
      })
      .where(eq(classes.code, code))
      .returning({ id: classes.id });
    await tx
      .update(classSessions)
      .set({ date: sql`${classSessions.date} - ${days}::int` })
      .where(eq(classSessions.classId, trainingClass?.id ?? 0));
  });

/** Other journeys count on the newest classes: the class comes after them. */
export const putBehind = async (db: Database, code: string) => {
  await db.update(classes).set({ publishedAt: LONG_AGO }).where(eq(classes.code, code));
};
