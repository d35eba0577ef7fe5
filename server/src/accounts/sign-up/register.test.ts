import { register } from '@portal/contract/person-form';
import { PRIVACY_VERSION } from '@portal/contract/privacy';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, buildRegistrationForm, logIn, PASSWORD } from '../../../test/factories/account.ts';
import { buildOrganization } from '../../../test/factories/catalogue.ts';
import { nationalId } from '../../../test/factories/identity.ts';
import { one } from '../../../test/factories/one.ts';
import { type MultipartForm, multipart } from '../../../test/multipart.ts';
import { mails } from '../../mail/tables.ts';
import { idempotencyKeys } from '../../platform/tables.ts';
import {
  accounts,
  knownAddresses,
  privacyAcceptances,
  registrationAttempts,
  sessions,
  signInAttempts,
} from '../tables.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await openTestPortal();
  await buildOrganization(portal.db);
});
afterAll(() => portal.close());

beforeEach(async () => {
  portal.clock.now = NOW;
  await portal.db.delete(signInAttempts);
  await portal.db.delete(registrationAttempts);
});

type Fields = MultipartForm['fields'];
type Photo = MultipartForm['file'];

const send = async (fields: Fields, { file, key }: { file?: Photo; key?: string } = {}) => {
  const { body, headers } = await multipart({ fields, ...(file ? { file } : {}) });
  return portal.call(register, { body, headers: { ...headers, ...(key ? { 'idempotency-key': key } : {}) } });
};

const countAccounts = () => portal.db.$count(accounts);
const accountOf = async (identifier: string | undefined) =>
  one(
    await portal.db
      .select()
      .from(accounts)
      .where(eq(accounts.account, identifier ?? '')),
  );

const photo = (width = 400, height = 560) =>
  sharp({ create: { width, height, channels: 3, background: '#1a5fa0' } })
    .jpeg()
    .toBuffer();

describe('register', () => {
  test('makes an account with everything that was sent, and logs in', async () => {
    const form = buildRegistrationForm({
      chinese_name: '  王小明 ',
      company_phone: '0800-000000',
      email: 'Wang@Example.com',
    });
    const { status, answer } = await send(form);
    expect(status).toBe(200);
    expect(answer).toEqual({
      access_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      user: {
        country: 'local',
        chinese_name: '王小明',
        english_name: 'New Trainee',
        src: null,
        organization: '臺北市分會',
        id_number: form.id_number,
        passport_no: null,
        sex: 1,
        birthday: '1990-05-14',
        city: '新北市',
        area: '新莊區',
        address: '範例路一段 1 號',
        address_code: '242',
        email: 'Wang@Example.com',
        cell_phone: '0900-000000',
        home_phone: '02-20000000',
        career: '範例公司',
        company_phone: '0800-000000',
        career_type: '學生',
        education: '大學',
        education_status: '畢業',
        school: '範例大學',
        department: '範例系',
        state: true,
        password_is_birthday: false,
        email_confirmed: false,
        missing: [],
        hidden: [],
        needs_branch: false,
        needs_code: false,
      },
    });
  });

  test('keeps the password as Argon2id of 19 MiB and two passes, the session as a hash, the address as known', async () => {
    const form = buildRegistrationForm();
    const { answer } = await send(form);
    const account = await accountOf(form.id_number);
    expect(account.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const session = one(await portal.db.select().from(sessions).where(eq(sessions.accountId, account.id)));
    expect(session.tokenHash).not.toContain(answer.access_token);
    const known = one(
      await portal.db.select().from(knownAddresses).where(eq(knownAddresses.accountId, account.id)),
    );
    expect(known).toMatchObject({ address: '127.0.0.1', lastUsedAt: NOW });
  });

  test('records which version of the privacy notice was accepted', async () => {
    const form = buildRegistrationForm({ privacy_version: PRIVACY_VERSION });
    await send(form);
    const { id: accountId } = await accountOf(form.id_number);
    const found = await portal.db
      .select()
      .from(privacyAcceptances)
      .where(eq(privacyAcceptances.accountId, accountId));
    expect(found).toEqual([{ accountId, version: PRIVACY_VERSION, acceptedAt: NOW }]);
  });

  test('queues the welcome mail together with the account', async () => {
    const form = buildRegistrationForm({ email: 'mail@example.com' });
    await send(form);
    const { id } = await accountOf(form.id_number);
    const mail = one(await portal.db.select().from(mails).where(eq(mails.accountId, id)));
    expect(mail).toMatchObject({
      recipient: 'mail@example.com',
      template: 'registered',
      data: { name: '新學員' },
      state: 'queued',
    });
  });

  test('takes a foreigner with a passport and an English name, telephones from abroad included', async () => {
    const form = buildRegistrationForm({
      country: 'foreign',
      english_name: 'O’Brien, Mary-Jane',
      cell_phone: '1234-56789012',
      home_phone: '4512345678',
      id_number: nationalId(1),
    });
    const { status, answer } = await send(form);
    expect(status).toBe(200);
    expect(answer.user).toMatchObject({
      country: 'foreign',
      id_number: null,
      passport_no: form.passport_no,
      english_name: "O'Brien, Mary-Jane",
      cell_phone: '1234-56789012',
    });
  });

  test('ignores any passport number of a local trainee', async () => {
    const { status, answer } = await send(buildRegistrationForm({ passport_no: `護照 #${'9'.repeat(60)}` }));
    expect([status, answer.user.passport_no]).toEqual([200, null]);
  });

  test('ignores fields that are not its own', async () => {
    const form = buildRegistrationForm({
      id: '1',
      state: 'false',
      suspended_at: '2020-01-01',
      suspendedAt: '2020-01-01',
      passwordIsBirthday: 'true',
      password_hash: 'x',
      photo_key: 'photos/other',
      photoKey: 'photos/other',
      role: 'manager',
    });
    const { status } = await send(form);
    expect(status).toBe(200);
    expect(await accountOf(form.id_number)).toMatchObject({
      state: true,
      suspendedAt: null,
      passwordIsBirthday: false,
      photoKey: null,
    });
  });

  test('accepts choices by id or by name', async () => {
    const { id } = await buildOrganization(portal.db);
    const { status, answer } = await send(
      buildRegistrationForm({
        organization_id: String(id),
        city: '3',
        area: '40',
        career_id: '5',
        education: '6',
        educationstatuse: '1',
      }),
    );
    expect(status).toBe(200);
    expect(answer.user).toMatchObject({
      organization: '臺北市分會',
      city: '新北市',
      area: '新莊區',
      address_code: '242',
      career_type: '學生',
      education: '大學',
      education_status: '畢業',
    });
  });

  test.each([
    ['新北市', '新莊區', '248'],
    ['宜蘭縣', '壯圍鄉', '260'],
    ['新竹縣', '寶山鄉', '300'],
    ['臺南市', '新市區', '741'],
    ['新北市', '新莊區', '242001'],
  ])(
    'takes the second postal code of an area, and one of six digits: of %s%s %s',
    async (city, area, address_code) => {
      const { status, answer } = await send(buildRegistrationForm({ city, area, address_code }));
      expect([status, answer.user]).toEqual([200, expect.objectContaining({ city, area, address_code })]);
    },
  );

  test('finds an area by name in the chosen city, if several cities have it', async () => {
    const form = buildRegistrationForm({ city: '基隆市', area: '中正區', address_code: '202' });
    await send(form);
    expect(await accountOf(form.id_number)).toMatchObject({ cityId: 2, areaId: 15 });
  });

  test('takes digits and letters of full width', async () => {
    const form = buildRegistrationForm({
      id_number: 'ｚ１－９９９９９９９９',
      birthday: '１９９０-０５-１４',
      address_code: '２４２－００１',
      cell_phone: '０９００－００００００',
      email: 'ｗａｎｇ＠example.com',
    });
    const { refusal } = await send(form);
    // The check digit is wrong on purpose: had the form been misread, its shape would be.
    expect(refusal.errors).toEqual({ id_number: ['身分證字號不正確，請確認後重新輸入'] });
  });

  test('accepts today in Taipei as birth date, and not the next day', async () => {
    const born = (birthday: string) => send(buildRegistrationForm({ birthday }));
    portal.clock.now = new Date('2030-06-30T15:59:59Z');
    expect((await born('2030-06-30')).status).toBe(200);
    expect((await born('2030-07-01')).refusal.errors).toEqual({ birthday: ['出生日期不得晚於今天'] });
    portal.clock.now = new Date('2030-06-30T16:00:00Z');
    expect((await born('2030-07-01')).status).toBe(200);
  });

  test('lets several people share one address for mails', async () => {
    const email = 'family@example.com';
    expect((await send(buildRegistrationForm({ email }))).status).toBe(200);
    expect((await send(buildRegistrationForm({ email }))).status).toBe(200);
  });
});

const required = {
  organization_id: '請選擇會別',
  country: '請選擇本國人或外國人',
  chinese_name: '請輸入中文姓名',
  id_number: '請輸入身分證字號',
  password: '請輸入密碼',
  password_confirmation: '請再輸入一次密碼',
  sex: '請選擇性別',
  birthday: '請輸入出生日期',
  city: '請選擇縣市',
  area: '請選擇鄉鎮市區',
  address: '請輸入街道門牌',
  address_code: '請輸入郵遞區號',
  email: '請輸入電子郵件',
  cell_phone: '請輸入行動電話',
  career_id: '請選擇職業',
  education: '請選擇學歷',
  educationstatuse: '請選擇就學狀況',
};

const foreign = { country: 'foreign', passport_no: 'P12345678' };
const passwords = (password: string) => ({ password, password_confirmation: password });

const refused: [override: Record<string, string>, field: string, text: string][] = [
  [{ country: 'alien' }, 'country', '請選擇本國人或外國人'],
  [{ organization_id: '火星分會' }, 'organization_id', '所選的會別無效'],
  [{ organization_id: '999999999999999999999' }, 'organization_id', '所選的會別無效'],
  [{ organization_id: '會'.repeat(61) }, 'organization_id', '所選的會別無效'],
  [{ chinese_name: '王\u0000小明' }, 'chinese_name', '中文姓名格式不正確'],
  [{ chinese_name: '王<b>小明' }, 'chinese_name', '中文姓名格式不正確'],
  [{ chinese_name: '王\u202e小明' }, 'chinese_name', '中文姓名格式不正確'],
  [
    { chinese_name: '恭喜中獎請速至evil-gift.com' },
    'chinese_name',
    '中文姓名不得包含網址或電子郵件；縮寫的「.」後請加空格',
  ],
  [{ chinese_name: '名'.repeat(51) }, 'chinese_name', '中文姓名不得超過 50 個字'],
  [{ english_name: '王小明' }, 'english_name', "英文姓名僅能輸入英文字母、空格及「,」「.」「'」「-」"],
  [
    { english_name: 'Claim now at evil-gift.com' },
    'english_name',
    '英文姓名不得包含網址或電子郵件；縮寫的「.」後請加空格',
  ],
  [{ english_name: 'A'.repeat(61) }, 'english_name', '英文姓名不得超過 60 個字元'],
  [{ ...foreign, english_name: '' }, 'english_name', '請輸入英文姓名'],
  [{ id_number: 'A19999999' }, 'id_number', '身分證字號格式不正確，應為 1 個英文字母加 9 個數字'],
  [{ id_number: 'A869999994' }, 'id_number', '身分證字號格式不正確，應為 1 個英文字母加 9 個數字'],
  [{ id_number: 'A199999990' }, 'id_number', '身分證字號不正確，請確認後重新輸入'],
  [{ ...foreign, passport_no: '' }, 'passport_no', '請輸入護照號碼或居留證號'],
  [{ ...foreign, passport_no: '- -' }, 'passport_no', '請輸入護照號碼或居留證號'],
  [
    { ...foreign, passport_no: '1234' },
    'passport_no',
    '護照號碼或居留證號格式不正確，僅能輸入英文字母與數字',
  ],
  [
    { ...foreign, passport_no: `P1\u0000${'2'.repeat(5)}` },
    'passport_no',
    '護照號碼或居留證號格式不正確，僅能輸入英文字母與數字',
  ],
  [{ ...foreign, passport_no: 'A869999995' }, 'passport_no', '居留證號不正確，請確認後重新輸入'],
  [{ ...foreign, passport_no: 'A199999999' }, 'passport_no', '本國人請選擇「本國人」並以身分證字號註冊'],
  [passwords('Kite-26'), 'password', '密碼至少需要 8 個字元'],
  [passwords('𠮷𠮷𠮷𠮷𠮷𠮷'), 'password', '密碼至少需要 8 個字元'],
  [passwords('x'.repeat(129)), 'password', '密碼不得超過 128 個字元'],
  [passwords('Kite\u0000-2026'), 'password', '密碼格式不正確'],
  [{ password_confirmation: `${PASSWORD} ` }, 'password', '兩次輸入的密碼不一致'],
  [{ ...passwords('a1-99999999'), id_number: 'A199999999' }, 'password', '密碼不得與帳號相同'],
  [{ ...foreign, ...passwords('p12345678') }, 'password', '密碼不得與帳號相同'],
  [passwords('19900514'), 'password', '密碼不得與出生日期相同'],
  [passwords('1990/5/14'), 'password', '密碼不得與出生日期相同'],
  [passwords('民國79年5月14日'), 'password', '密碼不得與出生日期相同'],
  [{ ...passwords('0911 222 333'), cell_phone: '0911-222333' }, 'password', '密碼不得與電話號碼相同'],
  [passwords('new.trainee@example.com'), 'password', '密碼不得與電子郵件相同'],
  [{ ...passwords('Trainee New'), english_name: 'New Trainee' }, 'password', '密碼不得與姓名相同'],
  [passwords('password1'), 'password', '此密碼過於常見，請改用其他密碼'],
  [passwords('ＰＡＳＳＷＯＲＤ１'), 'password', '此密碼過於常見，請改用其他密碼'],
  [passwords('zzzzzzzzzz'), 'password', '此密碼過於常見，請改用其他密碼'],
  [{ sex: '2' }, 'sex', '請選擇性別'],
  [{ sex: '男' }, 'sex', '請選擇性別'],
  [{ birthday: '1990-02-29' }, 'birthday', '出生日期不是有效的日期'],
  [{ birthday: '14/05/1990' }, 'birthday', '出生日期不是有效的日期'],
  [{ birthday: '1990' }, 'birthday', '出生日期不是有效的日期'],
  [{ birthday: '0079-05-14' }, 'birthday', '出生日期請輸入西元年'],
  [{ birthday: '79/05/14' }, 'birthday', '出生日期請輸入西元年'],
  [{ birthday: '2026-12-02' }, 'birthday', '出生日期不得晚於今天'],
  [{ city: '東京都' }, 'city', '請選擇縣市'],
  [{ city: '臺北\u0000市' }, 'city', '請選擇縣市'],
  [{ area: '澀谷區' }, 'area', '請選擇鄉鎮市區'],
  [{ area: '中正區' }, 'area', '所選的鄉鎮市區不屬於該縣市'],
  [{ area: '1' }, 'area', '所選的鄉鎮市區不屬於該縣市'],
  [{ address: '路'.repeat(101) }, 'address', '地址不得超過 100 個字'],
  [{ address_code: '24' }, 'address_code', '郵遞區號須為 3 碼或 6 碼數字'],
  [{ address_code: '24201' }, 'address_code', '郵遞區號須為 3 碼或 6 碼數字'],
  [{ address_code: '100' }, 'address_code', '郵遞區號與鄉鎮市區不符'],
  // No area has this postal code.
  [{ city: '臺北市', area: '中正區', address_code: '101' }, 'address_code', '郵遞區號與鄉鎮市區不符'],
  [{ email: 'nobody' }, 'email', '電子郵件格式不正確'],
  [{ email: 'a@example.com, b@example.com' }, 'email', '電子郵件格式不正確'],
  [{ email: 'a@example.com\r\nBcc: b@example.com' }, 'email', '電子郵件格式不正確'],
  [{ email: `${'a'.repeat(250)}@example.com` }, 'email', '電子郵件不得超過 254 個字元'],
  [{ cell_phone: '02-20000000' }, 'cell_phone', '行動電話格式不正確，例如 0900-000000'],
  [{ cell_phone: '0900-00000.' }, 'cell_phone', '行動電話格式不正確，例如 0900-000000'],
  [{ ...foreign, cell_phone: '+1 234' }, 'cell_phone', '行動電話格式不正確，例如 0900-000000'],
  [{ home_phone: '02-2000000' }, 'home_phone', '住家電話格式不正確，例如 02-20000000'],
  [{ home_phone: '2'.repeat(21) }, 'home_phone', '住家電話格式不正確，例如 02-20000000'],
  [{ company_phone: '099-1' }, 'company_phone', '公司電話格式不正確，例如 02-20000000'],
  [{ career: '司'.repeat(61) }, 'career', '服務單位不得超過 60 個字'],
  [{ career: '公\u0007司' }, 'career', '服務單位格式不正確'],
  [{ career_id: '海盜' }, 'career_id', '請選擇職業'],
  [{ education: '0' }, 'education', '請選擇學歷'],
  [{ educationstatuse: '夢中' }, 'educationstatuse', '請選擇就學狀況'],
  [{ school: '校'.repeat(61) }, 'school', '學校名稱不得超過 60 個字'],
  [{ department: '系'.repeat(61) }, 'department', '科系名稱不得超過 60 個字'],
];

const fullWidth = (id: string) => id.replace(/./g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));

/** Ways to write one number. */
const spellings: readonly (readonly [how: string, write: (id: string) => string])[] = [
  ['as it stands', (id) => id],
  ['in lower case', (id) => id.toLowerCase()],
  ['in mixed case', (id) => id.slice(0, 1).toLowerCase() + id.slice(1)],
  ['in full width', fullWidth],
  ['in full width and lower case', (id) => fullWidth(id.toLowerCase())],
  ['with spaces and hyphens', (id) => ` ${id.slice(0, 4)} - ${id.slice(4)}`],
];

describe('register refuses', () => {
  test.each(Object.entries(required))('%s left out: %s', async (field, text) => {
    const before = await countAccounts();
    const { status, refusal } = await send(buildRegistrationForm({ [field]: undefined }));
    expect([status, refusal.errors]).toEqual([422, { [field]: [text] }]);
    expect(await countAccounts()).toBe(before);
  });

  test.each(Object.entries(required))('%s sent empty: %s', async (field, text) => {
    const { status, refusal } = await send(buildRegistrationForm({ [field]: ' ' }));
    // A blank is a password like any other.
    const expected = { password: '密碼至少需要 8 個字元', password_confirmation: '兩次輸入的密碼不一致' };
    const where = field === 'password_confirmation' ? 'password' : field;
    expect([status, refusal.errors]).toEqual([
      422,
      { [where]: [expected[field as keyof typeof expected] ?? text] },
    ]);
  });

  test.each(refused)('%j under %s: %s', async (override, field, text) => {
    const before = await countAccounts();
    const { status, refusal } = await send(buildRegistrationForm(override));
    expect([status, refusal.errors]).toEqual([422, { [field]: [text] }]);
    expect(await countAccounts()).toBe(before);
  });

  test('all faults of single fields and combinations at once', async () => {
    const { refusal } = await send(
      buildRegistrationForm({
        id_number: 'A199999990',
        email: 'nobody',
        cell_phone: '1',
        password_confirmation: 'other',
        sex: undefined,
      }),
    );
    expect(refusal.errors).toEqual({
      id_number: ['身分證字號不正確，請確認後重新輸入'],
      email: ['電子郵件格式不正確'],
      cell_phone: ['行動電話格式不正確，例如 0900-000000'],
      password: ['兩次輸入的密碼不一致'],
      sex: ['請選擇性別'],
    });
  });

  test('unknown choices, a common password and a bad photo at once', async () => {
    const { refusal } = await send(
      buildRegistrationForm({ ...passwords('iloveyou'), city: '東京都', career_id: '海盜' }),
      { file: { bytes: Buffer.from('%PDF-1.7') } },
    );
    expect(refusal).toEqual({
      message: '資料有誤，請檢查後再送出',
      errors: {
        password: ['此密碼過於常見，請改用其他密碼'],
        city: ['請選擇縣市'],
        career_id: ['請選擇職業'],
        file: ['照片必須為圖片檔'],
      },
    });
  });

  test.each(spellings)('an ID number that is taken, %s', async (_, write) => {
    const { idNumber } = await buildAccount(portal.db);
    const { status, refusal } = await send(buildRegistrationForm({ id_number: write(idNumber ?? '') }));
    expect([status, refusal.errors]).toEqual([422, { id_number: ['此身分證字號已註冊，請直接登入'] }]);
  });

  test.each(spellings)('a passport number that is taken, %s', async (_, write) => {
    const { passportNo } = await buildAccount(portal.db, { country: 'foreign' });
    const { status, refusal } = await send(
      buildRegistrationForm({ country: 'foreign', passport_no: write(passportNo ?? '') }),
    );
    expect([status, refusal.errors]).toEqual([
      422,
      { passport_no: ['此護照號碼或居留證號已註冊，請直接登入'] },
    ]);
  });

  test('a body that is no form, or a cut one, without a 5xx', async () => {
    const form = await multipart({ fields: buildRegistrationForm() });
    const cut = { ...form, body: form.body.subarray(0, form.body.length - 60) };
    expect((await portal.call(register, cut)).status).toBe(400);
    expect((await portal.call(register, { body: buildRegistrationForm() })).status).toBe(415);
    expect((await portal.call(register, {})).status).toBe(415);
  });

  test('a caller whose session has ended', async () => {
    const token = await logIn(portal.db, await buildAccount(portal.db));
    await portal.db.delete(sessions);
    const { status, refusal } = await portal.call(register, {
      ...(await multipart({ fields: buildRegistrationForm() })),
      token,
    });
    expect([status, refusal.message]).toEqual([401, '時效過期，請重新登入']);
  });
});

describe('register with a photo', () => {
  const filesOf = async (key: string | null) => portal.services.files.read(key ?? '');
  const put: string[] = [];
  const removed: string[] = [];

  beforeAll(() => {
    const { files } = portal.services;
    const original = { put: files.put, remove: files.remove };
    files.put = (key, bytes) => {
      put.push(key);
      return original.put(key, bytes);
    };
    files.remove = (key) => {
      removed.push(key);
      return original.remove(key);
    };
  });

  beforeEach(() => {
    put.length = 0;
    removed.length = 0;
  });

  test('stores the photo, drawn again, under a random key', async () => {
    const form = buildRegistrationForm();
    const { status, answer } = await send(form, { file: { bytes: await photo() } });
    expect(status).toBe(200);
    const { photoKey } = await accountOf(form.id_number);
    expect(photoKey).toMatch(/^photos\/[A-Za-z0-9_-]{43}$/);
    expect(answer.user.src).toBe(`/api/${photoKey}`);
    const kept = await sharp((await filesOf(photoKey)) ?? undefined).metadata();
    expect(kept).toMatchObject({ format: 'jpeg', width: 295, height: 413 });
  });

  test('treats an empty file field, as browsers send it, as no photo', async () => {
    const { status, answer } = await send(buildRegistrationForm(), {
      file: { bytes: new Uint8Array(), name: '', type: 'application/octet-stream' },
    });
    expect([status, answer.user.src]).toEqual([200, null]);
  });

  test.each([
    ['a renamed PDF', '照片必須為圖片檔', async () => Buffer.from('%PDF-1.7\n')],
    ['an empty file', '照片必須為圖片檔', async () => Buffer.alloc(0)],
    ['a GIF', '照片僅接受 JPG、PNG、WebP 格式', async () => Buffer.from('GIF89a')],
    ['a cut JPEG', '照片檔案無法讀取，請重新選擇', async () => (await photo()).subarray(0, 500)],
    ['a thumbnail', '照片尺寸過小，建議尺寸 295x413', () => photo(40, 56)],
    ['more than 5 MB', '照片檔案大小不得超過 5 MB', async () => Buffer.alloc(5 * 1024 * 1024 + 1, 0xff)],
  ])('refuses %s: %s', async (_, text, make) => {
    const before = await countAccounts();
    const { status, refusal } = await send(buildRegistrationForm(), { file: { bytes: await make() } });
    expect([status, refusal.errors]).toEqual([422, { file: [text] }]);
    expect([await countAccounts(), put]).toEqual([before, []]);
  });

  test('leaves no file behind when the number is taken', async () => {
    const { idNumber } = await buildAccount(portal.db);
    const form = buildRegistrationForm({ id_number: idNumber ?? '' });
    expect((await send(form, { file: { bytes: await photo() } })).status).toBe(422);
    expect(put).toHaveLength(1);
    expect(removed).toEqual(put);
  });

  test('keeps the file if it is unknown whether the account was created', async () => {
    const form = buildRegistrationForm();
    await portal.db.execute(sql`alter table mails rename to mails_away`);
    try {
      expect((await send(form, { file: { bytes: await photo() } })).status).toBe(500);
    } finally {
      await portal.db.execute(sql`alter table mails_away rename to mails`);
    }
    expect(put).toHaveLength(1);
    expect(removed).toEqual([]);
    expect(await portal.db.$count(accounts, eq(accounts.account, form.id_number ?? ''))).toBe(0);
  });

  test('keeps the first photo for a repeat with the same key, and stores no second file', async () => {
    const form = buildRegistrationForm();
    const file = { bytes: await photo() };
    const first = await send(form, { file, key: 'photo-1' });
    const second = await send(form, { file, key: 'photo-1' });
    expect(second.answer.user).toEqual(first.answer.user);
    expect(put).toHaveLength(2);
    expect(removed).toEqual(put.slice(1));
    const other = { bytes: await photo(500, 700) };
    expect((await send(form, { file: other, key: 'photo-1' })).refusal.message).toBe(
      '這次送出的內容與先前不同，請重新整理後再試',
    );
  });
});

describe('register, simultaneous and repeated', () => {
  test.each([
    ['local', 'id_number', '此身分證字號已註冊，請直接登入'],
    ['foreign', 'passport_no', '此護照號碼或居留證號已註冊，請直接登入'],
  ] as const)(
    'makes one account of 24 %s requests with one %s in every spelling',
    async (country, field, text) => {
      const form = buildRegistrationForm({ country });
      const writings = Array.from({ length: 4 }, () => spellings).flat();
      const answers = await Promise.all(
        writings.map(([, write]) => send({ ...form, [field]: write(form[field] ?? '') })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const others = answers.filter(({ status }) => status !== 200);
      expect(new Set(others.map(({ refusal }) => JSON.stringify(refusal.errors)))).toEqual(
        new Set([JSON.stringify({ [field]: [text] })]),
      );
      const { id } = await accountOf(form[field]);
      expect(await portal.db.$count(mails, eq(mails.accountId, id))).toBe(1);
      expect(await portal.db.$count(sessions, eq(sessions.accountId, id))).toBe(1);
    },
  );

  test('answers 20 calls with one key for one account with a session or as in flight', async () => {
    const form = buildRegistrationForm();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(form, { key: 'twenty' })));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const logged = answers.filter(({ status }) => status === 200);
    expect(logged.length).toBeGreaterThan(0);
    expect(new Set(logged.map(({ answer }) => answer.user.id_number))).toEqual(new Set([form.id_number]));
    expect(new Set(logged.map(({ answer }) => answer.access_token)).size).toBe(logged.length);
    const { id } = await accountOf(form.id_number);
    expect(await portal.db.$count(mails, eq(mails.accountId, id))).toBe(1);
    const again = await send(form, { key: 'twenty' });
    expect([again.status, again.answer.user]).toEqual([200, logged[0]?.answer.user]);
  });

  test.each(['local', 'foreign'])('logs in a %s trainee again who repeats the call', async (country) => {
    const form = buildRegistrationForm({ country });
    const [first, again] = [await send(form, { key: country }), await send(form, { key: country })];
    expect([again.status, again.answer.user]).toEqual([200, first.answer.user]);
    expect(again.answer.access_token).not.toBe(first.answer.access_token);
  });

  test('keeps no token with the key', async () => {
    const form = buildRegistrationForm();
    await send(form, { key: 'kept' });
    const { id } = await accountOf(form.id_number);
    const kept = one(await portal.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, 'kept')));
    expect(kept).toMatchObject({ owner: 'guest', answer: { accountId: id } });
  });

  test('refuses the same key with another form, and with another password', async () => {
    const form = buildRegistrationForm();
    expect((await send(form, { key: 'other' })).status).toBe(200);
    for (const override of [{ chinese_name: '別人' }, passwords('Kite-2026')]) {
      const { status, refusal } = await send({ ...form, ...override }, { key: 'other' });
      expect([status, refusal.errors]).toEqual([
        422,
        { form: ['這次送出的內容與先前不同，請重新整理後再試'] },
      ]);
    }
  });

  test('does not check passwords for a repeated key', async () => {
    const form = buildRegistrationForm();
    await send(form, { key: 'guess' });
    const statuses = [];
    for (let guess = 1; guess <= 7; guess++) {
      statuses.push((await send({ ...form, ...passwords(`Guess-${guess}-2026`) }, { key: 'guess' })).status);
    }
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429]);
  });

  test('refuses a repeat for an account that was suspended meanwhile', async () => {
    const form = buildRegistrationForm();
    await send(form, { key: 'suspended' });
    await portal.db
      .update(accounts)
      .set({ suspendedAt: NOW })
      .where(eq(accounts.account, form.id_number ?? ''));
    const { refusal } = await send(form, { key: 'suspended' });
    expect(refusal.errors).toEqual({ account: ['此帳號已停用，請洽所屬分會管理人員'] });
  });
});
