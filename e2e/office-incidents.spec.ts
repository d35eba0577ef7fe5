import { expect } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { accounts } from '../server/src/accounts/tables.ts';
import { auditEvents } from '../server/src/audit/tables.ts';
import { organizations } from '../server/src/catalogue/tables.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { staffAccounts } from '../server/src/staff/tables.ts';
import { buildIncident } from '../server/test/factories/incident.ts';
import { dialog, main, openDesk, signIn } from './desk.ts';
import { test } from './portal.ts';
import { fact } from './screen.ts';
import { axe } from './support.ts';
import { watch } from './watch.ts';

/* 個資事件: whom it concerns, the letter to them, and the end. */

const HOUR = 3_600_000;
const OFFICER = 'officer@tpe.example';
/** No other journey has it. */
const SESSION = 987_654;

/** An incident of 臺北市分會 about this person, of which the contact is not written. */
const storeIncident = async (db: Database, idNumber: string) => {
  const [branch] = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.name, '臺北市分會'));
  const [person] = await db
    .update(accounts)
    .set({ emailConfirmedAt: new Date() })
    .where(eq(accounts.idNumber, idNumber))
    .returning({ id: accounts.id });
  const [officer] = await db
    .select({ id: staffAccounts.id })
    .from(staffAccounts)
    .where(eq(staffAccounts.email, OFFICER));
  const now = Date.now();
  await db.insert(auditEvents).values({
    ...{ actor: `staff:${officer?.id}`, action: 'person.show_photo', subject: 'account' },
    ...{ subjectId: person?.id ?? 0, at: new Date(now - 1.5 * HOUR), sessionId: SESSION },
  });
  return buildIncident(db, {
    ...{ accountId: person?.id ?? 0, organizationId: branch?.id ?? null, contact: null },
    ...{ title: '名單誤寄', sessionId: SESSION, createdAt: new Date(now) },
    ...{ occurredFrom: new Date(now - 2 * HOUR), occurredUntil: new Date(now - HOUR) },
  });
};

test('an officer sees whom an incident concerns, previews the letter, mails it and closes the incident', async ({
  browser,
  baseURL,
  db,
  join,
}) => {
  test.slow();
  const person = await join('事小件');
  const { id } = await storeIncident(db, person.idNumber);
  const page = await openDesk(browser, baseURL);
  const faults = await watch(page);
  await signIn(page, OFFICER);

  await test.step('the letter waits until everything is written', async () => {
    await page.goto(`/office/privacy/incidents/${id}`);
    await expect(main(page).getByRole('link', { name: '事小件' })).toBeVisible();
    await expect(main(page).getByText('請先填寫受影響的資料')).toBeVisible();
    await expect(main(page).getByRole('button', { name: /寄通知信/ })).toHaveCount(0);
  });

  await test.step('the officer may look for the people again, with another choice', async () => {
    await main(page).getByRole('link', { name: '修改事件' }).click();
    await expect(main(page).getByLabel('後台人員')).toBeVisible();
    await main(page).getByLabel('聯絡窗口').fill('02-1234-5678 周小姐');
    await axe(page);
    await main(page).getByRole('button', { name: '儲存' }).click();
    await expect(main(page).getByRole('link', { name: '事小件' })).toBeVisible();
  });

  await test.step('the letter is shown before it is mailed to everybody', async () => {
    await main(page).getByRole('button', { name: '寄通知信給 1 人' }).click();
    await expect(dialog(page).getByText('第 12 條')).toBeVisible();
    await expect(dialog(page).getByText('02-1234-5678 周小姐')).toBeVisible();
    await axe(page);
    await dialog(page).getByRole('button', { name: '寄出 1 封' }).click();
    await expect(fact(main(page), '通知')).toHaveText('已寄信 1 人、待寄信 0 人、須以書面通知 0 人', {
      timeout: 60_000,
    });
    await expect(main(page).getByText(/^已寄信 20/)).toBeVisible();
  });

  await test.step('the incident is closed with its result', async () => {
    await main(page).getByRole('button', { name: '結案' }).click();
    await dialog(page).getByLabel('處理結果').fill('已通知當事人');
    await dialog(page).getByRole('button', { name: '結案' }).click();
    await expect(fact(main(page), '處理結果')).toHaveText('已通知當事人');
    await expect(main(page).getByRole('button', { name: '結案' })).toHaveCount(0);
  });
  expect(faults).toEqual([]);
});
