import { expect, type Page } from '@playwright/test';
import { eq, inArray } from 'drizzle-orm';
import { accounts } from '../server/src/accounts/tables.ts';
import { organizations } from '../server/src/catalogue/tables.ts';
import { checkTwins } from '../server/src/people/twins/check-twins.ts';
import { type Database, inTransaction } from '../server/src/platform/database/database.ts';
import { enterOffice, visitOffice } from './office.ts';
import { test } from './portal.ts';
import { axe } from './support.ts';
import { watch } from './watch.ts';

/* 疑似同一人 and 合併: an officer makes two accounts of one person one, and takes it back. */

const main = (page: Page) => page.getByRole('main');

/** Makes both accounts name the same person of the branch. Returns the name. */
const makeTwins = async (db: Database, numbers: readonly string[]): Promise<string> => {
  const chineseName = `孿${numbers[0]?.slice(-4)}`;
  const [branch] = await db.select().from(organizations).where(eq(organizations.name, '臺北市分會'));
  await db
    .update(accounts)
    .set({ chineseName, birthday: '1988-08-08', organizationId: branch?.id ?? null })
    .where(inArray(accounts.idNumber, [...numbers]));
  while (await inTransaction(db, (tx) => checkTwins(tx, new Date())));
  return chineseName;
};

test('an officer merges likely twins and undoes it @any-width', async ({
  page,
  context,
  join,
  baseURL,
  db,
}) => {
  test.slow();
  const people = [await join(), await join()];
  const name = await makeTwins(
    db,
    people.map(({ idNumber }) => idNumber),
  );
  await enterOffice(context, baseURL, 'officer@tpe.example');
  const faults = await watch(page);

  await test.step('the desk lists them', async () => {
    await visitOffice(page, '/people/twins?state=open');
    await expect(main(page).getByText('姓名與出生日期相同').first()).toBeVisible();
    await axe(page);
    await page.getByRole('link', { name: `比對 ${name} 與 ${name}` }).click();
  });
  await test.step('the trial run shows both, and the merge makes them one', async () => {
    await expect(page.getByRole('heading', { name: '比對與合併' })).toBeVisible();
    await expect(main(page)).toContainText('兩筆相同');
    await expect(main(page)).toContainText('將寄信至');
    await axe(page);
    await main(page).getByRole('button', { name: '合併', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '合併學員' });
    await dialog.getByRole('button', { name: '合併', exact: true }).click();
    await expect(dialog).toContainText('請輸入確認為同一人的依據');
    await dialog.getByLabel('確認為同一人的依據').fill('身分證影本相同');
    await axe(page);
    await dialog.getByRole('button', { name: '合併', exact: true }).click();
    await expect(page.getByRole('heading', { name: '合併紀錄' })).toBeVisible();
    await expect(main(page)).toContainText('依據：身分證影本相同');
    await axe(page);
  });
  await test.step('undoing it makes them two again', async () => {
    await main(page).getByRole('button', { name: '復原合併' }).click();
    const dialog = page.getByRole('dialog', { name: '復原合併' });
    await dialog.getByLabel('復原的原因').fill('是兩個人');
    await dialog.getByRole('button', { name: '復原合併' }).click();
    await expect(main(page)).toContainText('復原：是兩個人');
    await main(page)
      .getByRole('link', { name: `併入 ${name}` })
      .click();
    await expect(main(page).getByRole('link', { name: '合併', exact: true })).toBeVisible();
  });
  expect(faults).toEqual([]);
});
