import { expect, type Page } from '@playwright/test';
import { today } from '@portal/contract/dates';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { accounts } from '../server/src/accounts/tables.ts';
import type { Database } from '../server/src/platform/database/database.ts';
import { mailsTo } from './mailbox.ts';
import { type Trainee, test } from './portal.ts';
import {
  confirm,
  expectPrivacyNotice,
  field,
  fillRegistration,
  input,
  TYPED_PASSWORD,
} from './registration-form.ts';
import { logOut, notice, visit } from './screen.ts';
import { axe, uniqueNationalId, uniquePassportNo } from './support.ts';

const yearOption = (year: number) => `${year}（民國 ${year - 1911} 年）`;

const PHOTO = 'web/public/share.png';

const open = async (page: Page) => {
  await page.goto('/Register');
  await expect(page.getByRole('heading', { name: '加入學員', level: 1 })).toBeVisible();
};

const expectJoined = async (page: Page) => {
  await expect(page.getByText('加入學員成功，已為您登入')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('user'))).not.toBeNull();
};

interface Listed {
  code: string;
  personal_allow: boolean;
  number: number;
  limit_number: number;
}

test('a guest who is redirected to the login joins with a photo and reaches the requested page', async ({
  page,
  request,
}) => {
  const answer = await request.get('/api/classes?type=Pagination&num=100');
  const { data }: { data: Listed[] } = await answer.json();
  const { code } = data.find((one) => one.personal_allow && one.number < one.limit_number) ?? { code: '' };

  await page.goto(`/Class/Personal/${code}`);
  await expect(page).toHaveURL('/login');
  await page.getByRole('main').getByRole('link', { name: '加入學員' }).click();
  await fillRegistration(page, '林小海');
  await input(page, 'id_number').fill(uniqueNationalId());
  await field(page, 'file').locator('input').setInputFiles(PHOTO);
  await expect(page.getByAltText('照片預覽')).toBeVisible();
  await axe(page, 'main');
  await confirm(page).click();

  await expectJoined(page);
  await expect(page).toHaveURL(`/Class/Personal/${code}`);
  const photo = page.getByAltText('林小海的照片');
  await expect(photo).toBeVisible();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.goto('/Register');
  await expect(page).toHaveURL('/');
});

/** Joins as somebody whom a page for trainees has sent to the login. */
const joinByLogin = async (page: Page) => {
  await expect(page).toHaveURL('/login');
  await page.getByRole('main').getByRole('link', { name: '加入學員' }).click();
  await fillRegistration(page, '林小海');
  await input(page, 'id_number').fill(uniqueNationalId());
  await confirm(page).click();
  await expectJoined(page);
};

test('after joining during an enrolment, 取消 and the back button lead to the class', {
  tag: '@any-width',
}, async ({ page, openClass }) => {
  const { code } = await openClass();
  const main = page.getByRole('main');
  const cancel = main.getByRole('button', { name: '取消' });
  await page.goto(`/ClassInfo/${code}`);
  await main.getByRole('link', { name: '個人報名' }).click();
  await joinByLogin(page);
  await expect(page).toHaveURL(`/Class/Personal/${code}`);
  await cancel.click();
  await expect(page).toHaveURL(`/ClassInfo/${code}`);
  await expect(main.getByRole('link', { name: '個人報名' })).toBeVisible();

  await page.goForward();
  await expect(page).toHaveURL(`/Class/Personal/${code}`);
  await expect(cancel).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`/ClassInfo/${code}`);
});

test('after joining and a reload, going back still skips the login', {
  tag: '@any-width',
}, async ({ page, openClass }) => {
  const { code } = await openClass();
  await page.goto(`/ClassInfo/${code}`);
  await page.getByRole('main').getByRole('link', { name: '個人報名' }).click();
  await joinByLogin(page);
  await page.reload();
  await expect(page.getByRole('main').getByRole('button', { name: '取消' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`/ClassInfo/${code}`);
});

test('after joining from the address of an enrolment, going back leads home', {
  tag: '@any-width',
}, async ({ page, openClass }) => {
  const { code } = await openClass();
  await page.goto(`/Class/Personal/${code}`);
  await joinByLogin(page);
  await page.getByRole('main').getByRole('button', { name: '取消' }).click();
  await expect(page).toHaveURL('/');
});

test('a login page that is reloaded after a login elsewhere leads forward, not back', {
  tag: '@any-width',
}, async ({ page, join, openClass }) => {
  const [{ code }, { stored }] = await Promise.all([openClass(), join()]);
  await page.goto(`/ClassInfo/${code}`);
  await page.getByRole('main').getByRole('link', { name: '個人報名' }).click();
  await expect(page).toHaveURL('/login');
  await page.evaluate((user) => localStorage.setItem('user', user), stored);
  await page.reload();
  await expect(page).toHaveURL(`/Class/Personal/${code}`);
  await page.goBack();
  await expect(page).toHaveURL(`/ClassInfo/${code}`);
});

/** The links that confirm a mailbox, of the mails that were asked for again. */
const confirmingLinks = async (dataDir: string, email: string): Promise<string[]> => {
  const mails = await mailsTo(dataDir, email);
  return mails
    .filter(({ subject }) => subject?.includes('請確認您的電子信箱'))
    .map(({ text }) => /http\S+[?&]mail=[0-9a-f-]{36}/.exec(text ?? '')?.[0] ?? '');
};

const reminderOn = (page: Page) => page.getByRole('main').getByText('您的電子信箱尚未確認');

/** The profile of a person whose mailbox is unconfirmed, as far as the server and this browser know. */
const openUnconfirmed = async (page: Page, db: Database, { idNumber }: Trainee) => {
  await db.update(accounts).set({ emailConfirmedAt: null }).where(eq(accounts.idNumber, idNumber));
  await visit(page, '/Auth/Profile');
  await page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('user') ?? '{}');
    localStorage.setItem('user', JSON.stringify({ ...user, email_confirmed: false }));
  });
  // Stored data show the reminder at once. The page then asks the server, and must not see a later confirmation.
  const asked = page.waitForResponse('**/api/session/create');
  await visit(page, '/Auth/Profile');
  await asked;
  await expect(reminderOn(page)).toBeVisible();
};

test('a new trainee requests the confirming mail again, opens its link, and sees no more reminder', {
  tag: '@any-width',
}, async ({ page, trainee, db, dataDir }) => {
  const reminder = reminderOn(page);
  await openUnconfirmed(page, db, trainee);
  await page.getByRole('button', { name: '重寄確認信' }).click();
  await expect(notice(page, '已重寄確認信，請至您的電子信箱收信')).toBeVisible();
  await expect
    .poll(() => confirmingLinks(dataDir, trainee.email))
    .toEqual([expect.stringContaining('mail=')]);

  const [link = ''] = await confirmingLinks(dataDir, trainee.email);
  await page.goto(link);
  await expect(notice(page, '電子信箱已確認')).toBeVisible();
  await expect(page).not.toHaveURL(/mail=/);
  await axe(page);
  await visit(page, '/Auth/Profile');
  await expect(reminder).toHaveCount(0);
  await logOut(page);
  // A second opening, by anybody, changes nothing and is no error.
  await page.goto(link);
  await expect(notice(page, '電子信箱已確認')).toBeVisible();

  // One that was cut short on its way says how to get another.
  await page.goto(link.slice(0, -1));
  await expect(notice(page, '連結已失效，請至個人資料編輯重新寄送確認信')).toBeVisible();
});

test('a mailbox confirmed in another browser is known here after a reload, or on asking for the mail again', {
  tag: '@any-width',
}, async ({ page, request, trainee, db, dataDir }) => {
  const reminder = reminderOn(page);
  const resend = page.getByRole('button', { name: '重寄確認信' });
  const confirmElsewhere = async () => {
    const [link = ''] = await confirmingLinks(dataDir, trainee.email);
    const token = new URL(link).searchParams.get('mail');
    expect((await request.post('/api/email/confirm', { data: { token } })).ok()).toBe(true);
  };

  await openUnconfirmed(page, db, trainee);
  await resend.click();
  await expect.poll(() => confirmingLinks(dataDir, trainee.email)).toHaveLength(1);
  await confirmElsewhere();
  await page.reload();
  await expect(page.getByRole('tab', { name: '編輯個人資料' })).toBeVisible();
  await expect(reminder).toHaveCount(0);

  await openUnconfirmed(page, db, trainee);
  await confirmElsewhere();
  await resend.click();
  await expect(notice(page, '電子信箱已確認')).toBeVisible();
  await expect(reminder).toHaveCount(0);
});

test('the empty form: its notice, missing fields, telephone numbers and the date of birth', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page);

  await test.step('an empty form names missing fields and focuses the first one', async () => {
    await axe(page);
    await confirm(page).click();
    await expect(page.getByLabel('會別')).toBeFocused();
    await expect(field(page, 'organization_id')).toContainText('請選擇會別');
    const summary = page.getByRole('region', { name: '資料有誤，請修正下列欄位' });
    await expect(summary.getByRole('link')).toHaveCount(16);
    await axe(page);
    await summary.getByRole('link', { name: '請輸入電子郵件' }).click();
    await expect(page.getByLabel('電子郵件')).toBeFocused();
    await page.keyboard.type('trainee@example.com');
    await expect(summary.getByRole('link')).toHaveCount(15);
  });

  await test.step('the form shows the privacy notice that is accepted by sending it', async () => {
    await expectPrivacyNotice(page);
    await axe(page, 'main');
  });

  await test.step('telephone numbers can be pasted whole into either box, and hold digits only', async () => {
    const paste = async (box: string, part: string, text: string) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await page.getByRole('group', { name: box }).getByLabel(part).focus();
      await page.keyboard.press('ControlOrMeta+V');
    };
    const expectBoxes = async (box: string, prefix: string, number: string) => {
      const group = page.getByRole('group', { name: box });
      await expect(group.getByRole('textbox').first()).toHaveValue(prefix);
      await expect(group.getByRole('textbox').last()).toHaveValue(number);
    };
    await paste('行動電話', '號碼', '0912-345-678');
    await expectBoxes('行動電話', '0912', '345678');
    await paste('住家電話', '區碼', '02 2000 0000');
    await expectBoxes('住家電話', '02', '20000000');
    await page.getByRole('group', { name: '公司電話' }).getByLabel('號碼').pressSequentially('2x0-0');
    await expectBoxes('公司電話', '', '200');
  });

  await test.step('an invalid day stays as typed, is refused, and is replaced by a picked day', async () => {
    const birthday = field(page, 'birthday');
    const parts = birthday.getByRole('spinbutton');
    // A press on the day of an empty date begins with the year.
    await parts.last().click();
    await expect(parts.first()).toBeFocused();
    await page.keyboard.type('19900229');
    await confirm(page).click();
    await expect(birthday).toContainText('出生日期不是有效的日期');
    await expect(parts).toHaveText(['1990', '02', '29']);
    await axe(page, 'main');
    await birthday.getByRole('button', { name: '開啟月曆' }).click();
    // The last day that was whole while it was typed.
    const day = page.getByRole('button', { name: /1990年2月2日/ });
    await expect(day).not.toHaveClass(/(^| )border( |$)/);
    const [year, month] = today(new Date()).split('-').map(Number) as [number, number];
    await page
      .getByRole('dialog')
      .getByLabel('年份')
      .selectOption({ label: yearOption(year) });
    await page
      .getByRole('dialog')
      .getByLabel('月份')
      .selectOption({ label: `${month} 月` });
    await expect(page.locator('[data-today]')).toHaveClass(/(^| )border( |$)/);
    // Later birth dates are refused.
    const calendar = page.getByRole('dialog');
    await expect(calendar.getByRole('button', { name: '下個月' })).toBeDisabled();
    await expect(calendar.getByLabel('年份').getByRole('option', { name: yearOption(year + 1) })).toHaveCount(
      0,
    );
    await page.getByRole('dialog').getByLabel('月份').selectOption({ label: '2 月' });
    await page
      .getByRole('dialog')
      .getByLabel('年份')
      .selectOption({ label: yearOption(1990) });
    await day.click();
    await expect(parts).toHaveText(['1990', '02', '02']);
    await expect(birthday).toContainText('民國 79 年 2 月 2 日');
    await expect(birthday).not.toContainText('出生日期不是有效的日期');
  });
});

test('a failed list of areas is loaded again; a city loads its areas, an area its postal code', async ({
  page,
}) => {
  const area = field(page, 'area').getByRole('combobox');
  const postalCode = page.getByLabel('郵遞區號');
  const failure = page.getByRole('main').getByRole('alert');
  await page.route(/\/api\/areas/, (route) => route.abort());
  await open(page);
  await expect(area.getByRole('option')).toHaveText(['請先選擇縣市']);
  await page.getByLabel('縣市').selectOption('臺北市');
  await expect(failure).toContainText('無法連線，請檢查網路後再試');
  await page.unrouteAll();
  await failure.getByRole('button', { name: '重新載入' }).press('Enter');
  await expect(area).toBeFocused();
  await expect(failure).toHaveCount(0);

  await area.selectOption('中正區');
  await expect(postalCode).toHaveValue('100');
  await page.getByLabel('縣市').selectOption('新北市');
  await expect(area).toHaveValue('');
  await expect(postalCode).toHaveValue('');
  await area.selectOption('板橋區');
  await expect(postalCode).toHaveValue('220');
});

test('a reload keeps the typed values without passwords; cancelling removes them', {
  tag: '@any-width',
}, async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('main').getByRole('link', { name: '加入學員' }).click();
  await fillRegistration(page, '林小海');
  const restored = page.getByText('以下是您先前填寫的內容，照片與密碼請重新填寫');
  await expect(restored).toHaveCount(0);
  await page.reload();
  await expect(restored).toBeVisible();
  await expect(page.getByLabel('中文姓名')).toHaveValue('林小海');
  await expect(page.getByLabel('會別')).toHaveValue('臺北市分會');
  await expect(page.getByRole('radio', { name: '女' })).toBeChecked();
  await expect(field(page, 'birthday')).toContainText('民國 79 年 1 月 31 日');
  await expect(page.getByLabel('鄉鎮市區')).toHaveValue('中正區');
  await expect(page.getByLabel('郵遞區號')).toHaveValue('100');
  await expect(page.getByRole('group', { name: '行動電話' }).getByLabel('號碼')).toHaveValue('345678');
  await expect(input(page, 'password')).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('whale');

  await page.getByRole('button', { name: '取消' }).click();
  await expect(page).toHaveURL('/login');
  await page.getByRole('main').getByRole('link', { name: '加入學員' }).click();
  await expect(page.getByLabel('中文姓名')).toHaveValue('');
  await expect(restored).toHaveCount(0);
});

test('a foreign trainee joins by passport number; the country swaps and empties the identifier', {
  tag: '@any-width',
}, async ({ page }) => {
  await open(page);
  await fillRegistration(page, 'Maria Santos');
  await input(page, 'id_number').fill('A123');
  await page.getByRole('radio', { name: '外國人' }).check();
  await expect(field(page, 'id_number')).toHaveCount(0);
  await input(page, 'passport_no').fill('k-12');
  await page.getByRole('radio', { name: '本國人' }).check();
  await expect(input(page, 'id_number')).toHaveValue('');
  await page.getByRole('radio', { name: '外國人' }).check();
  await expect(input(page, 'passport_no')).toHaveValue('');

  await input(page, 'passport_no').fill(uniquePassportNo());
  await confirm(page).click();
  await expect(page.getByLabel('英文姓名')).toBeFocused();
  await page.keyboard.type('Maria Santos');
  await confirm(page).click();
  await expectJoined(page);
  await expect(page).toHaveURL('/');
});

/** A photo as a phone makes it: many pixels, lying on its side, with a mark that says so. */
const largePhoto = () => {
  const grey = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const red = { create: { width: 1200, height: 1800, channels: 3, background: '#e01010' } } as const;
  return sharp({ create: { width: 2400, height: 1800, channels: 3, background: '#fff', noise: grey } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer();
};

/** Whether red is above and not below: turned to the right, what was on the left is above. */
const isUpright = async (photo: Buffer) => {
  const { data, info } = await sharp(photo).raw().toBuffer({ resolveWithObject: true });
  const redAt = (share: number) => {
    const pixel = (Math.floor(info.height * share) * info.width + Math.floor(info.width / 2)) * info.channels;
    return (data[pixel] ?? 0) - (data[pixel + 1] ?? 0) > 100;
  };
  return info.height > info.width && redAt(0.25) && !redAt(0.75);
};

test('a person joins after faults of the form, a refusal, a wrong file and a lost connection', async ({
  page,
  request,
  context,
}) => {
  await open(page);
  await fillRegistration(page, '林小海');

  await test.step('faults of the form are shown under their fields', async () => {
    await input(page, 'id_number').pressSequentially('a123');
    await expect(input(page, 'id_number')).toHaveValue('A123');
    await input(page, 'password_confirmation').fill('another one 77');
    await confirm(page).click();
    await expect(input(page, 'id_number')).toBeFocused();
    await expect(field(page, 'id_number')).toContainText('應為 1 個英文字母加 9 個數字');
    await expect(field(page, 'password')).toContainText('兩次輸入的密碼不一致');
    await input(page, 'password_confirmation').fill(TYPED_PASSWORD);
    await expect(field(page, 'password')).not.toContainText('兩次輸入的密碼不一致');
  });

  await test.step('so are refusals of the server, and all stays as typed', async () => {
    await input(page, 'id_number').fill('F299990019');
    await confirm(page).click();
    await expect(field(page, 'id_number')).toContainText('此身分證字號已註冊，請直接登入');
    await expect(page.getByText('若您從未加入學員，此號碼可能遭他人使用')).toContainText('洽所屬分會');
    await expect(input(page, 'id_number')).toBeFocused();
    await axe(page, 'main');
    await expect(input(page, 'password')).toHaveValue(TYPED_PASSWORD);
    await expect(page.getByLabel('中文姓名')).toHaveValue('林小海');
  });
  await input(page, 'id_number').fill(uniqueNationalId());

  await test.step('a file that is no photo prevents joining until another is chosen', async () => {
    const buffer = Buffer.alloc(5 * 1024 * 1024 + 1);
    await input(page, 'file').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
    await expect(field(page, 'file')).toContainText('照片檔案大小不得超過 5 MB');
    await confirm(page).click();
    await expect(page.getByRole('link', { name: '照片檔案大小不得超過 5 MB' })).toBeVisible();
    await expect(input(page, 'file')).toBeFocused();
    const photo = await largePhoto();
    expect(photo.length).toBeGreaterThan(1_200_000);
    await input(page, 'file').setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: photo });
    await expect(page.getByAltText('照片預覽')).toBeVisible();
    await expect(field(page, 'file')).not.toContainText('不得超過 5 MB');
  });

  await test.step('without a connection the form stays, and is sent again with the same key', async () => {
    const keys: (string | undefined)[] = [];
    page.on('request', (sent) => {
      if (sent.url().endsWith('/api/register')) keys.push(sent.headers()['idempotency-key']);
    });
    await context.setOffline(true);
    await confirm(page).click();
    const failure = page.getByRole('alert').filter({ hasText: '無法連線，請檢查網路後再試' });
    await expect(failure).toBeVisible();
    await axe(page);
    await context.setOffline(false);
    const again = page.waitForRequest('**/api/register');
    await failure.getByRole('button', { name: '重新送出' }).click();
    // The photo is shrunk before it is sent.
    expect(Number((await (await again).allHeaders())['content-length'])).toBeLessThan(1_000_000);
    await expectJoined(page);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  await test.step('the photo is turned upright', async () => {
    const { src, token } = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}'));
    const stored = await request.get(src, { headers: { authorization: `Bearer ${token}` } });
    expect(await isUpright(await stored.body())).toBe(true);
  });
});
