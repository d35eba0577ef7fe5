import { hash } from '@node-rs/argon2';
import { ProfileForm, updateProfile } from '@portal/contract/person-form';
import { PRIVACY_VERSION } from '@portal/contract/privacy';
import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { buildOrganization } from '../../../test/factories/catalogue.ts';
import { nationalId, passportNo } from '../../../test/factories/identity.ts';
import { one } from '../../../test/factories/one.ts';
import { untilWaiting } from '../../../test/locks.ts';
import { type MultipartForm, multipart } from '../../../test/multipart.ts';
import { auditEvents } from '../../audit/tables.ts';
import { organizations } from '../../catalogue/tables.ts';
import { mails } from '../../mail/tables.ts';
import { FILES_OF_OWNER_MAX, markUnused } from '../../platform/files/unused-files.ts';
import { unusedFiles } from '../../platform/tables.ts';
import { proveTrainee } from '../actors.ts';
import { findPendingEmail } from '../mailbox/pending-email.ts';
import { hashToken } from '../sign-in/sessions.ts';
import { accounts, passwordResets, privacyAcceptances } from '../tables.ts';
import { updateProfile as updateProfileOf } from './update-profile.ts';

type Account = Awaited<ReturnType<typeof buildAccount>>;
type Fields = MultipartForm['fields'];

let portal: TestPortal;
let organizationId: number;

beforeAll(async () => {
  portal = await openTestPortal();
  organizationId = (await buildOrganization(portal.db)).id;
  await portal.db.insert(organizations).values({ id: 99, code: 'ELSE', name: '他處分會', position: 99 });
});
afterAll(() => portal.close());

/** The body that the profile screen sends: the stored values with the test's changes. */
const formOf = (account: Account, overrides: Fields = {}): Fields => ({
  organization_id: String(account.organizationId ?? organizationId),
  chinese_name: account.chineseName ?? undefined,
  english_name: account.englishName ?? '',
  id_number: account.idNumber ?? undefined,
  passport_no: account.passportNo ?? undefined,
  sex: '0',
  birthday: account.birthday ?? undefined,
  city: '新北市',
  area: '新莊區',
  address: '範例路二段 2 號',
  address_code: '242',
  email: 'changed@example.com',
  home_phone: '02-20000000',
  cell_phone: '0911-111111',
  company_phone: '0800-000000',
  career: '範例公司',
  career_id: '學生',
  education: '大學',
  educationstatuse: '畢業',
  school: '範例大學',
  department: '範例系',
  ...overrides,
});

const send = async (account: Account, fields: Fields, file?: MultipartForm['file']) =>
  portal.call(updateProfile, {
    ...(await multipart({ fields, ...(file ? { file } : {}) })),
    token: await logIn(portal.db, account),
  });

type Parts = Readonly<Record<string, string | File>>;

/** The form with parts that it does not have. */
const sendMore = async (account: Account, parts: Parts) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...formOf(account), ...parts })) {
    if (value !== undefined) form.append(name, value);
  }
  const response = new Response(form);
  return portal.call(updateProfile, {
    body: Buffer.from(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
    token: await logIn(portal.db, account),
  });
};

const mailsTo = ({ id }: Account) =>
  portal.db
    .select({ recipient: mails.recipient, template: mails.template, data: mails.data })
    .from(mails)
    .where(eq(mails.accountId, id));

const stored = async ({ id }: Account) =>
  one(await portal.db.select().from(accounts).where(eq(accounts.id, id)));

const cheapHash = (password: string) => hash(password, { memoryCost: 1024, timeCost: 1 });

const photo = () =>
  sharp({ create: { width: 400, height: 560, channels: 3, background: '#1a5fa0' } })
    .jpeg()
    .toBuffer();

/** Accounts as imported from the old system, with a mailbox: without one the default password changes nothing. */
const buildImported = (overrides: Parameters<typeof buildAccount>[1] = {}) =>
  buildAccount(portal.db, {
    organizationId,
    passwordIsBirthday: true,
    englishName: null,
    areaId: null,
    address: null,
    addressCode: null,
    email: 'imported@example.com',
    cellPhone: null,
    careerId: null,
    educationId: null,
    educationStatusId: null,
    ...overrides,
  });

describe('the profile', () => {
  test('changes every editable field, and answers with the user', async () => {
    const account = await buildAccount(portal.db);
    const { status, answer } = await send(account, formOf(account));
    expect(status).toBe(200);
    expect(answer).toEqual({
      country: 'local',
      chinese_name: account.chineseName,
      english_name: account.englishName,
      src: null,
      organization: '臺北市分會',
      id_number: account.idNumber,
      passport_no: null,
      sex: 0,
      birthday: '1990-05-14',
      city: '新北市',
      area: '新莊區',
      address: '範例路二段 2 號',
      address_code: '242',
      email: 'changed@example.com',
      email_confirmed: false,
      cell_phone: '0911-111111',
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
      missing: [],
      hidden: [],
      needs_branch: false,
      needs_code: false,
    });
    expect((await stored(account)).updatedAt).toEqual(NOW);
  });

  test('accepts read-only fields with their stored value: the organisation by id or name, the number in any case and width', async () => {
    const account = await buildAccount(portal.db);
    for (const override of [
      { organization_id: '臺北市分會' },
      { organization_id: String(account.organizationId) },
      { id_number: ` ${account.idNumber?.toLowerCase().replace(/^./, '$&-')} ` },
      { id_number: undefined },
      { birthday: '１９９０-０５-１４' },
      { chinese_name: ` ${account.chineseName} ` },
    ]) {
      expect((await send(account, formOf(account, override))).status).toBe(200);
    }
  });

  test('empties optional fields', async () => {
    const account = await buildAccount(portal.db, { homePhone: '02-20000000', school: '範例大學' });
    const empty = {
      home_phone: '',
      company_phone: '',
      career: '',
      school: '',
      department: '',
      english_name: '',
    };
    const { answer } = await send(account, formOf(account, empty));
    expect(answer).toMatchObject({
      home_phone: null,
      career: null,
      school: null,
      english_name: null,
      state: true,
    });
  });

  test.each<[string, string, Date | null]>([
    ['stays confirmed', '0900-000000', NOW],
    ['is no longer confirmed with another number', '0911-111111', null],
  ])(
    'leaves a confirmed phone as it is unless it changes: it %s',
    async (_, cell_phone, phoneConfirmedAt) => {
      const account = await buildAccount(portal.db, { cellPhone: '0900-000000', phoneConfirmedAt: NOW });
      expect((await send(account, formOf(account, { cell_phone }))).status).toBe(200);
      expect(await stored(account)).toMatchObject({ cellPhone: cell_phone, phoneConfirmedAt });
    },
  );

  test('lets a foreign trainee correct the passport number, which is the account', async () => {
    const account = await buildAccount(portal.db, { country: 'foreign' });
    const { answer } = await send(account, formOf(account, { passport_no: 'k-12345670' }));
    expect(answer.passport_no).toBe('K12345670');
    expect((await stored(account)).account).toBe('K12345670');
  });

  test('keeps a stored passport number that equals the password: only a new one is checked', async () => {
    const number = passportNo(654_321);
    const overrides = {
      country: 'foreign',
      passportNo: number,
      passwordHash: await cheapHash(number),
    } as const;
    const account = await buildAccount(portal.db, overrides);
    expect((await send(account, formOf(account))).status).toBe(200);
  });

  test('accepts a stored passport number that present rules would refuse', async () => {
    const account = await buildAccount(portal.db, { country: 'foreign', passportNo: 'A800000000' });
    expect((await send(account, formOf(account))).answer.passport_no).toBe('A800000000');
  });

  test('ignores the number of the other country, and unknown fields', async () => {
    const local = await buildAccount(portal.db);
    const foreign = await buildAccount(portal.db, { country: 'foreign' });
    const others = { passport_no: 'K12345671', state: 'false', country: 'foreign' };
    expect((await send(local, formOf(local, others))).status).toBe(200);
    const number = { id_number: nationalId(77, { letter: 'G' }) };
    expect((await send(foreign, formOf(foreign, number))).status).toBe(200);
    expect(await stored(local)).toMatchObject({ passportNo: null, country: 'local', state: true });
    expect(await stored(foreign)).toMatchObject({ idNumber: null });
  });

  test('records which fields were changed, and which version of the privacy notice was accepted', async () => {
    const account = await buildAccount(portal.db);
    const form = formOf(account, { email: account.email ?? '' });
    await send(account, form);
    await send(account, { ...form, address: '範例路三段 3 號', privacy_version: PRIVACY_VERSION });
    const events = await portal.db
      .select({ after: auditEvents.after })
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'account.update'), eq(auditEvents.subjectId, account.id)))
      .orderBy(auditEvents.id);
    expect(events.at(-1)).toEqual({ after: { fields: ['address'] } });
    const accepted = await portal.db
      .select()
      .from(privacyAcceptances)
      .where(eq(privacyAcceptances.accountId, account.id));
    expect(accepted).toEqual([{ accountId: account.id, version: PRIVACY_VERSION, acceptedAt: NOW }]);
  });

  test('tells the former and the new address that the address was changed, and nothing where it stays', async () => {
    const account = await buildAccount(portal.db, { email: 'former@example.com' });
    await send(account, formOf(account, { email: 'former@example.com' }));
    expect(await mailsTo(account)).toEqual([]);
    await send(account, formOf(account, { email: 'fresh@example.com' }));
    const data = { name: account.chineseName, what: '電子郵件', time: '2026-12-01（二）10:00' };
    const told = (await mailsTo(account)).filter(({ template }) => template !== 'email_confirmation');
    expect(told).toEqual([
      {
        recipient: 'former@example.com',
        template: 'contact_changed',
        data: { ...data, hours: 72, secret: { token: expect.any(String) } },
      },
      { recipient: 'fresh@example.com', template: 'contact_adopted', data: { time: data.time } },
    ]);
  });

  test('tells a foreign trainee that the passport number, with which they log in, was changed', async () => {
    const account = await buildAccount(portal.db, { country: 'foreign' });
    const fields = { email: account.email ?? '', passport_no: passportNo(765_432) };
    expect((await send(account, formOf(account, fields))).status).toBe(200);
    expect(await mailsTo(account)).toMatchObject([
      { recipient: account.email, data: { what: '護照號碼或居留證號' } },
    ]);
  });

  test('mails nobody about a first address', async () => {
    const account = await buildAccount(portal.db, { email: null });
    expect((await send(account, formOf(account))).status).toBe(200);
    expect((await mailsTo(account)).map(({ template }) => template)).toEqual(['email_confirmation']);
  });

  test('ends the reset link that was mailed to the former address', async () => {
    const account = await buildAccount(portal.db);
    const link = { accountId: account.id, createdAt: NOW, expiresAt: new Date(NOW.getTime() + 3_600_000) };
    const isAlive = async (tokenHash: string) =>
      one(await portal.db.select().from(passwordResets).where(eq(passwordResets.tokenHash, tokenHash)))
        .usedAt === null;
    await portal.db.insert(passwordResets).values({ ...link, tokenHash: 'former' });
    await send(account, formOf(account, { email: account.email ?? '' }));
    expect(await isAlive('former')).toBe(true);
    await send(account, formOf(account));
    expect(await isAlive('former')).toBe(false);
  });
});

const refused: [override: Fields, errors: Record<string, string[]>][] = [
  [{ organization_id: '他處分會' }, { organization_id: ['會別為唯讀，無法修改'] }],
  [{ chinese_name: '別人' }, { chinese_name: ['中文姓名為唯讀，無法修改'] }],
  [
    { id_number: nationalId(99, { letter: 'G' }) },
    { id_number: ['身分證字號無法修改，請聯繫所屬分會管理人員'] },
  ],
  [{ birthday: '1990-05-15' }, { birthday: ['出生日期為唯讀，無法修改'] }],
  [{ birthday: '79-05-14' }, { birthday: ['出生日期為唯讀，無法修改'] }],
  ...Object.entries({
    organization_id: '請選擇會別',
    chinese_name: '請輸入中文姓名',
    birthday: '請輸入出生日期',
    sex: '請選擇性別',
    city: '請選擇縣市',
    area: '請選擇鄉鎮市區',
    address: '請輸入街道門牌',
    address_code: '請輸入郵遞區號',
    email: '請輸入電子郵件',
    cell_phone: '請輸入行動電話',
    career_id: '請選擇職業',
    education: '請選擇學歷',
    educationstatuse: '請選擇就學狀況',
  }).flatMap(([field, text]): [Fields, Record<string, string[]>][] => [
    [{ [field]: undefined }, { [field]: [text] }],
    [{ [field]: ' ' }, { [field]: [text] }],
  ]),
  [{ area: '中正區' }, { area: ['所選的鄉鎮市區不屬於該縣市'] }],
  [{ address_code: '100' }, { address_code: ['郵遞區號與鄉鎮市區不符'] }],
  [{ address: '路'.repeat(101) }, { address: ['地址不得超過 100 個字'] }],
  [{ email: 'nobody' }, { email: ['電子郵件格式不正確'] }],
  [{ cell_phone: '02-20000000' }, { cell_phone: ['行動電話格式不正確，例如 0900-000000'] }],
  [{ home_phone: '02-2000000' }, { home_phone: ['住家電話格式不正確，例如 02-20000000'] }],
  [{ career_id: '海盜' }, { career_id: ['請選擇職業'] }],
  [{ english_name: '王' }, { english_name: ["英文姓名僅能輸入英文字母、空格及「,」「.」「'」「-」"] }],
  [
    { email: 'nobody', cell_phone: '1', sex: undefined, school: '校'.repeat(61) },
    {
      sex: ['請選擇性別'],
      email: ['電子郵件格式不正確'],
      cell_phone: ['行動電話格式不正確，例如 0900-000000'],
      school: ['學校名稱不得超過 60 個字'],
    },
  ],
  [
    { chinese_name: '別人', organization_id: '他處分會', city: '東京都', cell_phone: '02-20000000' },
    {
      organization_id: ['會別為唯讀，無法修改'],
      chinese_name: ['中文姓名為唯讀，無法修改'],
      cell_phone: ['行動電話格式不正確，例如 0900-000000'],
      city: ['請選擇縣市'],
    },
  ],
];

describe('the profile refuses', () => {
  let account: Account;
  beforeAll(async () => {
    account = await buildAccount(portal.db);
  });

  test.each(refused)('%j: %j', async (override, errors) => {
    const before = await stored(account);
    const { status, refusal } = await send(account, formOf(account, override));
    expect([status, refusal.errors]).toEqual([422, errors]);
    expect(await stored(account)).toEqual(before);
  });

  test.each([
    [{ passport_no: undefined }, { passport_no: ['請輸入護照號碼或居留證號'] }],
    [{ passport_no: ' ' }, { passport_no: ['請輸入護照號碼或居留證號'] }],
    [{ passport_no: '1234' }, { passport_no: ['護照號碼或居留證號格式不正確，僅能輸入英文字母與數字'] }],
    [{ passport_no: 'A869999995' }, { passport_no: ['居留證號不正確，請確認後重新輸入'] }],
    [{ passport_no: 'A199999999' }, { passport_no: ['本國人請選擇「本國人」並以身分證字號註冊'] }],
    [{ english_name: '' }, { english_name: ['請輸入英文姓名'] }],
  ])('of a foreign trainee %j: %j', async (override, errors) => {
    const foreign = await buildAccount(portal.db, { country: 'foreign' });
    const { status, refusal } = await send(foreign, formOf(foreign, override));
    expect([status, refusal.errors]).toEqual([422, errors]);
  });

  test.each([
    ['as it stands', (text: string) => text],
    ['in lower case', (text: string) => text.toLowerCase()],
    [
      'in full width',
      (text: string) => [...text].map((c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0)).join(''),
    ],
  ])('a passport number that somebody else has, %s; the photo that came with it goes', async (_, write) => {
    const other = await buildAccount(portal.db, { country: 'foreign' });
    const foreign = await buildAccount(portal.db, { country: 'foreign', photoKey: 'photos/mine' });
    const passport = write(other.passportNo ?? '');
    const files = await watchFiles();
    const { status, refusal } = await send(foreign, formOf(foreign, { passport_no: passport }), {
      bytes: await photo(),
    });
    expect([status, refusal.errors]).toEqual([422, { passport_no: ['此護照號碼或居留證號已被使用'] }]);
    expect(files.removed).toEqual(files.put);
    expect((await stored(foreign)).photoKey).toBe('photos/mine');
    files.stop();
  });

  test.each([
    ['as it stands', 'ZX0542298', 'ZX0542298'],
    ['the number in lower case', 'ZX0542298', 'zx-0542298'],
    ['the password in lower case', 'zx0542298', 'ZX0542298'],
  ])('a passport number that is the password, %s', async (_, password, passport_no) => {
    const overrides = { country: 'foreign', passwordHash: await cheapHash(password) } as const;
    const foreign = await buildAccount(portal.db, overrides);
    const { status, refusal } = await send(foreign, formOf(foreign, { passport_no }));
    expect([status, refusal.errors]).toEqual([422, { passport_no: ['護照號碼或居留證號不得與密碼相同'] }]);
    expect((await stored(foreign)).passportNo).toBe(foreign.passportNo);
  });

  test('passport numbers after several attempts, which could guess the password', async () => {
    const overrides = { country: 'foreign', passwordHash: await cheapHash('ZX0542298') } as const;
    const foreign = await buildAccount(portal.db, overrides);
    for (let n = 1; n <= 5; n++) {
      expect((await send(foreign, formOf(foreign, { passport_no: passportNo(600_000 + n) }))).status).toBe(
        200,
      );
    }
    const { status, refusal } = await send(foreign, formOf(foreign, { passport_no: 'ZX0542298' }));
    expect([status, refusal.errors]).toEqual([429, { passport_no: ['嘗試次數過多，請於 900 秒後再試'] }]);
  });

  test('faults of other fields without counting them as a guess of the password', async () => {
    const foreign = await buildAccount(portal.db, { country: 'foreign' });
    const passport_no = passportNo(700_001);
    for (let n = 1; n <= 6; n++) {
      const { refusal } = await send(foreign, formOf(foreign, { passport_no, city: '東京都' }));
      expect(refusal.errors).toEqual({ city: ['請選擇縣市'] });
    }
    expect((await send(foreign, formOf(foreign, { passport_no }))).status).toBe(200);
  });

  test('a new passport number if the password is changed meanwhile', async () => {
    const foreign = await buildAccount(portal.db, { country: 'foreign' });
    const sent = await portal.db.transaction(async (tx) => {
      const passwordHash = await cheapHash('ZX0542298');
      await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, foreign.id));
      const sending = send(foreign, formOf(foreign, { passport_no: 'ZX0542298' }));
      await untilWaiting(portal.db, sending);
      return { sending };
    });
    expect((await sent.sending).status).toBe(409);
    expect((await stored(foreign)).passportNo).toBe(foreign.passportNo);
  });

  test('a guest', async () => {
    const { status } = await portal.call(updateProfile, await multipart({ fields: formOf(account) }));
    expect(status).toBe(401);
  });

  const filled = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`field${n}`, '1']));
  const aFile = () => new File(['x'], 'photo.jpg', { type: 'image/jpeg' });

  test.each<[string, Parts]>([
    ['100 fields that are none of it', filled(100)],
    ['a name of 2,000 characters', { ['x'.repeat(2000)]: '1' }],
    ['a text of 300 kB', { x: 'x'.repeat(300_000) }],
  ])('%s as too much, not as a file', async (_, fields) => {
    const { status, refusal } = await sendMore(account, fields);
    expect([status, refusal]).toEqual([413, { message: '送出的資料過多，請減少後再試' }]);
  });

  test('a second file', async () => {
    const { status, refusal } = await sendMore(account, { file: aFile(), other: aFile() });
    expect([status, refusal]).toEqual([
      413,
      { message: '僅能上傳 1 個檔案', errors: { file: ['僅能上傳 1 個檔案'] } },
    ]);
  });

  test('more than 10 MB as a file', async () => {
    const { status, refusal } = await send(account, formOf(account), {
      bytes: Buffer.alloc(11 * 1024 * 1024),
    });
    expect([status, refusal]).toEqual([413, { message: '上傳的檔案過大' }]);
  });

  test('a body that is no form, or is incomplete', async () => {
    const token = await logIn(portal.db, account);
    const form = await multipart({ fields: formOf(account) });
    const cut = { ...form, body: form.body.subarray(0, form.body.length - 60), token };
    expect((await portal.call(updateProfile, cut)).status).toBe(400);
    expect((await portal.call(updateProfile, { body: formOf(account), token })).status).toBe(415);
  });
});

/** Records the files stored and removed. */
const watchFiles = async () => {
  const { files } = portal.services;
  const original = { put: files.put, remove: files.remove };
  const seen = { put: [] as string[], removed: [] as string[], stop: () => Object.assign(files, original) };
  files.put = (key, bytes) => {
    seen.put.push(key);
    return original.put(key, bytes);
  };
  files.remove = (key) => {
    seen.removed.push(key);
    return original.remove(key);
  };
  return seen;
};

describe('a new photo', () => {
  const fetchPhoto = async (account: { id: number }, key: string | null) => {
    const headers = { authorization: `Bearer ${await logIn(portal.db, account)}` };
    return (await portal.app.inject({ url: `/api/${key}`, headers })).statusCode;
  };

  test('replaces the present one, which is no longer shown', async () => {
    const account = await buildAccount(portal.db);
    const first = await send(account, formOf(account), { bytes: await photo() });
    const before = await stored(account);
    expect(first.answer.src).toBe(`/api/${before.photoKey}`);
    expect(await fetchPhoto(account, before.photoKey)).toBe(200);
    const second = await send(account, formOf(account), { bytes: await photo() });
    expect(second.answer.src).not.toBe(first.answer.src);
    expect(await fetchPhoto(account, before.photoKey)).toBe(404);
    const { files } = portal.services;
    const kept = await sharp(
      (await files.read((await stored(account)).photoKey ?? '')) ?? undefined,
    ).metadata();
    expect(kept).toMatchObject({ format: 'jpeg', width: 295, height: 413 });
  });

  test('keeps the file of the former one for a running backup', async () => {
    const account = await buildAccount(portal.db, { photoKey: 'photos/former' });
    const { files } = portal.services;
    await files.put('photos/former', Buffer.from('JPEG'));
    await send(account, formOf(account), { bytes: await photo() });
    expect(await files.read('photos/former')).not.toBeNull();
    const marked = await portal.db.select().from(unusedFiles).where(eq(unusedFiles.key, 'photos/former'));
    expect(marked).toEqual([{ key: 'photos/former', owner: `account:${account.id}`, since: NOW }]);
  });

  test('is stored even if surplus files cannot be removed, which is logged', async () => {
    const { services } = portal;
    const account = await buildAccount(portal.db, { photoKey: 'photos/present' });
    for (let n = 0; n < FILES_OF_OWNER_MAX; n += 1) {
      await markUnused(portal.db, [{ key: `photos/former-${n}`, owner: `account:${account.id}` }], NOW);
    }
    const told: unknown[] = [];
    const { files, log } = services;
    const original = { remove: files.remove, error: log.error };
    files.remove = () => Promise.reject(new Error('away'));
    log.error = (...said: unknown[]) => void told.push(...said);
    const { status } = await send(account, formOf(account), { bytes: await photo() });
    Object.assign(files, { remove: original.remove });
    log.error = original.error;
    expect(status).toBe(200);
    expect((await stored(account)).photoKey).not.toBe('photos/present');
    expect(told).toEqual([{ error: expect.any(Error) }, 'replaced photos not removed']);
  });

  test('replaced very often keeps only the latest of the former files', async () => {
    const account = await buildAccount(portal.db);
    const bytes = await photo();
    const keys: (string | null)[] = [];
    for (let n = 0; n < FILES_OF_OWNER_MAX + 3; n += 1) {
      portal.clock.now = new Date(NOW.getTime() + n * 1000);
      await send(account, formOf(account), { bytes });
      keys.push((await stored(account)).photoKey);
    }
    portal.clock.now = NOW;
    const there = await Promise.all(keys.map((key) => portal.services.files.read(key ?? '')));
    expect(there.map((file) => file !== null)).toEqual(keys.map((_, n) => n >= 2));
  });

  test('is optional: without one the present one stays', async () => {
    const account = await buildAccount(portal.db, { photoKey: 'photos/present' });
    const { answer } = await send(account, formOf(account), { bytes: new Uint8Array(), name: '' });
    expect(answer.src).toBe('/api/photos/present');
    expect(await portal.db.$count(unusedFiles, eq(unusedFiles.owner, `account:${account.id}`))).toBe(0);
  });

  test.each([
    ['a renamed PDF', '照片必須為圖片檔', async () => Buffer.from('%PDF-1.7\n')],
    ['a GIF', '照片僅接受 JPG、PNG、WebP 格式', async () => Buffer.from('GIF89a')],
    ['more than 5 MB', '照片檔案大小不得超過 5 MB', async () => Buffer.alloc(5 * 1024 * 1024 + 1, 0xff)],
  ])('that is %s is refused, with everything else that is wrong: %s', async (_, text, make) => {
    const account = await buildAccount(portal.db, { photoKey: 'photos/present' });
    const { refusal } = await send(account, formOf(account, { education: '夢中' }), { bytes: await make() });
    expect(refusal.errors).toMatchObject({ file: [text] });
    expect((await stored(account)).photoKey).toBe('photos/present');
  });

  test('leaves one file in use after ten simultaneous uploads', async () => {
    const account = await buildAccount(portal.db);
    const files = await watchFiles();
    const bytes = await photo();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(account, formOf(account), { bytes })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { photoKey } = await stored(account);
    expect(files.put).toHaveLength(10);
    const marked = await portal.db.select().from(unusedFiles);
    const unused = marked.map(({ key }) => key);
    expect(files.put.filter((key) => !unused.includes(key))).toEqual([photoKey]);
    files.stop();
  });
});

describe('the operation', () => {
  const update = async (account: Account, overrides: Fields, more: object = {}) =>
    updateProfileOf(
      portal.services,
      { form: z.parse(ProfileForm, formOf(account, overrides)), photo: await photo() },
      { actor: proveTrainee({ accountId: account.id }), address: '127.0.0.1', now: NOW, ...more },
    );

  test('keeps the file of a photo if it cannot tell whether the row was written', async () => {
    const account = await buildAccount(portal.db);
    const files = await watchFiles();
    // PostgreSQL takes no text with a NUL.
    await expect(update(account, {}, { session: { tokenHash: '\0' } })).rejects.toThrow();
    files.stop();
    expect([files.put.length, files.removed]).toEqual([1, []]);
  });

  test.each([
    ['a new address with the default password', true, 'typed@example.com', 'typed@example.com'],
    ['no address that is stored already', true, undefined, null],
    ['no address with an own password, which is stored at once', false, 'typed@example.com', null],
  ])('keeps with the session %s', async (_, passwordIsBirthday, typed, pending) => {
    const account = await buildAccount(portal.db, { passwordIsBirthday });
    const tokenHash = hashToken(await logIn(portal.db, account));
    await update(account, { email: typed ?? account.email ?? '' }, { session: { tokenHash } });
    expect(await findPendingEmail(portal.db, tokenHash)).toBe(pending);
  });

  test('needs no session', async () => {
    const account = await buildAccount(portal.db, { passwordIsBirthday: true });
    expect(await update(account, { school: '另一所大學' })).toContain('school');
  });
});

describe('people of the old system', () => {
  test('complete their profile while other calls are refused; the password is still missing', async () => {
    const account = await buildImported();
    const { status, answer } = await send(account, formOf(account));
    expect(status).toBe(200);
    expect(answer).toMatchObject({ state: false, password_is_birthday: true, email: 'changed@example.com' });
    expect((await portal.db.select().from(accounts).where(eq(accounts.id, account.id)))[0]?.state).toBe(
      false,
    );
  });

  test('fill an empty read-only field once', async () => {
    const account = await buildImported({ organizationId: null, chineseName: null, birthday: null });
    const first = { organization_id: '臺北市分會', chinese_name: '王大同', birthday: '1990-01-01' };
    expect((await send(account, formOf(account, first))).answer).toMatchObject({
      organization: '臺北市分會',
      chinese_name: '王大同',
      birthday: '1990-01-01',
    });
    const second = { organization_id: '他處分會', chinese_name: '王小同', birthday: '1990-01-02' };
    expect((await send(account, formOf(account, second))).refusal.errors).toEqual({
      organization_id: ['會別為唯讀，無法修改'],
      chinese_name: ['中文姓名為唯讀，無法修改'],
      birthday: ['出生日期為唯讀，無法修改'],
    });
  });

  test.each([
    [{ organization_id: '月球分會' }, { organization_id: ['所選的會別無效'] }],
    [{ chinese_name: '王#' }, { chinese_name: ['中文姓名格式不正確'] }],
    [{ birthday: '0079-01-01' }, { birthday: ['出生日期請輸入西元年'] }],
    [{ birthday: '2026-12-02' }, { birthday: ['出生日期不得晚於今天'] }],
  ])('fill it by the rules of the registration: %j', async (override, errors) => {
    const account = await buildImported({ organizationId: null, chineseName: null, birthday: null });
    const whole = { organization_id: '臺北市分會', chinese_name: '王大同', birthday: '1990-01-01' };
    const { status, refusal } = await send(account, formOf(account, { ...whole, ...override }));
    expect([status, refusal.errors]).toEqual([422, errors]);
  });

  test.each([
    ['as the old system gave it', '19950505', true],
    ['with hyphens', '1995-05-05', true],
    ['of another day', '19950506', false],
  ])(
    'must still change a password that equals the birth date that they fill in: %s',
    async (_, password, isBirthday) => {
      const passwordHash = await cheapHash(password);
      const account = await buildImported({ birthday: null, passwordIsBirthday: false, passwordHash });
      const { status, answer } = await send(account, formOf(account, { birthday: '1995-05-05' }));
      expect(status).toBe(200);
      expect(answer).toMatchObject({ password_is_birthday: isBirthday, state: !isBirthday });
    },
  );

  test('keep the default password as such, with any birth date that they fill in', async () => {
    const account = await buildImported({ birthday: null });
    const { answer } = await send(account, formOf(account, { birthday: '1995-05-05' }));
    expect(answer).toMatchObject({ password_is_birthday: true, state: false });
  });

  test('keep a name that present rules would refuse', async () => {
    const account = await buildImported({ chineseName: '王○同(舊)' });
    expect((await send(account, formOf(account))).status).toBe(200);
  });

  test('keep the spelling of a name that a form sends cleaned', async () => {
    const account = await buildImported({ chineseName: ' 王大同 ' });
    expect((await send(account, formOf(account))).status).toBe(200);
    expect((await stored(account)).chineseName).toBe(' 王大同 ');
  });

  test.each([
    ['organisation', { organizationId: null }, { organizationId: 99 }, { organization_id: '臺北市分會' }],
    ['name', { chineseName: null }, { chineseName: '王小同' }, { chinese_name: '王大同' }],
    ['birth date', { birthday: null }, { birthday: '1990-01-02' }, { birthday: '1990-01-01' }],
  ] as const)('do not fill the %s if it was filled meanwhile', async (_, empty, filled, given) => {
    const account = await buildImported(empty);
    const { sending } = await portal.db.transaction(async (tx) => {
      await tx.update(accounts).set(filled).where(eq(accounts.id, account.id));
      const sending = send(account, formOf(account, given));
      await untilWaiting(portal.db, sending);
      return { sending };
    });
    expect((await sending).status).toBe(422);
    expect(await stored(account)).toMatchObject(filled);
  });

  test('fill it with one of two simultaneous values; the other is refused', async () => {
    for (let round = 0; round < 10; round++) {
      const account = await buildImported({ chineseName: null });
      const names = ['王大同', '王小同'];
      const answers = await Promise.all(
        names.map((chinese_name) => send(account, formOf(account, { chinese_name }))),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
      const won = names[answers.findIndex(({ status }) => status === 200)];
      expect((await stored(account)).chineseName).toBe(won);
      const lost = answers.find(({ status }) => status === 422);
      expect(lost?.refusal.errors).toEqual({ chinese_name: ['中文姓名為唯讀，無法修改'] });
    }
  });
});

test('gives a passport number to one of two simultaneous calls', async () => {
  for (let round = 0; round < 5; round++) {
    const people = [
      await buildAccount(portal.db, { country: 'foreign' }),
      await buildAccount(portal.db, { country: 'foreign' }),
    ];
    const wanted = passportNo(5_000_000 + round);
    const answers = await Promise.all(
      people.map((person) => send(person, formOf(person, { passport_no: wanted }))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await portal.db.$count(accounts, eq(accounts.passportNo, wanted))).toBe(1);
  }
});
