import { expect, type Page } from '@playwright/test';
import { callAs, openWithoutContents, test } from './portal.ts';
import { fact, goByMenu, logOut, notice, showAllFilters } from './screen.ts';

const rows = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 }).getByRole('button');
const openRows = (page: Page) => rows(page).and(page.locator('[aria-expanded="true"]'));
const pager = (page: Page) => page.getByRole('navigation', { name: '分頁' });
const results = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

const taipei = `organization=${encodeURIComponent('臺北市分會')}`;

test('back, forward and reload keep the filter, the page and the opened row', { tag: '@any-width' }, async ({
  page,
}) => {
  const main = page.getByRole('main');
  const branch = main.getByLabel('會別');

  await page.goto('/ClassInfo');
  await showAllFilters(page);
  await branch.selectOption('臺北市分會');
  await main.getByRole('button', { name: '查詢' }).click();
  await expect(page).toHaveURL(`/ClassInfo?${taipei}`);
  await expect(rows(page)).toHaveCount(10);
  await expect(rows(page).filter({ hasText: '臺北市分會' })).toHaveCount(10);

  await pager(page).getByRole('link', { name: '第 2 頁' }).click();
  await expect(page).toHaveURL(`/ClassInfo?${taipei}&page=2`);
  await expect(results(page, '課程列表，第 2 頁')).toBeFocused();
  await expect(rows(page)).toHaveCount(3);
  const second = rows(page).nth(1);
  const code = (await second.innerText()).match(/TPE-\w+-\d+/)?.[0] ?? 'no code';
  await second.click();
  await expect(page).toHaveURL(`/ClassInfo?${taipei}&page=2&opened=1`);

  const isAsLeft = async () => {
    await expect(page).toHaveURL(`/ClassInfo?${taipei}&page=2&opened=1`);
    await expect(openRows(page)).toHaveCount(1);
    await expect(openRows(page)).toContainText(code);
    await expect(branch).toHaveValue('臺北市分會');
    await expect(pager(page).getByRole('link', { name: '第 2 頁' })).toHaveAttribute('aria-current', 'page');
  };
  await isAsLeft();
  await page.reload();
  await isAsLeft();

  await main.getByRole('link', { name: `課程內容：`, exact: false }).click();
  await expect(page).toHaveURL(`/ClassInfo/${code}`);
  await expect(fact(main, '課程代碼')).toHaveText(code);
  await page.goBack();
  await isAsLeft();
  await page.goForward();
  await main.getByRole('link', { name: '回開課資訊' }).click();
  await isAsLeft();

  await page.goBack();
  await page.goBack();
  await isAsLeft();
  await page.goBack();
  await expect(page).toHaveURL(`/ClassInfo?${taipei}`);
  await expect(results(page, '課程列表')).toBeVisible();
  await expect(openRows(page)).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/ClassInfo');
  await expect(branch).toHaveValue('');
  await expect(rows(page).filter({ hasText: '新北市分會' })).not.toHaveCount(0);
  await page.goForward();
  await page.goForward();
  await isAsLeft();
});

test('back restores the list as it was before 只看可報名 and another order', { tag: '@any-width' }, async ({
  page,
}) => {
  await page.goto('/ClassInfo');
  const open = page.getByRole('checkbox', { name: '只看可報名' });
  const byStart = page.getByRole('radio', { name: '依開課日期' });
  const found = page.getByRole('main').getByText(/^共 \d+ 筆資料$/);
  const all = await found.textContent();
  await open.check();
  await expect(page).toHaveURL('/ClassInfo?open=1');
  await expect(found).not.toHaveText(`${all}`);
  await expect(open).toBeFocused();
  await byStart.check();
  await expect(page).toHaveURL('/ClassInfo?open=1&sort=start');
  await expect(byStart).toBeFocused();

  await page.goBack();
  await expect(page).toHaveURL('/ClassInfo?open=1');
  await expect(byStart).not.toBeChecked();
  await expect(open).toBeChecked();
  await page.goBack();
  await expect(page).toHaveURL('/ClassInfo');
  await expect(open).not.toBeChecked();
  await expect(found).toHaveText(`${all}`);
});

test('a row of the home page opens exactly that class in the list', async ({ page }) => {
  for (const index of [0, 3, 9]) {
    await page.goto('/');
    const row = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.locator('time') })
      .nth(index);
    const code = (await row.innerText()).match(/\w{3}-\w{3}-\d{3}/)?.[0] ?? 'no code';
    await row.getByRole('link').click();
    await expect(page).toHaveURL(`/ClassInfo?opened=${index}`);
    await expect(openRows(page)).toHaveCount(1);
    await expect(openRows(page)).toContainText(code);
    await expect(openRows(page)).toBeInViewport();
    await expect(openRows(page)).toBeFocused();
  }
});

test('the pager leads through all pages and marks the present one', async ({ page }) => {
  await page.goto('/ClassInfo');
  await expect(pager(page)).toContainText(/第 1 頁，共 \d+ 頁（\d+ 筆）/);
  const last = Number((await pager(page).innerText()).match(/共 (\d+) 頁/)?.[1]);
  expect(last).toBeGreaterThanOrEqual(5);
  await expect(pager(page).getByRole('link', { name: '上一頁' })).toHaveCount(0);

  const first = await rows(page).first().innerText();
  await pager(page).getByRole('link', { name: '下一頁' }).click();
  await expect(page).toHaveURL('/ClassInfo?page=2');
  await expect(results(page, '課程列表，第 2 頁')).toBeInViewport();
  await expect(rows(page).first()).not.toHaveText(first);

  await test.step('a menu left by its link stays closed after going back', async () => {
    await goByMenu(page, '訓練課程', '開課資訊');
    await expect(page).toHaveURL('/ClassInfo');
    await page.goBack();
    await expect(results(page, '課程列表，第 2 頁')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: '課程介紹' })).toHaveCount(0);
  });

  await pager(page).getByRole('link', { name: '最後一頁' }).click();
  await expect(page).toHaveURL(`/ClassInfo?page=${last}`);
  await expect(pager(page).getByRole('link', { name: '下一頁' })).toHaveCount(0);
  await pager(page).getByRole('link', { name: '上一頁' }).click();
  await expect(page).toHaveURL(`/ClassInfo?page=${last - 1}`);
  await pager(page).getByRole('link', { name: '第一頁' }).click();
  await expect(page).toHaveURL('/ClassInfo');
  await expect(rows(page).first()).toContainText('TPE-FA1-001');

  await page.goto('/ClassInfo?page=999');
  await expect(page.getByText('這一頁沒有課程')).toBeVisible();
  await page.getByRole('link', { name: '回第一頁' }).click();
  await expect(rows(page)).toHaveCount(10);
});

test('a link into the list opens its filters, and an invalid address shows the list', async ({ page }) => {
  await page.goto(`/ClassInfo?${taipei}&trainclass=FA1&opened=0,2`);
  await expect(openRows(page)).toHaveCount(2);
  await expect(openRows(page).first()).toContainText('TPE-FA1-001');
  await expect(openRows(page).last()).toContainText('TPE-FA1-003');
  await expect(page.getByLabel('訓練項目')).toHaveValue('FA1');

  await page.goto('/ClassInfo?page=-3&opened=x,99&organization=%20');
  await expect(rows(page)).toHaveCount(10);
  await expect(openRows(page)).toHaveCount(0);
});

test('an introduction leads to the open classes of each course that it names', async ({ page }) => {
  for (const [category, courses] of [
    ['急救訓練', ['基本救命術訓練', '初級急救員訓練', '高級急救員訓練']],
    ['水上安全訓練', ['水上自救訓練', '游泳池救生員訓練', '開放水域救生員訓練']],
    ['防災訓練', ['防災志工訓練', '防災教育教練訓練']],
  ] as const) {
    await page.goto(`/Intro/${encodeURIComponent(category)}`);
    const links = page.getByRole('main').getByRole('link', { name: /^查看可報名的課程：/ });
    await expect(links).toHaveText(courses);
    await links.last().click();
    await expect(page).toHaveURL(/open=1&trainclass=[A-Z0-9]+$/);
    await expect(rows(page)).not.toHaveCount(0);
    for (const row of await rows(page).allTextContents()) {
      expect(row).toContain(courses.at(-1));
      expect(row).toContain('可報名');
    }
  }
});

const titles = [
  ['/', '首頁'],
  ['/ClassInfo', '開課資訊'],
  ['/ClassInfo/TPE-FA1-001', '初級急救員訓練（TPE-FA1-001）'],
  ['/Intro', '課程介紹'],
  [`/Intro/${encodeURIComponent('急救訓練')}`, '急救訓練'],
  ['/login', '學員登入'],
  ['/Register', '加入學員'],
  ['/Nowhere', '找不到頁面'],
] as const;

test('every page has its title, in the browser and in the HTML that the server sends', {
  tag: '@any-width',
}, async ({ page, request }) => {
  for (const [address, name] of titles) {
    const html = await (await request.get(address, { headers: { accept: 'text/html' } })).text();
    expect(html).toContain(`<title>${name}｜學員訓練報名網</title>`);
    expect(html.match(/<title>/g)).toHaveLength(1);
    await page.goto(address);
    await expect(page).toHaveTitle(`${name}｜學員訓練報名網`);
  }
});

test('pages for trainees have their titles too', { tag: '@any-width' }, async ({
  page,
  request,
  trainee,
  openClass,
}) => {
  const [open, taken] = await Promise.all([openClass(), openClass()]);
  await callAs(request, trainee, '/api/class/personal/create', taken);
  const own = [
    [`/Class/Personal/${open.code}`, '線上報名(個人)'],
    [`/Class/Personal/${taken.code}/finish`, '報名資訊'],
    ['/Auth/PayRecord', '報名繳費紀錄'],
  ] as const;
  for (const [address, name] of own) {
    const html = await (await request.get(address, { headers: { accept: 'text/html' } })).text();
    expect(html).toContain(`<title>${name}｜學員訓練報名網</title>`);
    expect(html).toContain('<meta name="robots" content="noindex" />');
    await page.goto(address);
    await expect(page).toHaveTitle(`${name}｜學員訓練報名網`);
  }
});

for (const { address, call, heading } of [
  { address: '/Intro', call: '**/api/IntroTypes', heading: '課程介紹' },
  { address: '/ClassInfo', call: '**/api/classes?*', heading: '課程列表' },
]) {
  test(`${address} reloaded by keyboard focuses its heading`, {
    tag: '@any-width',
  }, async ({ page }) => {
    await openWithoutContents(page);
    await page.route(call, (route) => route.abort('internetdisconnected'));
    await page.goto(address);
    const reload = page.getByRole('main').getByRole('button', { name: '重新載入' });
    await expect(reload).toBeVisible();
    const failed = page.waitForEvent('requestfailed');
    await reload.press('Enter');
    await failed;
    // Still away: the button is there again.
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeFocused();
    await expect(reload).toBeVisible();
    await page.unroute(call);
    await reload.press('Space');
    await expect(reload).toHaveCount(0);
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeFocused();
  });
}

test('reloading the content of a dialog by keyboard focuses the title of the dialog', {
  tag: '@any-width',
}, async ({ page, enterAsLin }) => {
  await enterAsLin();
  await page.route('**/scores', (route) => route.abort('internetdisconnected'));
  await page.goto('/Auth/TrainingRecord');
  await page.getByRole('row').filter({ hasText: 'TPE-FA1-066' }).getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: '成績查詢' });
  const reload = dialog.getByRole('button', { name: '重新載入' });
  await expect(reload).toBeVisible();
  await page.unroute('**/scores');
  await reload.press('Enter');
  await expect(dialog.getByRole('table')).toBeVisible();
  await expect(dialog.getByRole('heading', { name: '成績查詢' })).toBeFocused();
});

test('a notice that is closed by the keyboard passes the focus on to the next, the last one to the page', {
  tag: '@any-width',
}, async ({ page, trainee }) => {
  await page.goto('/ClassInfo/NOWHERE');
  const closing = page.getByRole('region', { name: '通知' }).getByRole('button', { name: '關閉' });
  await expect(page.getByRole('main')).toContainText(`${trainee.name}，歡迎您！`);
  await closing.focus();
  await logOut(page);
  await expect(closing).toHaveCount(2);
  await closing.first().press('Enter');
  await expect(closing).toHaveCount(1);
  await expect(closing).toBeFocused();
  await page.keyboard.press('Space');
  await expect(closing).toHaveCount(0);
  await expect(page.locator('#main')).toBeFocused();
});

test('a notice stays while the pointer or the focus is on it', {
  tag: '@any-width',
}, async ({ page, clock }) => {
  await page.goto('/ClassInfo/NOWHERE');
  const closing = page.getByRole('region', { name: '通知' }).getByRole('button', { name: '關閉' });
  await closing.hover();
  await closing.focus();
  await page.mouse.move(0, 0);
  await clock.runFor(20_000);
  await expect(closing).toBeVisible();
  await closing.hover();
  await closing.blur();
  await clock.runFor(20_000);
  await expect(closing).toBeVisible();
  await page.mouse.move(0, 0);
  await clock.runFor(8_500);
  await expect(closing).toHaveCount(0);
});

test('a notice follows to the page to which it belongs, and ends on the next one', {
  tag: '@any-width',
}, async ({ page }) => {
  await page.goto('/ClassInfo/NOWHERE');
  await expect(page).toHaveURL('/');
  const shown = notice(page, '查無此課程');
  // A notice under the pointer does not end by itself.
  await shown.hover();
  await page.getByRole('main').getByRole('link', { name: '更多開課資訊' }).press('Enter');
  await expect(page).toHaveURL('/ClassInfo');
  await expect(shown).toHaveCount(0);
});

test('a class that takes nobody says so on the home page, and on its own page why', {
  tag: '@any-width',
}, async ({ page, openClass }) => {
  const opensLater = await openClass({ applyFrom: new Date(Date.now() + 86_400_000) });
  const main = page.getByRole('main');
  await page.goto('/');
  await expect(main.getByRole('link', { name: /TPE-FA1-003/ })).toContainText('不可報名');
  await expect(main.getByRole('link', { name: /TPE-FA1-001/ })).not.toContainText('報名');
  const head = main.locator('div').filter({ has: page.getByRole('heading', { level: 1 }) });
  await page.goto('/ClassInfo/TPE-FA1-003');
  await expect(head.last()).toContainText('不可報名本課程未開放線上報名');
  await page.goto(`/ClassInfo/${opensLater.code}`);
  await expect(head.last()).toContainText(/尚未開放（\d+\/\d+ 起）\d+ 月 \d+ 日 \d\d:\d\d 開放報名/);
});

test('a class is shared by its address, and breadcrumbs lead back up from it', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined });
    let copies = 0;
    navigator.clipboard.writeText = async () => {
      copies += 1;
      if (copies > 1) throw new DOMException('not allowed', 'NotAllowedError');
    };
  });
  await page.goto('/ClassInfo/TPE-FA1-001');
  await expect(page.getByRole('region', { name: '橫幅輪播' })).toBeVisible();

  await test.step('a browser that refuses the copy says so', async () => {
    const share = page.getByRole('button', { name: '分享' });
    await share.click();
    await expect(notice(page, '已複製連結')).toBeVisible();
    await share.click();
    await expect(notice(page, '瀏覽器不允許複製，請自行複製網址列的網址')).toBeVisible();
  });

  await test.step('breadcrumbs lead back up', async () => {
    const crumbs = page.getByRole('navigation', { name: '目前位置' });
    await expect(crumbs.getByRole('listitem')).toHaveText(['首頁', '開課資訊', '課程內容']);
    await crumbs.getByRole('link', { name: '開課資訊' }).click();
    await expect(page).toHaveURL('/ClassInfo');
    await crumbs.getByRole('link', { name: '首頁' }).click();
    await expect(page).toHaveURL('/');
  });
});

test('an account number that the browser may not copy is selected', { tag: '@any-width' }, async ({
  page,
  enterAsLin,
}) => {
  // Pages over plain HTTP have no clipboard.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await enterAsLin();
  await page.goto('/Class/Personal/TPE-CPR-012/finish');
  const copy = page.getByRole('button', { name: '複製帳號' });
  await copy.click();
  await expect(copy).toHaveText('無法複製');
  expect(await page.evaluate(() => `${getSelection()}`)).toBe('000-00-000000-0');
});

test('the numbers on the contact page are called by a tap, the fax is not', { tag: '@any-width' }, async ({
  page,
}) => {
  await page.goto('/Contact');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: '02-20000000' })).toHaveAttribute('href', 'tel:0220000000');
  await expect(main.getByRole('listitem').filter({ hasText: '傳真' }).getByRole('link')).toHaveCount(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a page that needs it asks to enable it', { tag: '@any-width' }, async ({ page }) => {
    await page.goto('/login');
    const request = page.locator('noscript p');
    await expect(request).toBeVisible();
    await expect(request).toHaveText('請啟用瀏覽器的 JavaScript 功能以使用本網站');
  });

  test('classes are found and read', { tag: '@any-width' }, async ({ page }) => {
    const main = page.getByRole('main');
    await page.goto('/');
    await main.getByRole('link', { name: '更多開課資訊' }).click();
    await main.getByLabel('關鍵字').fill('TPE-FA1');
    await main.getByRole('button', { name: '查詢' }).click();
    await expect(page).toHaveURL(/word=TPE-FA1/);
    await main.getByRole('link', { name: /^課程內容：.*TPE-FA1-001/ }).click();
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('初級急救員訓練');
    await expect(main).toContainText('NT$1,500');
    await expect(page.locator('noscript p')).toHaveText('登入與報名需要啟用瀏覽器的 JavaScript 功能');
    await expect(page).toHaveTitle('初級急救員訓練（TPE-FA1-001）｜學員訓練報名網');
  });
});
