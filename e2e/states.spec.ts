import { type BrowserContext, expect, type Page } from '@playwright/test';
import { cast } from '../server/demo/people.ts';
import { test as base, openWithoutContents, PASSWORD } from './portal.ts';
import { confirm } from './registration-form.ts';
import { guestScreens, logIn, logOut, managerScreens, traineeScreens, visit } from './screen.ts';
import { axe } from './support.ts';

interface Screen {
  readonly address: string;
  /** The call that brings what the screen shows. */
  readonly call: RegExp;
  readonly shows: string;
  /** The history state of the navigation. */
  readonly state?: object;
}

const forEverybody: Screen[] = [
  { address: '/', call: /\/api\/classes\?type=Normal/, shows: 'TPE-FA1-001' },
  { address: '/ClassInfo', call: /\/api\/classes\?.*type=Pagination/, shows: 'TPE-FA1-001' },
  { address: '/ClassInfo/TPE-FA1-001', call: /\/api\/class\/TPE-FA1-001/, shows: '初級急救員訓練' },
  { address: '/Intro', call: /\/api\/IntroTypes/, shows: '水上安全訓練' },
  { address: '/Intro/急救訓練', call: /\/api\/Intros/, shows: '心肺復甦術與 AED' },
];
const forTrainees: Screen[] = [
  { address: '/Auth/PayRecord', call: /\/personal\/Record/, shows: 'TPE-CPR-011' },
  { address: '/Auth/TrainingRecord', call: /\/personal\/TrainingRecord/, shows: 'TPE-FA1-066' },
  { address: '/Auth/CertList', call: /\/personal\/CertLists/, shows: '防災志工證' },
  { address: '/Auth/PaidInfo/TPE-CPR-012', call: /\/TPE-CPR-012\/check/, shows: '基本救命術訓練' },
  { address: '/Class/Personal/TYN-CPR-001', call: /\/personal\/precheck/, shows: 'F299990019' },
  { address: '/Class/Personal/TPE-CPR-012/finish', call: /\/personal\/check/, shows: '訓練費（每人）' },
  { address: '/Group', call: /\/class\/groups$/, shows: '藍海救生隊' },
  { address: '/Group/Member/LANHAI', call: /\/groups\/LANHAI$/, shows: '瑪麗亞' },
  { address: '/Group/LANHAI/TPE-LG1-062', call: /\/groups\/LANHAI\/TPE-LG1-062$/, shows: '林怡君' },
];
const requested = { GroupCode: 'LANHAI', id_number: cast.lin.account, passport_no: null };
const forManagers: Screen[] = [
  { address: '/Class/Group/TPE-LG1-001', call: /\/class\/group\/TPE-LG1-001/, shows: '瑪麗亞' },
  { address: '/Group/Management/LANHAI', call: /\/class\/groups\/LANHAI$/, shows: '瑪麗亞' },
  { address: '/Group/LANHAI/TPE-LG1-001', call: /\/groups\/LANHAI\/TPE-LG1-001$/, shows: '黃淑芬' },
  { address: '/Group/MemberProfile', call: /\/groups\/member$/, shows: '林怡君', state: requested },
];

const main = (page: Page) => page.getByRole('main');
const shown = (page: Page, { shows }: Screen) => main(page).getByText(shows, { exact: true }).first();

/** Opens a tab for a screen, as if one had come to it from within the portal. */
const openTab = async (context: BrowserContext, { state }: Screen) => {
  const page = await context.newPage();
  // So many tabs that move would keep the machine from looking at them.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  if (state) await page.addInitScript((usr) => history.replaceState({ usr }, ''), state);
  return page;
};

type InTabs = (each: (page: Page, screen: Screen) => Promise<void>) => Promise<unknown>;

const test = base.extend<{ inTabs: InTabs }>({
  /** Does the same for every screen at once, each in a tab of its own: what costs time here is waiting. */
  inTabs: async ({ browser, context, enterAs }, use) => {
    const managers = await browser.newContext();
    await enterAs('lin');
    await enterAs('chen', managers);
    const of = (owner: BrowserContext, screens: Screen[]) => screens.map((screen) => ({ owner, screen }));
    const all = [...of(context, [...forEverybody, ...forTrainees]), ...of(managers, forManagers)];
    await use((each) =>
      Promise.all(
        all.map(async ({ owner, screen }) => {
          const page = await openTab(owner, screen);
          await each(page, screen);
          await page.close();
        }),
      ),
    );
    await managers.close();
  },
});

test('every screen shows loading and failure, and loads after a retry @sweep', async ({ inTabs }) => {
  await inTabs(async (page, screen) => {
    const answered = Promise.withResolvers<void>();
    await openWithoutContents(page);
    await page.route(screen.call, async (route) => {
      await answered.promise;
      await route.fulfill({ status: 500, body: 'no' });
    });
    const loading = main(page).getByRole('status').getByText('載入中…');
    const alert = main(page).getByRole('alert');
    const reload = alert.getByRole('button', { name: '重新載入' });

    await page.goto(screen.address);
    await expect(loading).toHaveCount(1);
    await expect(shown(page, screen)).toHaveCount(0);
    await test.step(`${screen.address} loading`, () => axe(page, 'main'));

    answered.resolve();
    await expect(alert).toContainText('載入失敗，請稍後再試');
    await expect(shown(page, screen)).toHaveCount(0);
    await test.step(`${screen.address} failed`, () => axe(page, 'main'));

    await page.unroute(screen.call);
    await page.route(screen.call, (route) => route.abort('internetdisconnected'));
    await reload.click();
    // The faults differ in their sentence only.
    await expect(alert).toContainText('無法連線，請檢查網路後再試');
    await expect(shown(page, screen)).toHaveCount(0);

    await page.unroute(screen.call);
    await reload.click();
    await expect(shown(page, screen)).toBeVisible();
    await expect(alert).toHaveCount(0);
    await expect(loading).toHaveCount(0);
  });
});

test('without a network the page says so, keeps its content and loads the rest when the network is back', async ({
  page,
  context,
}) => {
  await page.goto('/ClassInfo');
  await expect(main(page).getByText('TPE-FA1-001')).toBeVisible();
  // Only this page goes offline: all pages of a process learn at once that they are online, maybe before this one is.
  const devtools = await context.newCDPSession(page);
  const setOffline = (offline: boolean) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await setOffline(true);
  const bar = page.getByText('無法連線，請檢查網路後再試').first();
  await expect(bar).toBeVisible();
  await expect(main(page).getByText('TPE-FA1-001')).toBeVisible();

  await main(page).getByLabel('會別').selectOption('高雄市分會');
  await main(page).getByRole('button', { name: '查詢' }).click();
  await expect(main(page).getByRole('alert')).toContainText('無法連線，請檢查網路後再試');
  await axe(page);
  await setOffline(false);
  await expect(main(page).getByText('KHH-LG1-001')).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test('if the code cannot be loaded, the page says so and opens after a retry', async ({ page }) => {
  await page.route(/\/assets\/F-/, (route) => route.abort());
  await page.goto('/ClassInfo');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('載入失敗，請稍後再試');
  await axe(page);
  await page.unroute(/\/assets\/F-/);
  await alert.getByRole('button', { name: '重新載入' }).click();
  await expect(main(page).getByText('TPE-FA1-001')).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('an error in the frame shows a message', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'matchMedia', { value: undefined }));
  await page.goto('/ClassInfo');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('載入失敗，請稍後再試');
  await expect(alert.getByRole('button', { name: '重新載入' })).toBeVisible();
});

test('without storage the portal works, and a login lasts as long as the page', async ({ page, join }) => {
  const { idNumber } = await join();
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get });
    Object.defineProperty(window, 'sessionStorage', { get });
  });
  await page.goto('/ClassInfo');
  await expect(main(page).getByText('TPE-FA1-001')).toBeVisible();

  await page.goto('/Register');
  await main(page).getByLabel('中文姓名').fill('王小明');
  await confirm(page).click();
  await expect(page.getByRole('region', { name: '資料有誤，請修正下列欄位' })).toBeVisible();
  await expect(main(page).getByLabel('中文姓名')).toHaveValue('王小明');

  await page.goto('/Auth/PayRecord');
  await expect(page).toHaveURL('/login');
  await logIn(page, idNumber, PASSWORD);
  await expect(page).toHaveURL('/Auth/PayRecord');
  await expect(main(page)).toContainText('查無紀錄');
  await logOut(page);
  await expect(page.getByRole('banner').getByRole('link', { name: '登入' })).toBeVisible();
});

test('empty states name the next step', async ({ page, enter, join }) => {
  await enter(await join());
  await page.goto('/Auth/PayRecord');
  await expect(main(page)).toContainText('查無紀錄');
  await page.getByRole('tab', { name: '完成報名' }).click();
  await expect(page.getByRole('tabpanel', { name: '完成報名' })).toContainText('查無紀錄');
  await page.getByRole('tab', { name: '報名審核中' }).click();
  await page.getByRole('tabpanel').getByRole('link', { name: '查看開課資訊' }).click();

  await main(page).getByLabel('會別').selectOption('總會');
  await main(page).getByLabel('訓練項目').selectOption('SWA');
  await main(page).getByRole('button', { name: '查詢' }).click();
  await expect(main(page)).toContainText('查無符合條件的課程');
  await expect(main(page).getByRole('status')).toHaveText('共 0 筆資料');
  await main(page).getByRole('link', { name: '清除查詢條件' }).click();
  await expect(page).toHaveURL('/ClassInfo');
  await expect(main(page).getByText('TPE-FA1-001')).toBeVisible();

  const nothing = { json: [] };
  await openWithoutContents(page);
  await page.route(/\/api\/(classes\?type=Normal|IntroTypes)/, (route) => route.fulfill(nothing));
  await page.route(/\/api\/Intros/, (route) => route.fulfill({ json: { type: '急救訓練', details: [] } }));
  await page.goto('/');
  await expect(main(page)).toContainText('目前沒有開課資訊');
  await axe(page, 'main');
  await page.goto('/Intro');
  await expect(main(page)).toContainText('目前沒有課程介紹');
  await axe(page, 'main');
  await page.goto('/Intro/急救訓練');
  await expect(main(page)).toContainText('此類別目前沒有內容');
  await axe(page, 'main');
  await page.unrouteAll();
  await main(page).getByRole('link', { name: '回課程介紹' }).click();
});

test('if the frame’s data fail or are empty, the page still works', async ({ page }) => {
  let answers = false;
  await openWithoutContents(page);
  const around = /\/api\/(banners|footer|organizations|trainclasses)$/;
  await page.route(around, (route) => (answers ? route.continue() : route.fulfill({ status: 500 })));
  await page.goto('/ClassInfo');
  const failure = main(page).getByRole('alert');
  await expect(failure).toContainText('查詢條件載入失敗，請稍後再試');
  await expect(main(page).getByText('TPE-FA1-001')).toBeVisible();
  const banner = page.getByRole('region', { name: '橫幅輪播' });
  const footer = page.getByRole('contentinfo');
  await expect(banner).toHaveCount(0);
  await expect(footer.getByRole('paragraph')).toHaveCount(0);
  await expect(footer.getByRole('button', { name: '回頂端' })).toBeVisible();
  await axe(page);

  answers = true;
  const reload = failure.getByRole('button', { name: '重新載入' });
  const asked = Promise.withResolvers<void>();
  await page.route(/\/api\/(organizations|trainclasses)$/, async (route) => {
    await asked.promise;
    await route.continue();
  });
  await reload.press('Enter');
  await expect(reload).toHaveAttribute('aria-busy', 'true');
  await expect(main(page).getByLabel('會別')).toBeFocused();
  asked.resolve();
  await expect(failure).toHaveCount(0);
  await main(page).getByLabel('會別').selectOption('高雄市分會');
  await main(page).getByLabel('訓練項目').selectOption('LG1');

  await page.route('**/api/banners', (route) => route.fulfill({ json: [] }));
  await visit(page, '/ClassInfo');
  await expect(banner).toHaveCount(0);
});

/** Removes what the oldest supported browsers do not have: newer functions, and `:has` in a selector. */
const beOlder = () => {
  Reflect.deleteProperty(URL, 'parse');
  Reflect.deleteProperty(URLSearchParams.prototype, 'size');
  Reflect.deleteProperty(String.prototype, 'isWellFormed');
  const closest = Element.prototype.closest;
  Element.prototype.closest = function (this: Element, selector: string) {
    if (selector.includes(':has')) throw new SyntaxError(selector);
    return closest.call(this, selector);
  } as typeof closest;
};

test('an older browser can search and retry', async ({ page }) => {
  await page.addInitScript(beOlder);
  await openWithoutContents(page);
  let answers = false;
  await page.route(/\/api\/(classes|organizations)/, (route) => (answers ? route.continue() : route.abort()));
  await page.goto('/ClassInfo');
  const failures = main(page).getByRole('alert');
  await expect(failures).toHaveCount(2);
  answers = true;
  await failures.nth(1).getByRole('button', { name: '重新載入' }).press('Enter');
  await expect(main(page).getByText('TPE-FA1-001')).toBeVisible();
  await expect(main(page).getByRole('heading', { name: '課程列表' })).toBeFocused();
  await failures.getByRole('button', { name: '重新載入' }).press('Enter');
  await expect(main(page).getByLabel('會別')).toBeFocused();
  await expect(failures).toHaveCount(0);

  await main(page).getByLabel('會別').selectOption('高雄市分會');
  await main(page).getByRole('button', { name: '查詢' }).click();
  await expect(main(page).getByText('KHH-LG1-001')).toBeVisible();
  await expect(main(page).getByText('TPE-FA1-001')).toHaveCount(0);
});

/** Pixels by which the page is wider than its window, and the element that causes it. */
const overhang = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const wide = [...document.querySelectorAll('main *, header *, footer *')].filter(
      (element) => element.getBoundingClientRect().right > width + 1 && element.checkVisibility(),
    );
    return {
      by: document.documentElement.scrollWidth - width,
      what:
        document.documentElement.scrollWidth > width
          ? wide.map(({ outerHTML }) => outerHTML.slice(0, 100))
          : [],
    };
  });

const widths = [
  { width: 768, height: 1024 },
  { width: 640, height: 400 },
  { width: 320, height: 640 },
];

const eventually = expect.configure({ soft: true });

test('nothing makes a screen scroll sideways at 320 px or at twice the size of the letters @sweep', async ({
  page,
  enterAs,
  enterAsLin,
}) => {
  await enterAs('chen');
  const fits = async (address: string) => {
    await visit(page, address);
    for (const size of widths) {
      await page.setViewportSize(size);
      // A table becomes cards only after it has seen its new width.
      await eventually
        .poll(() => overhang(page), { message: `${address} at ${size.width}`, timeout: 2_000 })
        .toEqual({ by: 0, what: [] });
    }
  };
  for (const address of managerScreens) await fits(address);
  await enterAsLin();
  for (const address of traineeScreens) await fits(address);
  await page.goto('/Auth/PayRecord');
  await page
    .getByRole('button', { name: /^取消報名：/ })
    .first()
    .click();
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(page.getByRole('alertdialog')).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => localStorage.clear());
  for (const address of guestScreens) await fits(address);
  await page.goto('/Register');
  await confirm(page).click();
  await expect(page.getByRole('region', { name: '資料有誤，請修正下列欄位' })).toBeVisible();
  expect(await overhang(page)).toEqual({ by: 0, what: [] });
  await page.getByRole('button', { name: '開啟月曆' }).click();
  await expect(page.getByRole('button', { name: '下個月' })).toBeInViewport({ ratio: 1 });
  expect(await overhang(page)).toEqual({ by: 0, what: [] });
  await page.keyboard.press('Escape');
  await openWithoutContents(page);
  await page.route(/\/api\/classes/, (route) => route.abort());
  await page.goto('/ClassInfo');
  await expect(main(page).getByRole('alert')).toBeVisible();
  expect(await overhang(page)).toEqual({ by: 0, what: [] });
  await page.getByRole('button', { name: '開啟選單' }).click();
  expect(await overhang(page)).toEqual({ by: 0, what: [] });
});
