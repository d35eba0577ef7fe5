import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { courses } from '../server/src/catalogue/tables.ts';
import { refresherRules, renewalRequests } from '../server/src/certificates/tables.ts';
import { reviewPhrases } from '../server/src/enrolment/tables.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { dialog, main, openDesk, signIn } from './desk.ts';
import { callAs, test } from './portal.ts';
import { fact } from './screen.ts';
import { issue } from './staff.ts';
import { axe } from './support.ts';
import { watch } from './watch.ts';

/* 展延審核 and 證照清冊: a certificate is renewed, corrected and revoked. */

const nav = (page: Page) => main(page).getByRole('navigation', { name: '證照頁面' });
/** No other journey renews certificates of this kind. */
const askForTraining = async (db: Database, course: string) => {
  const [kind] = await db
    .select({ kindId: courses.certificateKindId })
    .from(courses)
    .where(eq(courses.code, course));
  await db.insert(refresherRules).values({ kindId: kind?.kindId ?? 0, hours: 6, years: 3 });
};

const picture = () =>
  sharp({ create: { width: 300, height: 400, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();

const ask = (page: Page, name: string) => main(page).getByRole('button', { name });

test('an officer approves a renewal, corrects the new certificate and revokes the one that follows', async ({
  browser,
  baseURL,
  request,
  db,
  join,
  context,
  enter,
}) => {
  test.slow();
  const person = await join('展小延');
  const { number } = await issue(db, person, { course: 'DPI', organization: '臺北市分會' });
  await askForTraining(db, 'DPI');
  const other = await join('退小回');
  const rejected = await issue(db, other, { course: 'DPI', organization: '臺北市分會' });
  await callAs(request, other, `/api/class/${rejected.number}/recert`, { front_note: '' });
  const phrase = { text: '請先完成複訓', position: 1, updatedBy: 'system', updatedAt: new Date() };
  await db.insert(reviewPhrases).values(phrase).onConflictDoNothing();
  const asked = await callAs(request, person, `/api/class/${number}/recert`, { front_note: '已完成複訓' });
  expect(asked.ok(), await asked.text()).toBe(true);

  const page = await openDesk(browser, baseURL);
  const faults = await watch(page);
  await test.step('the request waits at the desk and is approved', async () => {
    await signIn(page, 'officer@tpe.example');
    await main(page)
      .getByRole('link', { name: /展延審核/ })
      .click();
    const row = main(page).getByRole('row').filter({ hasText: number });
    await expect(row).toContainText('已完成複訓');
    await expect(row).toContainText('尚缺 6 小時');
    await expect(row).toContainText('申請前 3 年內複訓 6 小時');
    await axe(page);
    await ask(page, '核准：展小延').click();
    await dialog(page).getByLabel('核准原因').fill('已於他會完成複訓');
    await dialog(page).getByRole('button', { name: '核准' }).click();
    await expect(dialog(page)).toContainText('請勾選仍要核准');
    await dialog(page).getByLabel('仍要核准').check();
    await dialog(page).getByRole('button', { name: '核准' }).click();
    await expect(row).toHaveCount(0);
  });

  await test.step('a document is asked for, and the trainee sends one', async () => {
    await ask(page, '請補件：退小回').press('Enter');
    await expect(dialog(page).getByLabel('補件內容')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(ask(page, '請補件：退小回')).toBeFocused();
    await page.keyboard.press('Enter');
    await dialog(page).getByLabel('補件內容').fill('請上傳複訓時數證明');
    await dialog(page).getByRole('button', { name: '請補件' }).click();
    await expect(main(page).getByRole('row').filter({ hasText: rejected.number })).toContainText(
      '待學員補件',
    );

    const portal = await context.newPage();
    await enter(other);
    await portal.goto('/Auth/CertList');
    await portal.getByRole('button', { name: /^回覆補件/ }).click();
    const form = portal.getByRole('dialog');
    await form.getByRole('button', { name: '確認' }).click();
    await expect(form).toContainText('請填寫說明或選擇檔案');
    await form.getByLabel('說明').fill('如附件');
    await form
      .getByLabel('選擇補件的檔案')
      .setInputFiles({ name: '複訓證明.jpg', mimeType: 'image/jpeg', buffer: await picture() });
    await axe(portal);
    await form.getByRole('button', { name: '確認' }).click();
    await expect(portal.getByText('已送出補件，請等候審查')).toBeVisible();
    await expect(portal.getByText('請上傳複訓時數證明')).toHaveCount(0);
    await portal.close();
    await page.reload();
    await expect(main(page).getByRole('row').filter({ hasText: rejected.number })).toContainText('如附件');
    await expect(main(page).getByRole('link', { name: '下載補件：退小回' })).toBeVisible();
  });

  await test.step('another is rejected with a phrase, which is edited', async () => {
    await ask(page, '退回：退小回').click();
    await dialog(page).getByRole('button', { name: '請先完成複訓' }).click();
    const reason = dialog(page).getByLabel('退回原因');
    await expect(reason).toHaveValue('請先完成複訓');
    await expect(reason).toBeFocused();
    await reason.pressSequentially('六小時');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    // The row has gone with its buttons.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    const [kept] = await db
      .select({ note: renewalRequests.backendNote })
      .from(renewalRequests)
      .where(eq(renewalRequests.certificateId, rejected.id));
    expect(kept?.note).toBe('請先完成複訓六小時');
  });

  await test.step('the register shows the new certificate beside the old one', async () => {
    await nav(page).getByRole('link', { name: '證照清冊' }).click();
    await main(page).getByLabel('編號、字號或姓名').fill(number);
    await page.keyboard.press('Enter');
    const found = main(page).getByRole('table').getByRole('row').filter({ hasText: number });
    // The former list is dimmed until the filtered one has come.
    await expect(main(page).getByRole('table').getByRole('row')).toHaveCount(2);
    await expect(found).toContainText('已換發');
    await axe(page);
    await expect(found.getByRole('link', { name: '展小延' })).toBeVisible();
    await found.getByRole('link', { name: number }).click();
    await fact(main(page), '後一張證照').getByRole('link').click();
    await expect(fact(main(page), '前一張證照')).toHaveText(number);
  });

  const renewed = await fact(main(page), '證照編號').textContent();
  await test.step('a correction leads to the certificate that follows', async () => {
    await ask(page, '更正補發').click();
    const form = dialog(page);
    await expect(form.getByLabel('中文姓名')).toHaveValue('展小延');
    await form.getByLabel('更正原因').fill('姓名誤植');
    await form.getByLabel('中文姓名').fill('展曉延');
    await form.getByRole('button', { name: '更正補發' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('展曉延');
    await expect(fact(main(page), '前一張證照')).toHaveText(`${renewed}`);
    await axe(page);
    await fact(main(page), '前一張證照').getByRole('link').click();
    await expect(main(page)).toContainText('原因：姓名誤植');
    await page.goBack();
  });

  await test.step('a revoked one says why, also to strangers', async () => {
    await ask(page, '撤銷').click();
    await dialog(page).getByLabel('撤銷原因').fill('資格不符');
    await dialog(page).getByRole('button', { name: '撤銷' }).click();
    await expect(main(page)).toContainText('原因：資格不符');
    await fact(main(page), '公開查驗頁').getByRole('link').click();
    await expect(page.getByText('已撤銷').first()).toBeVisible();
  });
  expect(faults).toEqual([]);
  await page.context().close();
});
