import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { test as base, expect, type Page } from '@playwright/test';
import { addDays } from '@portal/contract/dates';
import { dialog, main, openDesk, rail, TODAY, typeDay } from './desk.ts';
import { acceptInvitation, invite, visitOffice } from './office.ts';
import { confirm, fillRegistration, input } from './registration-form.ts';
import { notice } from './screen.ts';
import { uniqueNationalId } from './support.ts';

/* An association comes from an empty database to its first trainee, with one command outside the browser. */

interface EmptyPortal {
  readonly address: string;
  /** The link of the first administrator, as the command prints it. */
  inviteAdministrator(): Promise<string>;
}

const run = promisify(execFile);
const INVITATION = ['--email', 'first@association.example', '--name', '王管理', '--role', 'admin'];

const test = base.extend<{ portal: EmptyPortal }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
  portal: async ({}, use) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'portal-empty-'));
    const port = `${20_000 + (process.pid % 20_000)}`;
    const settings = { DATA_DIR: folder, PORT: port, DEMO_DATA: 'off', STAFF_SECOND_FACTOR: 'optional' };
    const env = { PATH: process.env.PATH, LOG_LEVEL: 'error', ...settings };
    const server = spawn(process.execPath, ['server/src/main.ts'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const stopped = new Promise((resolve) => server.once('close', resolve));
    const address = `http://127.0.0.1:${port}`;
    const isReady = () =>
      fetch(`${address}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady, { timeout: 240_000 }).toBe(true);
    const inviteAdministrator = async () => {
      const command = ['server/src/commands/invite-staff.ts', ...INVITATION];
      const { stdout } = await run(process.execPath, command, { env });
      const [link] = /http\S+#[\w-]{43}/.exec(stdout) ?? [];
      return `${link}`;
    };
    await use({ address, inviteAdministrator });
    server.kill('SIGTERM');
    await stopped;
    await rm(folder, { recursive: true, force: true });
  },
});

/** A step of 網站尚未設定完成, with its state. */
const step = (page: Page, name: string) =>
  main(page)
    .getByRole('list', { name: '設定步驟' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: new RegExp(`\\. ${name}$`) }) });

const openStep = async (page: Page, name: string) => {
  await rail(page).getByRole('link', { name: '今日工作' }).click();
  await expect(step(page, name)).toContainText('下一步');
  await step(page, name).getByRole('link').click();
};

test('an association gets from nothing to its first trainee @any-width', async ({ browser, portal }) => {
  test.slow();
  const trainee = await openDesk(browser, portal.address);
  await test.step('the public pages say that the site is being prepared', async () => {
    await trainee.goto('/');
    await expect(main(trainee)).toContainText('網站準備中');
    await trainee.goto('/Register');
    await expect(main(trainee)).toContainText('目前還不能加入');
  });

  const admin = await openDesk(browser, portal.address);
  await test.step('the first administrator signs in and finds what is missing', async () => {
    await acceptInvitation(admin, await portal.inviteAdministrator());
    await expect(main(admin)).toContainText('網站尚未設定完成');
  });

  await test.step('an organisation', async () => {
    await openStep(admin, '會別');
    await main(admin).getByRole('button', { name: '新增會別' }).click();
    await dialog(admin).getByLabel('名稱').fill('臺北市分會');
    await dialog(admin).getByLabel('代碼').fill('TPE');
    await dialog(admin).getByRole('button', { name: '新增會別' }).click();
    await expect(main(admin).getByRole('row', { name: /臺北市分會/ })).toContainText('使用中');
  });

  await test.step('a certificate kind', async () => {
    await openStep(admin, '證照種類');
    await main(admin).getByRole('button', { name: '新增證照種類' }).click();
    await dialog(admin).getByLabel('名稱').fill('急救員合格證');
    await dialog(admin).getByLabel('有效年數').fill('2');
    await dialog(admin).getByRole('button', { name: '新增證照種類' }).click();
    await expect(admin.getByRole('heading', { level: 1, name: '急救員合格證' })).toBeVisible();
  });

  await test.step('a course', async () => {
    await openStep(admin, '訓練項目');
    await main(admin).getByRole('link', { name: '新增訓練項目' }).click();
    await main(admin).getByRole('textbox', { name: '名稱' }).fill('急救員訓練');
    await main(admin).getByRole('textbox', { name: '代碼' }).fill('AID');
    await main(admin).getByLabel('證照種類').selectOption('急救員合格證');
    await main(admin).getByRole('textbox', { name: '時數' }).fill('8');
    await main(admin).getByRole('textbox', { name: '費用' }).fill('1200');
    await main(admin).getByRole('button', { name: '新增訓練項目' }).click();
    await expect(main(admin).getByRole('row', { name: /急救員訓練/ })).toBeVisible();
  });

  await test.step('a bank account', async () => {
    await openStep(admin, '匯款帳戶');
    await main(admin).getByRole('button', { name: '新增匯款帳戶' }).click();
    await dialog(admin).getByLabel('會別').selectOption('臺北市分會');
    await dialog(admin).getByLabel('銀行代碼').fill('012');
    await dialog(admin).getByLabel('銀行與分行').fill('海嶼商業銀行');
    await dialog(admin).getByLabel('戶名').fill('急救協會');
    await dialog(admin).getByLabel('帳號').fill('123-45-6789');
    await dialog(admin).getByRole('button', { name: '新增匯款帳戶' }).click();
    await expect(main(admin).getByRole('row', { name: /123-45-6789/ })).toBeVisible();
  });

  const officer = await openDesk(browser, portal.address);
  await test.step('an officer, who accepts the invitation', async () => {
    await openStep(admin, '後台人員');
    const link = await invite(admin, { name: '周承辦', email: 'officer@association.example' });
    await acceptInvitation(officer, link);
  });

  await test.step('the officer opens a class and publishes it', async () => {
    await rail(officer).getByRole('link', { name: '開課' }).click();
    await main(officer).getByRole('link', { name: '新增課程' }).click();
    await main(officer).getByLabel('訓練項目').selectOption({ label: 'AID 急救員訓練' });
    await main(officer).getByRole('button', { name: '下一步' }).click();
    await typeDay(main(officer).getByRole('group', { name: '第 1 個時段' }), '日期', addDays(TODAY, 20));
    await main(officer).getByRole('textbox', { name: '上課地點' }).fill('臺北市中正區範例路一段 1 號');
    await main(officer).getByRole('textbox', { name: '聯絡人' }).fill('周承辦');
    await main(officer).getByRole('textbox', { name: '聯絡電話' }).fill('02-20000000');
    await main(officer).getByRole('button', { name: '新增課程' }).click();
    await expect(notice(officer, '已新增課程（草稿）')).toBeVisible();
    await main(officer).getByRole('button', { name: '發布' }).click();
    await dialog(officer).getByRole('button', { name: '發布課程' }).click();
    await expect(main(officer).getByRole('button', { name: '發布' })).toHaveCount(0);
  });

  await test.step('nothing essential is missing any more', async () => {
    await visitOffice(admin, '/');
    await expect(main(admin)).not.toContainText('網站尚未設定完成');
    await visitOffice(admin, '/settings/start');
    await expect(main(admin)).toContainText('必要的設定都已完成');
  });

  await test.step('the first trainee joins and enrols', async () => {
    await expect(async () => {
      await trainee.goto('/Class/Personal/TPE-AID-0001');
      await expect(main(trainee).getByRole('link', { name: '加入學員' })).toBeVisible({ timeout: 2000 });
    }).toPass();
    await main(trainee).getByRole('link', { name: '加入學員' }).click();
    await fillRegistration(trainee, '林小海');
    await input(trainee, 'id_number').fill(uniqueNationalId());
    await confirm(trainee).click();
    await expect(trainee).toHaveURL('/Class/Personal/TPE-AID-0001');
    await confirm(trainee).click();
    await expect(trainee).toHaveURL('/Class/Personal/TPE-AID-0001/finish');
    await expect(main(trainee)).toContainText('接下來由分會審查報名資格');
  });
});
