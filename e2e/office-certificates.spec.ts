import { expect, type Page } from '@playwright/test';
import { approveRegistration } from '../server/src/enrolment/review/approve-registration.ts';
import { confirmPayment } from '../server/src/payment/confirm-payment.ts';
import { type Database, inTransaction } from '../server/src/platform/database/database.ts';
import { recordResult } from '../server/src/training/results/record-result.ts';
import { classTab, dialog, letDaysPass, main, openDesk, rail, signIn, typeDay } from './desk.ts';
import { type Trainee, type TrainingClass, test } from './portal.ts';
import { apply, TAIPEI } from './reviews.ts';
import { fact, visit } from './screen.ts';
import { decide, givePhoto, registrationIn, staff } from './staff.ts';
import { axe } from './support.ts';
import { watch } from './watch.ts';

/* Certificates, from the published results to the trainee's list. */

const publishPass = async (db: Database, trainingClass: TrainingClass, trainee: Trainee) => {
  const { registrationId } = await registrationIn(db, trainingClass, trainee);
  await inTransaction(db, (tx) =>
    recordResult(tx, { registrationId, result: 1, scores: [] }, { actor: staff, now: new Date() }),
  );
};

const section = (page: Page, name: RegExp) =>
  main(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name }) });

test('an officer issues the certificates of a class, and a trainee finds hers @any-width', async ({
  browser,
  baseURL,
  request,
  db,
  join,
  enter,
  openClass,
}) => {
  test.slow();
  const trainingClass = await openClass({ ...TAIPEI, fee: 600 });
  const [person, bare] = [await join('方領證'), await join('白無照')];
  await givePhoto(db, person);
  for (const each of [person, bare]) {
    await apply(request, each, trainingClass);
    await decide(db, trainingClass, [each.name], approveRegistration);
    await decide(db, trainingClass, [each.name], confirmPayment);
  }
  await letDaysPass(db, trainingClass.code, 44);
  for (const each of [person, bare]) await publishPass(db, trainingClass, each);
  const officer = await openDesk(browser, baseURL);
  const faults = await watch(officer);
  await signIn(officer, 'officer@tpe.example');

  await test.step('the class waits, with the days since its training', async () => {
    await rail(officer).getByRole('link', { name: /^證照/ }).click();
    const waiting = main(officer).getByRole('listitem').filter({ hasText: trainingClass.code });
    await expect(waiting).toContainText('2 人待發證');
    await axe(officer);
    await waiting.getByRole('link', { name: `發證：${trainingClass.code}` }).click();
    await expect(classTab(officer, '證照')).toHaveAttribute('aria-current', 'page');
  });

  await test.step('one is ready, the other lacks a photo', async () => {
    await expect(section(officer, /可發證（1 人）/)).toContainText(person.name);
    const lacking = section(officer, /尚有欠缺（1 人）/);
    await expect(lacking.getByRole('row').filter({ hasText: bare.name })).toContainText('沒有照片');
    await axe(officer);
  });

  await test.step('a job issues to all who are ready', async () => {
    await main(officer).getByRole('button', { name: '全部發證（1 人）' }).click();
    await dialog(officer).getByRole('button', { name: '發證' }).click();
    const card = main(officer).getByRole('region', { name: `核發證照：${trainingClass.code}` });
    await expect(card).toContainText('已完成');
    await expect(card).toContainText('1／1 筆');
    await expect(section(officer, /已發證（1 人）/)).toContainText('有效');
    await axe(officer);
  });

  const issued = section(officer, /已發證（1 人）/)
    .getByRole('row')
    .filter({ hasText: person.name });
  const number = `${await issued.getByText(/^[A-Z0-9]+-\d{4}-[0-9A-Z]{10}$/).textContent()}`;

  await test.step('its card is printed on a sheet of the class, and its paper from the register', async () => {
    await main(officer).getByRole('button', { name: '列印證卡' }).click();
    const card = main(officer).getByRole('region', { name: `列印證卡：${trainingClass.code}` });
    const file = officer.waitForEvent('download');
    await card.getByRole('link', { name: /^下載/ }).click();
    expect((await file).suggestedFilename()).toBe(`${trainingClass.code} 證卡.pdf`);
    await axe(officer);
    await main(officer).getByRole('link', { name: number }).click();
    const paper = officer.waitForEvent('download');
    await main(officer).getByRole('button', { name: '下載證書' }).click();
    expect((await paper).suggestedFilename()).toBe(`${number} 證書.pdf`);
  });

  await test.step('the trainee finds it in her list', async () => {
    const home = await openDesk(browser, baseURL);
    await enter(person, home.context());
    await visit(home, '/Auth/CertList');
    await expect(main(home)).toContainText(number);
  });

  await test.step('the other one holds a certificate of the former system, which is taken over with its proof', async () => {
    await rail(officer).getByRole('link', { name: /^證照/ }).click();
    await main(officer).getByRole('link', { name: '非課程發證' }).click();
    await expect(officer.getByRole('heading', { level: 1, name: '非課程發證' })).toBeVisible();
    const field = (name: string) => main(officer).getByLabel(name);
    await main(officer).getByRole('button', { name: '核發證照' }).click();
    await expect(main(officer).getByText('請選擇學員').first()).toBeVisible();
    await axe(officer);
    await field('姓名、證號或行動電話').fill(bare.idNumber);
    await officer.keyboard.press('Enter');
    await expect(main(officer).getByRole('radio', { name: bare.name })).toBeChecked();
    await field('發證會別').selectOption({ label: '臺北市分會' });
    await field('訓練項目').selectOption({ label: '水上自救訓練' });
    await typeDay(main(officer), '發證日期', '2025-03-05');
    await field('依據與原因').fill('舊系統證號 WS-88，紙本證書經核對。');
    const scan = { name: '舊證書.png', mimeType: 'image/png', buffer: await officer.screenshot() };
    await main(officer).locator('input[type=file]').setInputFiles(scan);
    await main(officer).getByRole('button', { name: '核發證照' }).click();
    await expect(officer.getByRole('heading', { level: 1 })).toContainText(bare.name);
    const proof = fact(main(officer), '發證依據');
    await expect(proof).toContainText('舊系統證號 WS-88');
    const address = `${await proof.getByRole('link').getAttribute('href')}`;
    expect((await officer.request.get(address)).headers()['content-type']).toBe('image/jpeg');
    await axe(officer);
  });
  expect(faults).toEqual([]);
});
