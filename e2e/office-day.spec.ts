import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { press, tabTo } from './keyboard.ts';
import {
  acceptInvitation,
  addAuthenticator,
  addPasskey,
  enterOffice,
  invite,
  visitOffice,
} from './office.ts';
import { test } from './portal.ts';
import {
  addPhrase,
  announcement,
  apply,
  expectLetters,
  main,
  nameOf,
  queue,
  record,
  shown,
  TAIPEI,
} from './reviews.ts';
import { watch } from './watch.ts';

/* An officer's first day, from the invitation to an empty queue. */

const THE_REJECTED = 4;

const reject = async (page: Page, name: string, phrase: string) => {
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: `退回 ${name} 的報名` });
  await tabTo(page, dialog.getByLabel(phrase));
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(announcement(page, `已退回 ${name} 的報名`)).toBeVisible();
};

/** Moves a person to the class of that code, by keys alone. */
const move = async (page: Page, name: string, code: string) => {
  await press(page, main(page).getByRole('link', { name: '開啟報名頁' }));
  await press(page, main(page).getByRole('button', { name: '其他作業' }));
  await press(page, main(page).getByRole('button', { name: '轉班' }));
  const dialog = page.getByRole('dialog', { name: `${name} 轉班` });
  await tabTo(page, dialog.getByRole('radio', { disabled: false }).first());
  await page.keyboard.press('Space');
  const wanted = dialog.getByLabel(code);
  for (let steps = 0; steps < 60 && !(await wanted.isChecked()); steps += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await press(page, dialog.getByRole('button', { name: '轉班' }));
  await expect(page.getByText(`已轉至 ${code}`)).toBeVisible();
};

test('an invited officer signs in with a passkey and reviews thirty by keyboard; a trainee follows each step @any-width', async ({
  page,
  context,
  browser,
  request,
  join,
  enter,
  openClass,
  dataDir,
  baseURL,
}) => {
  test.slow();
  const trainingClass = await openClass({ ...TAIPEI, fee: 600, limitNumber: 40 });
  const other = await openClass({ ...TAIPEI, fee: 900, limitNumber: 1 });
  const names = Array.from({ length: 30 }, (_, n) => nameOf(n + 1));
  const trainees = [];
  for (const name of names) trainees.push(await join(name));
  for (const trainee of trainees) await apply(request, trainee, trainingClass);
  const followed = trainees[THE_REJECTED];
  if (!followed) throw new Error('nobody to follow');
  const phrase = await addPhrase(page, baseURL);

  await enterOffice(context, baseURL, 'admin@portal.example');
  const link = await invite(page, { name: '沈承辦', email: `${randomUUID().slice(0, 8)}@example.com` });

  // A passkey belongs to a host name; an address of numbers is none.
  const site = `${baseURL}`.replace('127.0.0.1', 'localhost');
  const desk = await browser.newContext({
    baseURL: site,
    locale: 'zh-TW',
    viewport: { width: 1280, height: 800 },
  });
  const officer = await desk.newPage();
  await addAuthenticator(officer);
  await acceptInvitation(officer, link.replace(`${baseURL}`, site));
  await addPasskey(officer, '辦公室電腦');
  const faults = await watch(officer);

  const home = await browser.newContext({ baseURL: `${baseURL}`, locale: 'zh-TW' });
  await enter(followed, home);
  const own = await home.newPage();
  const readRecord = async () => {
    await own.goto('/Auth/PayRecord');
    await expect(main(own).getByRole('table').first()).toBeVisible();
  };

  await visitOffice(officer, `/enrolment/review?class=${trainingClass.code}`);
  await expect(queue(officer)).toContainText('共 30 筆');
  await expect(shown(officer, '林一')).toBeVisible();
  await officer.keyboard.press('j');
  await expect(shown(officer, '林二')).toBeFocused();
  await officer.keyboard.press('k');
  await expect(shown(officer, '林一')).toBeFocused();

  for (const [n, name] of names.entries()) {
    await expect(shown(officer, name)).toBeVisible();
    if (n === THE_REJECTED) {
      await test.step('rejects with a phrase, which the trainee reads', async () => {
        await reject(officer, name, phrase);
        await readRecord();
        await expect(record(own, trainingClass)).toContainText('資格不符');
        await expect(record(own, trainingClass)).toContainText(phrase);
      });
      await test.step('reopens', async () => {
        await officer.keyboard.press('u');
        await expect(officer.getByLabel('重新審核的原因')).toBeFocused();
        await officer.keyboard.type('文件已補齊');
        await officer.keyboard.press('Tab');
        await officer.keyboard.press('Tab');
        await officer.keyboard.press('Enter');
        await expect(announcement(officer, '已恢復為待審核')).toBeVisible();
        await expect(shown(officer, name)).toBeFocused();
        await readRecord();
        await expect(record(own, trainingClass)).toContainText('資格審查中');
      });
      await test.step('moves to the last seat of another class', async () => {
        await move(officer, name, other.code);
        await readRecord();
        await expect(record(own, other)).toContainText(`已由 ${trainingClass.code} 轉班`);
        await expect(record(own, trainingClass)).toHaveCount(0);
        await officer.goBack();
        await expect(queue(officer)).toContainText(`共 ${names.length - n - 1} 筆`);
        await officer.keyboard.press('j');
      });
    } else {
      await officer.keyboard.press('Shift+A');
      await expect(announcement(officer, `已通過 ${name} 的報名`)).toBeVisible();
      const next = names[n + 1];
      if (next) await expect(shown(officer, next)).toBeFocused();
    }
  }

  await test.step('approves in the other class, and nothing is left', async () => {
    await visitOffice(officer, `/enrolment/review?class=${other.code}`);
    await expect(shown(officer, followed.name)).toBeVisible();
    await officer.keyboard.press('Shift+A');
    await expect(announcement(officer, `已通過 ${followed.name} 的報名`)).toBeVisible();
    await readRecord();
    await expect(record(own, other)).toContainText('未繳費');
    await visitOffice(officer, '/enrolment/review');
    await expect(queue(officer)).not.toContainText(trainingClass.code);
    await expect(queue(officer)).not.toContainText(other.code);
  });
  await expectLetters(dataDir, followed, ['報名資格審查未通過', '將重新審查', '已轉班', '報名資格審查通過']);
  expect(faults).toEqual([]);
  await desk.close();
  await home.close();
});
