import { expect, type Page } from '@playwright/test';
import { today } from '@portal/contract/dates';
import { rejectRegistration } from '../server/src/enrolment/review/reject-registration.ts';
import { inTransaction } from '../server/src/platform/database/database.ts';
import { callAs, test } from './portal.ts';
import { fact, showAllFilters, visit } from './screen.ts';
import { registrationIn, staff } from './staff.ts';

/* Rows, columns, fields and texts of each screen, complete and in order (specification §2). */

const main = (page: Page) => page.getByRole('main');
const terms = (page: Page) => main(page).locator('dt');
const columns = (page: Page, table: string) =>
  main(page).getByRole('table', { name: table, exact: true }).locator('thead th');

const trainingClass = ['會別', '課程代碼', '訓練項目', '開課日期'];
const person = [
  '會別',
  '中文姓名',
  '英文姓名',
  '身分證字號',
  '護照號碼／居留證號',
  '性別',
  '出生日期',
  '地址',
  '電子郵件',
  '行動電話',
  '住家電話',
  '服務單位',
  '公司電話',
  '職業',
  '學歷',
  '就學狀況',
  '學校',
  '科系',
];

test('the frame: bar, logo, banner, footer and the way to the top', async ({ page }) => {
  await visit(page, '/ClassInfo?opened=0,1,2');
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('link', { name: '登入', exact: true })).toBeVisible();
  await expect(bar.getByRole('link', { name: '學員訓練報名網，回首頁' })).toHaveAttribute('href', '/');
  await expect(page.getByRole('region', { name: '橫幅輪播' })).toBeVisible();
  const footer = page.getByRole('contentinfo');
  const { name, address, phone, fax } = await (await page.request.get('/api/footer')).json();
  const year = today(new Date()).slice(0, 4);
  const lines = [name, `地址：${address}`, `電話：${phone}`, `傳真：${fax}`];
  for (const text of [...lines, `Copyright © ${year} ${name} 版權所有`])
    await expect(footer).toContainText(text);

  await footer.getByRole('button', { name: '回頂端' }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('home: the login card, the newest ten, and a welcome after the login', async ({ page, enterAsLin }) => {
  await visit(page, '/');
  await expect(main(page).getByRole('radio', { name: '本國人' })).toBeChecked();
  await expect(main(page).getByRole('textbox', { name: '身分證字號' })).toBeVisible();
  await main(page).getByRole('radio', { name: '外國人' }).check();
  await expect(main(page).getByRole('textbox', { name: '護照號碼或居留證號' })).toBeVisible();
  const card = main(page).getByRole('region', { name: '學員登入' });
  await expect(card.getByRole('link')).toHaveText(['忘記密碼', '加入學員']);
  const newest = main(page).getByRole('region', { name: '最新開課' });
  await expect(newest.getByRole('listitem')).toHaveCount(10);
  await expect(newest.getByRole('link', { name: '更多開課資訊' })).toHaveAttribute('href', '/ClassInfo');

  const menu = page.getByRole('navigation', { name: '功能選單' }).getByRole('link');
  const training = ['課程介紹', '開課資訊'];
  await expect(menu).toHaveText([...training, '學員登入', '加入學員', '忘記密碼']);

  await enterAsLin();
  await visit(page, '/');
  const forTrainees = ['個人資料編輯', '個人訓練紀錄查詢', '報名繳費紀錄查詢', '證照換證申請', '團體管理'];
  await expect(menu).toHaveText([...training, ...forTrainees]);
  const welcome = main(page).getByRole('region', { name: '林怡君，歡迎您！' });
  await expect(welcome.getByRole('link', { name: '個人資料編輯' })).toHaveAttribute('href', '/Auth/Profile');
  await welcome.getByRole('button', { name: '登出' }).click();
  await expect(card).toBeVisible();
});

test('the login names the account of each kind of person, 本國人 first', async ({ page }) => {
  await visit(page, '/login');
  const account = main(page).getByRole('textbox', { name: '帳號' });
  await expect(main(page).getByRole('radio', { name: '本國人' })).toBeChecked();
  await expect(account).toHaveAccessibleDescription('請輸入身分證字號');
  await main(page).getByRole('radio', { name: '外國人' }).check();
  await expect(account).toHaveAccessibleDescription('請輸入護照號碼或居留證號');
  await expect(main(page).getByText('非會員')).toBeVisible();
  await expect(main(page).getByRole('link', { name: '加入學員' })).toHaveAttribute('href', '/Register');
});

test('the list of classes: one search for many presses, a pager for more than a page only', async ({
  page,
}) => {
  await visit(page, '/ClassInfo');
  const pager = page.getByRole('navigation', { name: '分頁' });
  await expect(pager).toBeVisible();
  const box = await pager.boundingBox();
  const middle = (box?.x ?? 0) + (box?.width ?? 0) / 2;
  expect(Math.abs(middle - (await page.evaluate(() => document.body.clientWidth)) / 2)).toBeLessThan(5);

  const searches: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('trainclass=FA1')) searches.push(request.url());
  });
  await showAllFilters(page);
  await main(page).getByLabel('會別').selectOption('臺北市分會');
  await main(page).getByLabel('訓練項目').selectOption({ label: 'FA1 初級急救員訓練' });
  const search = main(page).getByRole('button', { name: '查詢', exact: true });
  await search.evaluate((button: HTMLButtonElement) => {
    for (let press = 0; press < 5; press++) button.click();
  });
  await expect(page).toHaveURL(/trainclass=FA1$/);
  await expect(main(page).getByText(/^共 [1-9] 筆資料$/)).toBeVisible();
  await expect(pager).toHaveCount(0);
  expect(searches).toHaveLength(1);
});

test('a search is debounced by 300 ms', { tag: '@any-width' }, async ({ page, clock }) => {
  await page.goto('/ClassInfo');
  await expect(main(page).getByRole('heading', { level: 3 })).not.toHaveCount(0);
  await clock.pauseAt(Date.now() + 3_600_000);
  await main(page).getByLabel('訓練項目').selectOption('FA1');
  const search = main(page).getByRole('button', { name: '查詢', exact: true });
  await search.click();
  await clock.runFor(200);
  await search.click();
  await clock.runFor(299);
  expect(page.url()).not.toContain('trainclass');
  await clock.runFor(1);
  await expect(page).toHaveURL(/trainclass=FA1$/);
});

test('a class: its row in the list and its own page', async ({ page, formGroup, openClass }) => {
  const decisive = ['開課日期', '費用', '報名期間', '剩餘名額', '時數', '結束日期'];
  const facts = ['名額', '已報名人數', '上課時段', '上課地點', '聯絡人', '聯絡電話', '附件'];
  await visit(page, '/ClassInfo?opened=0');
  await expect(terms(page)).toHaveText([...decisive, ...facts]);
  for (const [way, address] of [
    ['個人報名', '/Class/Personal/TPE-FA1-001'],
    ['團體報名', '/Class/Group/TPE-FA1-001'],
  ] as const) {
    await expect(main(page).getByRole('link', { name: way })).toHaveAttribute('href', address);
  }
  await visit(page, '/ClassInfo/TPE-FA1-001');
  await expect(terms(page)).toHaveText([...decisive, '會別', '課程代碼', '課程名稱', ...facts]);
  await expect(main(page).getByRole('heading', { level: 2, name: '課程簡介' })).toBeVisible();

  const group = await formGroup([]);
  const reserved = await openClass({ groupId: group.id, personalAllow: false });
  await visit(page, `/ClassInfo/${reserved.code}`);
  await expect(fact(main(page), '團體名稱')).toHaveText(group.name);
});

test('expandable rows announce their state', async ({ page }) => {
  for (const address of ['/ClassInfo', '/Intro/急救訓練']) {
    await visit(page, address);
    const row = main(page).getByRole('button', { expanded: false }).first();
    await expect(row).toHaveAttribute('title', '展開');
    await row.click();
    await expect(main(page).getByRole('button', { expanded: true }).first()).toHaveAttribute('title', '收合');
  }
});

test('each row shows the registration, and the reason beside a disabled enrolment', async ({
  page,
  enterAsLin,
}) => {
  await enterAsLin();
  await visit(page, '/ClassInfo?opened=1,2,9');
  const row = (code: string) => main(page).getByRole('heading', { level: 3 }).filter({ hasText: code });
  const badges = {
    'TPE-FA1-001': '可報名',
    'TPE-FA1-002': '已額滿',
    'TPE-FA1-003': '不可報名',
    'TPE-CPR-011': '已報名',
  };
  for (const [code, badge] of Object.entries(badges)) await expect(row(code)).toContainText(badge);
  const reasons = [
    ['TPE-FA1-002', '本課程名額已滿', '本課程名額已滿'],
    ['TPE-FA1-003', '本課程未開放個人報名', '本課程未開放團體報名'],
    ['TPE-CPR-011', '您已報名本課程', null],
  ] as const;
  for (const [code, personal, group] of reasons) {
    const way = (name: string) =>
      main(page).getByRole('button', { name: new RegExp(`^${name}：.*（${code}）`) });
    await expect(way('個人報名')).toHaveAccessibleDescription(personal);
    if (group) await expect(way('團體報名')).toHaveAccessibleDescription(group);
  }
});

test('the categories of introductions have pictures of 143 × 143', async ({ page }) => {
  await visit(page, '/Intro');
  const pictures = main(page).getByRole('img');
  await expect(pictures).not.toHaveCount(0);
  for (const picture of await pictures.all()) {
    expect(await picture.boundingBox()).toMatchObject({ width: 143, height: 143 });
  }
});

/** The fields of a form in their order; a star marks what must be filled in. */
const fields = (page: Page) =>
  main(page)
    .locator('[data-field]')
    .evaluateAll((found) =>
      found
        .filter((field) => field.checkVisibility())
        .map((field) => `${field.getAttribute('data-field')}${field.textContent?.includes('*') ? '*' : ''}`),
    );

const ofBoth = [
  'city* area* address_code* address* email* cell_phone* home_phone company_phone',
  'career career_id* education* educationstatuse* school department',
].join(' ');

test('the fields of the registration and of the profile', async ({ page, enterAsLin }) => {
  await visit(page, '/Register');
  await expect(main(page)).toContainText('照片將用於製作證照，請上傳大頭照，建議尺寸 295X413，僅限圖片檔');
  const registration = 'file country* organization_id* chinese_name* english_name sex* birthday*';
  const account = 'id_number* password* password_confirmation*';
  expect(await fields(page)).toEqual(`${registration} ${account} ${ofBoth}`.split(' '));
  await expect(main(page).locator('input[type=file]')).toHaveAttribute('accept', 'image/*');

  await enterAsLin();
  await visit(page, '/Auth/Profile');
  await expect(main(page)).toContainText('請上傳清晰的大頭照，建議尺寸 295x413');
  await expect(main(page).getByRole('tab')).toHaveText(['編輯個人資料', '變更密碼']);
  const locked = 'file organization_id chinese_name english_name id_number sex* birthday';
  expect(await fields(page)).toEqual(`${locked} ${ofBoth}`.split(' '));
  await visit(page, '/Auth/Profile?tab=password');
  expect(await fields(page)).toEqual(['password*', 'new_password*', 'new_password_confirmation*']);
});

test('enrolment, payment and records', async ({ page, enterAsLin }) => {
  await enterAsLin();
  await visit(page, '/Class/Personal/TYN-CPR-001');
  await expect(main(page)).toContainText('如需修改個人資料，請至「學員中心 > 個人資料編輯」');
  await expect(terms(page)).toHaveText([...trainingClass, '上課地點', '時數', '費用', ...person]);

  await visit(page, '/Class/Personal/TPE-CPR-011/finish');
  await expect(terms(page)).toHaveText([...trainingClass, '人數']);
  await expect(main(page).getByRole('heading', { name: '報名資訊' })).toBeVisible();
  await expect(main(page)).toContainText('已收到您的報名');
  await visit(page, '/Class/Personal/TPE-CPR-012/finish');
  await expect(terms(page)).toHaveText(['帳號', '銀行', '戶名', ...trainingClass, '人數']);
  await expect(main(page).getByRole('link', { name: '填寫繳費回報' })).toHaveAttribute(
    'href',
    '/Auth/PaidInfo/TPE-CPR-012',
  );
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('繳費資訊');
  for (const text of [
    '您好，以下是您的繳費資訊',
    '1 人',
    '繳費方式',
    '應繳金額',
    '待確認收到款項後，才算完成報名',
  ]) {
    await expect(main(page)).toContainText(text);
  }
  await expect(main(page).getByRole('link', { name: '確認' })).toHaveAttribute('href', '/Auth/PayRecord');

  await visit(page, '/Auth/PayRecord');
  const record = [...trainingClass, '報名'];
  await expect(columns(page, '報名審核中')).toHaveText([
    ...record,
    '狀態',
    '繳費資訊',
    '繳費回報',
    '取消報名',
  ]);
  const rows = main(page).getByRole('table', { name: '報名審核中' }).locator('tbody').getByRole('row');
  for (const row of await rows.all()) {
    const payable = /未繳費|繳費審查中/.test(`${await row.textContent()}`) ? 1 : 0;
    await expect(row.getByRole('link', { name: '查看' })).toHaveCount(payable);
    await expect(row.getByRole('link', { name: '填寫' })).toHaveCount(payable);
  }
  const refused = rows.filter({ hasText: 'TPE-CPR-014' });
  await expect(refused).toContainText(/資格不符\s*未檢附基本救命術證書/);
  await visit(page, '/Auth/PayRecord?tab=finished');
  await expect(columns(page, '完成報名')).toHaveText(record);

  await visit(page, '/Auth/PaidInfo/TPE-CPR-012');
  expect(await fields(page)).toEqual(['paid_time*', 'last_five*', 'paid_name*', 'paid_money*']);
});

test('a long reason breaks neither codes nor dates nor buttons', async ({
  page,
  request,
  db,
  trainee,
  openClass,
}) => {
  const trainingClass = await openClass();
  await callAs(request, trainee, '/api/class/personal/create', { code: trainingClass.code });
  const { registrationId } = await registrationIn(db, trainingClass, trainee);
  const reason = '未檢附基本救命術證書，且報名資料所附的照片無法辨識，請補齊後再次報名';
  await inTransaction(db, (tx) =>
    rejectRegistration(tx, { registrationId, reason }, { actor: staff, now: new Date() }),
  );
  await page.goto('/Auth/PayRecord');
  const row = main(page).getByRole('row').filter({ hasText: trainingClass.code });
  await expect(row).toContainText(reason);
  for (const whole of [
    trainingClass.organization,
    trainingClass.code,
    /^\d{4}-\d\d-\d\d/,
    /^(取消|移除紀錄)$/,
  ]) {
    const shown = row.getByText(whole, { exact: true }).filter({ visible: true }).last();
    const text = await shown.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    });
    expect(text, `lines of ${whole}`).toBe(1);
  }
});

test('training records and certificates', async ({ page, enterAsLin }) => {
  await enterAsLin();
  await visit(page, '/Auth/TrainingRecord');
  await expect(columns(page, '訓練紀錄')).toHaveText([...trainingClass, '是否合格', '成績']);

  await visit(page, '/Auth/CertList');
  const certificate = ['會別', '證照編號', '證照名稱', '效期（年）', '到期日'];
  await expect(columns(page, '現有證照')).toHaveText([...certificate, '換證申請']);
  await expect(columns(page, '舊有證照')).toHaveText([...certificate, '申請備註', '審查結果']);
  await expect(main(page).getByText('注意事項').locator('..').getByRole('listitem')).toHaveText([
    '一般證照不可申請換證',
    '僅可於到期日前六個月內申請換證',
    '教練證照換證後，新證照的到期日將予以展延',
  ]);
  await main(page).getByRole('link', { name: '申請換證' }).first().click();
  const renewal = ['會別', '證照編號', '證照名稱', '申請日期', '新證照效期起日', '新證照效期迄日'];
  await expect(terms(page)).toHaveText([...renewal, ...person]);
  await expect(main(page).getByRole('textbox', { name: '備註' })).toBeVisible();
});

test('groups, for their managers', async ({ page, enterAs }) => {
  await enterAs('chen');
  await visit(page, '/Group/Management/LANHAI');
  const numbers = ['姓名', '身分證字號', '護照號碼／居留證號'];
  await expect(columns(page, '團體成員名單')).toHaveText(['身分／編號', ...numbers, '詳細資料', '刪除']);
  await main(page).getByRole('button', { name: '團體訓練紀錄' }).click();
  const records = page.getByRole('dialog', { name: '團體訓練紀錄' });
  await expect(records.locator('thead th')).toHaveText(['會別', '訓練項目', '開課日期', '課程名單']);
  await page.keyboard.press('Escape');
  await main(page).getByRole('button', { name: '新增成員' }).click();
  const adding = page.getByRole('dialog', { name: '新增團體成員' });
  await expect(adding.locator('dt')).toHaveText(['團體名稱']);
  await expect(adding.getByRole('radio', { name: '本國人' })).toBeChecked();
  await adding.getByRole('radio', { name: '外國人' }).check();
  await expect(adding.getByRole('textbox', { name: '護照號碼或居留證號' })).toBeVisible();
  await page.keyboard.press('Escape');
  await main(page).getByRole('link', { name: '查看（林怡君）' }).click();
  await expect(terms(page)).toHaveText(person);

  await visit(page, '/Group/LANHAI/TPE-LG1-001');
  await expect(terms(page)).toHaveText(['團體名稱', '主辦單位', ...trainingClass.slice(1), '上課地點']);
  await expect(columns(page, '課程名單')).toHaveText(['編號', '姓名', '狀態', '備註', '成績', '是否合格']);

  await visit(page, '/Class/Group/TPE-LG1-001');
  await expect(main(page)).toContainText('如需修改團體資料，請至「學員中心 > 團體管理」');
  await expect(terms(page).first()).toHaveText('會別');
  for (const list of ['管理員', '成員']) {
    await expect(columns(page, list)).toHaveText([...numbers, '報名', '報名資格', '繳費']);
  }
  await expect(main(page).getByRole('heading', { name: '已退出團體的成員' })).toBeVisible();
});

const crumbs = (page: Page) => page.getByRole('navigation', { name: '目前位置' }).getByRole('listitem');

test('each page has breadcrumbs', async ({ page, enterAs }) => {
  const forEverybody = [
    ['/login', '學員登入'],
    ['/Register', '加入學員'],
    ['/ForgetPassword', '忘記密碼'],
    ['/ClassInfo', '開課資訊'],
    ['/Intro', '課程介紹'],
    ['/Intro/急救訓練', '課程介紹', '急救訓練'],
  ] as const;
  const forManagers = [
    ['/Auth/Profile', '個人資料編輯'],
    ['/Auth/PayRecord', '報名繳費紀錄'],
    ['/Auth/TrainingRecord', '個人訓練紀錄'],
    ['/Auth/CertList', '證照換證申請'],
    ['/Group', '團體管理'],
    ['/Group/Management/LANHAI', '團體管理', '團體成員管理'],
    ['/Group/LANHAI/TPE-LG1-001', '團體管理', '團體課程名單'],
    ['/Class/Group/TPE-LG1-001', '開課資訊', '團體線上報名'],
  ] as const;
  const look = async (places: readonly (readonly [string, ...string[]])[]) => {
    for (const [address, ...names] of places) {
      await page.goto(address);
      await expect(crumbs(page)).toHaveText(['首頁', ...names]);
    }
  };
  await look(forEverybody);
  await enterAs('chen');
  await look(forManagers);
});
