import { expect } from '@playwright/test';
import { enterOffice, visitOffice } from './office.ts';
import { test } from './portal.ts';
import {
  addPhrase,
  announcement,
  apply,
  expectLetters,
  main,
  queue,
  record,
  shown,
  TAIPEI,
} from './reviews.ts';
import { givePhoto } from './staff.ts';
import { axe } from './support.ts';

/* 報名審核: officers decide, and trainees see what came of it. */

const OFFICER = 'officer@tpe.example';

test.describe('an officer', () => {
  test.beforeEach(async ({ context, baseURL }) => enterOffice(context, baseURL, OFFICER));

  test('rejects with a phrase, reopens and moves to the last seat of another class; the trainee is told', async ({
    page,
    context,
    request,
    join,
    enter,
    openClass,
    dataDir,
    baseURL,
  }) => {
    test.slow();
    const phrase = await addPhrase(page, baseURL);
    const trainee = await join('林小藍');
    const trainingClass = await openClass({ ...TAIPEI, fee: 600 });
    const other = await openClass({ ...TAIPEI, fee: 900, limitNumber: 1 });
    await apply(request, trainee, trainingClass);
    const browser = await context.browser()?.newContext({ baseURL: `${baseURL}` });
    if (!browser) throw new Error('no browser');
    await enter(trainee, browser);
    const own = await browser.newPage();

    await test.step('rejects with a phrase', async () => {
      await visitOffice(page, `/enrolment/review?class=${trainingClass.code}`);
      await queue(page).getByRole('link', { name: trainee.name }).click();
      await expect(shown(page, trainee.name)).toBeVisible();
      await axe(page);
      await main(page).getByRole('button', { name: '退回' }).click();
      const dialog = page.getByRole('dialog', { name: `退回 ${trainee.name} 的報名` });
      await dialog.getByRole('button', { name: '退回' }).click();
      await expect(dialog.getByText('請填寫原因或勾選退回理由').first()).toBeVisible();
      await dialog.getByLabel(phrase).check();
      await dialog.getByLabel('補充說明').fill('請於三日內補件');
      await axe(page);
      await dialog.getByRole('button', { name: '退回' }).click();
      await expect(announcement(page, `已退回 ${trainee.name} 的報名`)).toBeVisible();
      await expect(queue(page)).toContainText(/沒有符合條件的待審核報名|審核完畢/);
    });
    await test.step('the trainee reads why', async () => {
      await own.goto('/Auth/PayRecord');
      await expect(record(own, trainingClass)).toContainText('資格不符');
      await expect(record(own, trainingClass)).toContainText(phrase);
      await expect(record(own, trainingClass)).toContainText('請於三日內補件');
    });
    await test.step('reopens', async () => {
      await main(page).getByRole('button', { name: '重新審核' }).click();
      const dialog = page.getByRole('dialog', { name: `重新審核 ${trainee.name} 的報名` });
      await dialog.getByRole('button', { name: '重新審核' }).click();
      await expect(dialog.getByText('請輸入重新審核的原因').first()).toBeVisible();
      await dialog.getByLabel('重新審核的原因').fill('文件已補齊');
      await axe(page);
      await dialog.getByRole('button', { name: '重新審核' }).click();
      await expect(announcement(page, '已恢復為待審核')).toBeVisible();
      await expect(shown(page, trainee.name)).toBeVisible();
      await own.reload();
      await expect(record(own, trainingClass)).toContainText('資格審查中');
      await expect(record(own, trainingClass)).not.toContainText(phrase);
    });
    await test.step('moves to the last seat of another class', async () => {
      await main(page).getByRole('link', { name: '開啟報名頁' }).click();
      await main(page).getByRole('button', { name: '其他作業' }).click();
      await main(page).getByRole('button', { name: '轉班' }).click();
      const dialog = page.getByRole('dialog', { name: `${trainee.name} 轉班` });
      await expect(dialog.getByLabel(other.code)).toHaveAccessibleDescription(
        /剩餘 1 個名額.*費用多 NT\$300/,
      );
      await dialog.getByLabel(other.code).check();
      await axe(page);
      await dialog.getByRole('button', { name: '轉班' }).click();
      await expect(page.getByText(`已轉至 ${other.code}`)).toBeVisible();
      await expect(main(page)).toContainText(`（${other.code}）`);
      await axe(page);
      await own.reload();
      await expect(record(own, other)).toContainText('資格審查中');
      await expect(record(own, other)).toContainText(`已由 ${trainingClass.code} 轉班`);
      await expect(record(own, trainingClass)).toHaveCount(0);
    });
    await test.step('approves, undoes it and approves again', async () => {
      const approve = main(page).getByRole('button', { name: '通過' });
      await approve.click();
      await expect(main(page).getByText('待繳費').first()).toBeVisible();
      await page.getByRole('region', { name: '通知' }).getByRole('button', { name: '復原' }).click();
      await expect(page.getByText(`已復原：${trainee.name} 的報名`)).toBeVisible();
      await approve.click();
      await expect(main(page).getByText('待繳費').first()).toBeVisible();
      await own.reload();
      await expect(record(own, other)).toContainText('未繳費');
    });
    await test.step('cancels', async () => {
      await main(page).getByRole('button', { name: '其他作業' }).click();
      await main(page).getByRole('button', { name: '取消報名' }).click();
      const dialog = page.getByRole('dialog', { name: `取消 ${trainee.name} 的報名` });
      await dialog.getByLabel('取消原因').fill('學員來電取消');
      await dialog.getByRole('button', { name: '取消報名' }).click();
      await expect(main(page).getByText('已取消').first()).toBeVisible();
      await own.reload();
      await expect(record(own, other)).toContainText('主辦分會已取消報名：學員來電取消');
      await expect(record(own, other).getByRole('button')).toHaveCount(0);
    });
    await test.step('each step was mailed', async () => {
      const letters = ['報名資格審查未通過', '將重新審查', '已轉班', '報名資格審查通過', '已取消您的報名'];
      await expectLetters(dataDir, trainee, letters);
    });
    await browser.close();
  });

  test('is told that a colleague decided first, and continues', async ({
    page,
    context,
    request,
    join,
    openClass,
    baseURL,
  }) => {
    const trainingClass = await openClass(TAIPEI);
    const [first, second] = [await join('林先'), await join('林後')];
    await apply(request, first, trainingClass);
    await apply(request, second, trainingClass);
    await visitOffice(page, `/enrolment/review?class=${trainingClass.code}`);
    await queue(page).getByRole('link', { name: '林先' }).click();
    await expect(shown(page, '林先')).toBeVisible();

    const id = new URL(page.url()).searchParams.get('id');
    const headers = { origin: `${baseURL}` };
    const elsewhere = await context.request.post(`/api/office/registrations/${id}/reject`, {
      data: { reason: '資料不全', version: 0 },
      headers,
    });
    expect(elsewhere.ok(), await elsewhere.text()).toBe(true);

    await main(page).getByRole('button', { name: '通過' }).click();
    await expect(announcement(page, /周小姐 已於 .+退回.+已顯示下一筆/)).toBeVisible();
    await expect(shown(page, '林後')).toBeVisible();
    const back = main(page).getByRole('link', { name: '回名單' });
    if (await back.isVisible()) await back.click();
    await expect(queue(page).getByRole('link', { name: '林後' })).toBeVisible();
    await expect(queue(page)).not.toContainText('林先');

    await queue(page).getByRole('link', { name: '林後' }).click();
    await main(page).getByRole('button', { name: '退回' }).click();
    const rejecting = page.getByRole('dialog', { name: /退回/ });
    await rejecting.getByRole('textbox').fill('照片不符');
    const other = new URL(page.url()).searchParams.get('id');
    const approval = { data: { version: 0 }, headers };
    expect((await context.request.post(`/api/office/registrations/${other}/approve`, approval)).ok()).toBe(
      true,
    );
    await rejecting.getByRole('button', { name: '退回' }).click();
    await expect(rejecting).toContainText(/周小姐.*通過資格審核/);
    await expect(rejecting).toContainText('待繳費');
    await expect(rejecting.getByRole('textbox')).toHaveValue('照片不符');
  });

  test('is led to the next registration also where it loads late @any-width', async ({
    page,
    request,
    join,
    openClass,
  }) => {
    const trainingClass = await openClass(TAIPEI);
    for (const name of ['林先', '林後']) await apply(request, await join(name), trainingClass);
    const [asked, decided] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let loaded = 0;
    await page.route(/\/api\/office\/registrations\/\d+$/, async (route) => {
      loaded += 1;
      if (loaded > 1) {
        asked.resolve();
        await decided.promise;
      }
      await route.continue();
    });
    await visitOffice(page, `/enrolment/review?class=${trainingClass.code}`);
    await expect(shown(page, '林先')).toBeVisible();
    await page.keyboard.press('Shift+A');
    await expect(announcement(page, '已通過 林先 的報名')).toBeVisible();
    await expect(queue(page)).toContainText('共 1 筆');
    await asked.promise;
    await expect(shown(page, '林後')).toHaveCount(0);
    decided.resolve();
    await expect(shown(page, '林後')).toBeFocused();
  });

  test('decides about the next person before the answer; one that fails is named, and the last approval is undone @any-width', async ({
    page,
    request,
    join,
    openClass,
  }) => {
    const trainingClass = await openClass(TAIPEI);
    for (const name of ['林先', '林後', '林末']) await apply(request, await join(name), trainingClass);
    let answer = Promise.withResolvers<void>();
    const approvals: string[] = [];
    await page.route(/\/api\/office\/registrations\/\d+\/approve$/, async (route) => {
      approvals.push(route.request().url());
      const isFirst = approvals.length % 2 === 1;
      if (isFirst) await answer.promise;
      await (isFirst ? route.abort() : route.continue());
    });
    await visitOffice(page, `/enrolment/review?class=${trainingClass.code}`);
    await expect(shown(page, '林先')).toBeVisible();

    await test.step('both keys work while an approval is sent; one that fails stays in the queue', async () => {
      await page.keyboard.press('Shift+A');
      await expect(shown(page, '林後')).toBeFocused();
      await page.keyboard.press('r');
      const dialog = page.getByRole('dialog', { name: '退回 林後 的報名' });
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await page.keyboard.press('Shift+A');
      await expect(shown(page, '林末')).toBeFocused();
      // They are sent one after the other.
      expect(approvals).toHaveLength(1);
      answer.resolve();
      await expect(announcement(page, '林先 的報名')).toContainText('尚未通過');
      await expect(announcement(page, '已通過 林後 的報名')).toBeVisible();
      await expect(shown(page, '林末')).toBeFocused();
      await expect(queue(page)).toContainText('共 2 筆');
    });
    await test.step('a failure leads back, if nothing else was decided', async () => {
      answer = Promise.withResolvers<void>();
      await main(page).getByRole('button', { name: '查看報名' }).click();
      await expect(shown(page, '林先')).toBeFocused();
      await page.keyboard.press('Shift+A');
      await expect(shown(page, '林末')).toBeFocused();
      answer.resolve();
      await expect(shown(page, '林先')).toBeFocused();
    });
    // The one before it would be next: undo.test.ts. Here its seconds may be over on a busy machine.
    await test.step('undoes the last approval', async () => {
      for (const name of ['林先', '林末']) {
        await expect(shown(page, name)).toBeFocused();
        await page.keyboard.press('Shift+A');
        await expect(announcement(page, `已通過 ${name} 的報名`)).toBeVisible();
        await page.unrouteAll();
      }
      await page.keyboard.press('z');
      await expect(announcement(page, '已復原：林末 的報名')).toBeVisible();
      await expect(shown(page, '林末')).toBeFocused();
      await expect(queue(page)).toContainText('共 1 筆');
    });
  });

  test('approves several at once, reads each result, and undoes the batch', async ({
    page,
    request,
    db,
    join,
    openClass,
  }) => {
    const trainingClass = await openClass(TAIPEI);
    for (const name of ['林甲', '林乙', '林丙']) {
      const trainee = await join(name);
      if (name !== '林丙') await givePhoto(db, trainee);
      await apply(request, trainee, trainingClass);
    }
    await visitOffice(page, `/enrolment/review?class=${trainingClass.code}`);
    const approve = async (names: readonly string[]) => {
      for (const name of names) await queue(page).getByLabel(`選取 ${name}（${trainingClass.code}）`).check();
      await queue(page).getByRole('button', { name: '整批通過' }).click();
      const asked = page.getByRole('dialog', { name: '整批通過' });
      await expect(asked).toContainText(`${names.length} 筆`);
      await axe(page);
      await asked.getByRole('button', { name: '通過' }).click();
    };
    await test.step('one of them has no photo', async () => {
      await approve(['林甲', '林丙']);
      const results = page.getByRole('dialog', { name: '整批通過的結果' });
      await expect(results).toContainText('1 筆通過，1 筆未通過');
      await expect(results).toContainText('未上傳照片');
      await results.getByRole('button', { name: '復原' }).click();
      await expect(announcement(page, '已復原：1 筆報名仍待審核')).toBeVisible();
      await expect(queue(page)).toContainText('共 3 筆');
    });
    await test.step('all of them are approved; the page says so and offers the undo', async () => {
      await queue(page).getByRole('button', { name: '取消選取' }).click();
      await approve(['林甲', '林乙']);
      await expect(announcement(page, '已通過 2 筆報名')).toBeVisible();
      await page.keyboard.press('z');
      await expect(announcement(page, '已復原：2 筆報名仍待審核')).toBeVisible();
      await expect(queue(page)).toContainText('共 3 筆');
      await axe(page);
    });
    await test.step('a page that was shown before knows of the approval', async () => {
      await queue(page).getByRole('link', { name: '林甲' }).click();
      await main(page).getByRole('link', { name: '開啟報名頁' }).click();
      await expect(main(page).getByRole('button', { name: '通過', exact: true })).toBeVisible();
      await page.goBack();
      await expect(main(page).getByRole('link', { name: '開啟報名頁' })).toBeVisible();
      // On a phone the registration hides the queue.
      const isHidden = (page.viewportSize()?.width ?? 0) < 1024;
      if (isHidden) await page.goBack();
      await approve(['林甲', '林乙']);
      await expect(announcement(page, '已通過 2 筆報名')).toBeVisible();
      if (isHidden) await page.goForward();
      await page.goForward();
      await expect(main(page).getByRole('button', { name: '通過', exact: true })).toHaveCount(0);
    });
  });
});

test('a branch chosen in the frame narrows the choices of the filter and leaves no other branch', async ({
  page,
  context,
  request,
  baseURL,
  join,
  openClass,
}) => {
  const [here, elsewhere] = [await openClass(TAIPEI), await openClass({ organization: '高雄市分會' })];
  await apply(request, await join('林甲'), here);
  await apply(request, await join('林乙'), elsewhere);
  await enterOffice(context, baseURL, 'auditor@portal.example');
  await visitOffice(page, '/enrolment/review');
  await main(page).getByText('篩選', { exact: true }).click();
  const filter = page.getByRole('search', { name: '篩選待審核名單' });
  const branches = filter.getByLabel('會別');
  const choiceOf = ({ code }: { code: string }) =>
    filter.getByLabel('課程', { exact: true }).locator('option').filter({ hasText: code });
  await expect(choiceOf(here)).toBeAttached();
  await expect(choiceOf(elsewhere)).toBeAttached();
  await branches.selectOption({ index: 1 });
  await expect(page).toHaveURL(/[?&]organization=\d+/);
  await page.getByRole('banner').getByRole('combobox', { name: '會別' }).selectOption('臺北市分會');
  await expect(branches).toHaveCount(0);
  await expect(choiceOf(here)).toBeAttached();
  await expect(choiceOf(elsewhere)).toHaveCount(0);
});
