import { expect, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { accounts } from '../server/src/accounts/tables.ts';
import { classes } from '../server/src/classes/tables.ts';
import { buildImportedPerson } from './imported-person.ts';
import { callAs, test } from './portal.ts';
import { fact, logIn, logOut, visit } from './screen.ts';

test.use({ viewport: { width: 375, height: 667 } });

test('start, fee and seats of a class are in sight above the buttons', { tag: '@any-width' }, async ({
  page,
  openClass,
}) => {
  const { code } = await openClass();
  await page.goto(`/ClassInfo/${code}`);
  const main = page.getByRole('main');
  const bar = main.locator('.action-bar');
  await expect(bar.getByRole('link', { name: '個人報名' })).toBeVisible();
  const top = (await bar.boundingBox())?.y ?? 0;
  for (const term of ['開課日期', '費用', '剩餘名額']) {
    const box = await fact(main, term).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), term).toBeLessThanOrEqual(top);
  }
});

test('nothing covers the facts of a class in which nobody can enrol', { tag: '@any-width' }, async ({
  page,
  openClass,
}) => {
  const { code } = await openClass({ personalAllow: false, groupAllow: false });
  await page.goto(`/ClassInfo/${code}`);
  await expect(page.getByText('本課程未開放個人報名')).toBeAttached();
  await expect(page.locator('.action-bar')).toHaveCount(0);
});

test('the page of a class that has begun shows neither seats nor a payment deadline', {
  tag: '@any-width',
}, async ({ page, db, openClass }) => {
  const { id, code } = await openClass();
  const main = page.getByRole('main');
  await page.goto(`/ClassInfo/${code}`);
  await expect(fact(main, '剩餘名額')).toBeVisible();
  await expect(fact(main, '費用')).toContainText('最遲至開課前一日');
  await db
    .update(classes)
    .set({ startTime: new Date(Date.now() - 1000) })
    .where(eq(classes.id, id));
  // Guests may get an answer that is a second old.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('本課程已開課').first()).toBeAttached({ timeout: 1000 });
  }).toPass();
  await expect(fact(main, '剩餘名額')).toHaveCount(0);
  await expect(fact(main, '費用')).toHaveText('NT$600');
});

test('a search whose results are out of sight leads to them', { tag: '@any-width' }, async ({ page }) => {
  await page.goto('/ClassInfo');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: '更多條件' }).click();
  await main.getByLabel('會別').selectOption('臺北市分會');
  const search = main.getByRole('button', { name: '查詢', exact: true });
  await search.click();
  await expect(page).toHaveURL(/organization=/);
  await expect(main.getByRole('heading', { name: '課程列表' })).toBeInViewport();
  const top = () =>
    main.getByRole('heading', { name: '課程列表' }).evaluate((h) => h.getBoundingClientRect().top);
  expect(await top()).toBeLessThan(200);
  await expect(search).toBeFocused();
});

test('a short notice leaves the buttons of the bar free', { tag: '@any-width' }, async ({
  page,
  trainee: _,
  openClass,
}) => {
  const { code } = await openClass();
  await page.goto(`/Class/Personal/${code}`);
  const confirm = page.getByRole('main').getByRole('button', { name: '確認' });
  await expect(confirm).toBeVisible();
  const notices = page.getByRole('region', { name: '通知' });
  const bottom = await notices.evaluate((region) => region.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThanOrEqual((await confirm.boundingBox())?.y ?? 0);
});

test('the way from a registration to the records scrolls to its card', { tag: '@any-width' }, async ({
  page,
  request,
  trainee,
  openClass,
}) => {
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
  const last = await openClass({ startTime: inDays(40) });
  for (const { code } of [await openClass(), await openClass({ startTime: inDays(35) }), last]) {
    await callAs(request, trainee, '/api/class/personal/create', { code });
  }
  const card = page.getByRole('main').getByRole('row').filter({ hasText: last.code });
  await page.goto('/Auth/PayRecord');
  await expect(card).toBeVisible();
  await expect(card).not.toBeInViewport();
  for (const [path, name] of [
    [`/Class/Personal/${last.code}/finish`, '確認'],
    [`/ClassInfo/${last.code}`, '報名繳費紀錄'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('main').getByRole('link', { name }).click();
    await expect(card).toBeInViewport({ ratio: 0.9 });
  }
});

const DAY = 86_400_000;

/** The dates of a page that are broken over two lines. */
const brokenDates = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const linesOf = (range: Range) => new Set([...range.getClientRects()].map(({ bottom }) => bottom)).size;
    const ranges: Range[] = [];
    const texts = document.createTreeWalker(document.querySelector('main') ?? document, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      for (const { 0: found, index } of `${text.nodeValue}`.matchAll(/[\d/-]+（[一二三四五六日]）[\d:–]*/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + found.length);
        ranges.push(range);
      }
    }
    return ranges.filter((range) => linesOf(range) > 1).map((range) => `${range}`);
  });

test('no date is broken over two lines, and the records fit beside each other or become cards', {
  tag: '@any-width',
}, async ({ page, enterAsLin, openClass }) => {
  const [from, until] = [new Date(Date.now() - 9 * DAY), new Date(Date.now() + 9 * DAY)];
  const { code } = await openClass({ applyFrom: from, applyUntil: until });
  const fitting = ['/Auth/PayRecord', '/Class/Personal/TPE-CPR-012/finish'];
  await enterAsLin();
  for (const path of [
    `/ClassInfo/${code}`,
    '/ClassInfo?opened=0',
    '/Auth/CertList',
    '/Class/Personal/TPE-CPR-013/finish',
    '/Group/LANHAI/TPE-LG1-062',
    ...fitting,
  ]) {
    await visit(page, path);
    await expect(page.getByRole('main').locator('time')).not.toHaveCount(0);
    const records = fitting.includes(path);
    if (records) await expect(page.getByRole('main')).toContainText('NT$600');
    const widths = [
      320,
      345,
      360,
      375,
      390,
      412,
      430,
      768,
      ...(records ? [900, 960, 1024, 1120, 1180] : []),
      1280,
    ];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const message = `${path} at ${width} px`;
      // A table becomes cards a moment after the width has changed.
      await expect.poll(() => brokenDates(page), { message }).toEqual([]);
      const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (records) await expect.poll(beyond, { message }).toBeLessThanOrEqual(0);
    }
  }
});

test('a branch with a very long name makes no table scroll sideways', { tag: '@any-width' }, async ({
  page,
  enterAsLin,
}) => {
  const longName = '財團法人中華民國水上救生暨安全技能推廣協會臺北市文山分會';
  await page.route(/\/api\/.*(Record|Cert)/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(/..市分會/g, longName) });
  });
  await enterAsLin();
  for (const path of [
    '/Auth/PayRecord',
    '/Auth/PayRecord?tab=finished',
    '/Auth/CertList',
    '/Auth/TrainingRecord',
  ]) {
    await visit(page, path);
    await expect(page.getByRole('main').getByText(longName).first()).toBeVisible();
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(beyond, { message: `${path} at ${width} px` }).toBeLessThanOrEqual(0);
    }
  }
});

test('each table becomes cards where its own columns have no room', { tag: '@any-width' }, async ({
  page,
  enterAsLin,
  enterAs,
}) => {
  const table = page.getByRole('main').getByRole('table').first();
  const expectCards = async (path: string, widths: Record<number, boolean>) => {
    await visit(page, path);
    for (const [width, isCards] of Object.entries(widths)) {
      await page.setViewportSize({ width: Number(width), height: 800 });
      const marks = expect(table, `${path} at ${width} px`);
      await (isCards ? marks : marks.not).toHaveAttribute('data-cards', '');
      const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(beyond, { message: `${path} at ${width} px` }).toBeLessThanOrEqual(0);
    }
  };
  await enterAsLin();
  await expectCards('/Group/Member/LANHAI', { 320: false, 390: false, 768: false });
  await expectCards('/Auth/PayRecord?tab=finished', { 390: true, 880: true, 1024: false });
  await expectCards('/Auth/TrainingRecord', { 390: true, 900: true, 1024: false });
  await expectCards('/Auth/CertList', { 390: true, 900: true, 1024: false });
  await enterAs('chen');
  await page.reload();
  await expectCards('/Group/Management/LANHAI', { 390: true, 700: true, 768: false, 1280: false });
});

test('sixty people of a group stay within reach on a phone', { tag: '@any-width' }, async ({
  page,
  enterAs,
}) => {
  await enterAs('chen');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, name] of [
    ['/Group/Management/LANHAI', '黃淑芬'],
    ['/Class/Group/TPE-LG1-001', '瑪麗亞'],
  ] as const) {
    await visit(page, path);
    const row = page.getByRole('main').getByRole('row').filter({ hasText: name });
    await expect.poll(async () => (await row.boundingBox())?.height, { message: path }).toBeLessThan(90);
  }
});

test('nobody is told to pay for a class without a fee', { tag: '@any-width' }, async ({
  page,
  trainee: _,
  openClass,
}) => {
  const { code } = await openClass({ fee: 0 });
  await page.goto(`/Class/Personal/${code}`);
  const main = page.getByRole('main');
  await expect(main).toContainText('送出後由分會審查報名資格，通過後即完成報名。');
  await expect(main).not.toContainText('繳費');
  await main.getByRole('button', { name: '確認' }).click();
  await expect(page).toHaveURL(`/Class/Personal/${code}/finish`);
  await expect(main).toContainText('須待報名資格審查通過後，才算完成報名。');
  await expect(main).not.toContainText('才能繳費');
});

test('a person whose Chinese name the old system did not know can log out', { tag: '@any-width' }, async ({
  page,
  db,
}) => {
  const { account, password } = await buildImportedPerson(db);
  await db.update(accounts).set({ chineseName: null }).where(eq(accounts.idNumber, account));
  await page.goto('/login');
  await logIn(page, account, password);
  await expect(page).toHaveURL('/Auth/Profile');
  await logOut(page);
  await expect(page.getByRole('banner').getByRole('link', { name: '登入' })).toBeVisible();
});
