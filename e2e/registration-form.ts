import { expect, type Page } from '@playwright/test';
import { PRIVACY_VERSION } from '@portal/contract/privacy';

/* The form of 加入學員, as people fill it in. */

/** The password that `fillRegistration` types into both boxes. */
export const TYPED_PASSWORD = '藍鯨 blue whale 77';

export const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);
export const input = (page: Page, name: string) => field(page, name).locator('input');
export const confirm = (page: Page) => page.getByRole('button', { name: '確認', exact: true });

const typeBirthday = async (page: Page, digits: string) => {
  await page.getByRole('spinbutton').first().focus();
  await page.keyboard.type(digits);
};

const typePasswords = async (page: Page) => {
  await input(page, 'password').fill(TYPED_PASSWORD);
  await input(page, 'password_confirmation').fill(TYPED_PASSWORD);
};

const chooseAddress = async (page: Page) => {
  await page.getByLabel('縣市').selectOption('臺北市');
  await page.getByLabel('鄉鎮市區').selectOption('中正區');
  await page.getByLabel('街道門牌').fill('範例路一段 1 號');
};

/** Everything that is required but the identifier, of a local or a foreign person. */
export const fillRegistration = async (page: Page, chineseName: string) => {
  await page.getByLabel('會別').selectOption('臺北市分會');
  await page.getByLabel('中文姓名').fill(chineseName);
  await page.getByRole('radio', { name: '女' }).check();
  await typeBirthday(page, '19900131');
  await typePasswords(page);
  await chooseAddress(page);
  await page.getByLabel('電子郵件').fill('trainee@example.com');
  const mobile = page.getByRole('group', { name: '行動電話' });
  await mobile.getByLabel('前四碼').fill('0912');
  await mobile.getByLabel('號碼').fill('345678');
  await page.getByLabel('職業').selectOption('學生');
  await field(page, 'education').getByRole('combobox').selectOption('大學');
  await page.getByLabel('就學狀況').selectOption('畢業');
};

/** The notice that a person accepts by sending the form. */
export const expectPrivacyNotice = async (page: Page) => {
  const main = page.getByRole('main');
  await expect(main).toContainText('按下「確認」即表示您已閱讀並同意下列個人資料蒐集告知事項。');
  await main.getByText('閱讀個人資料蒐集告知事項').click();
  await expect(main.getByText('一、蒐集之目的')).toBeVisible();
  await expect(main.getByText(`版本：${PRIVACY_VERSION}`)).toBeVisible();
};
