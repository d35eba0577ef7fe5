import { PRIVACY_VERSION } from '@portal/contract/privacy';
import { describe, expect, test } from 'vitest';
import { buildUser } from '../../test/person.ts';
import {
  leftToDo,
  PROFILE_FIELDS,
  profileBody,
  profileChanges,
  profileInput,
  profileValues,
} from './profile-values.ts';

const user = buildUser({ home_phone: '02-20000000', school: '範例國中' });
/** An account as imported from the old system. */
const imported = buildUser({
  area: null,
  address: null,
  address_code: null,
  email: null,
  cell_phone: null,
  career_type: null,
  education: null,
  education_status: null,
  state: false,
  password_is_birthday: true,
  email_confirmed: true,
  missing: ['area', 'address'],
});
const foreign = buildUser({ country: 'foreign', id_number: null, passport_no: 'K1111111' });
const foreignWithoutName = buildUser({ ...foreign, missing: ['english_name'], state: false });

const faults = (of: typeof user, change: object) =>
  profileInput(of)
    .safeParse({ ...profileValues(of), ...change })
    .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];

describe('the initial values of the form', () => {
  test('are the stored values, or empty', () => {
    expect(profileValues(user)).toMatchObject({
      organization_id: '臺北市分會',
      sex: '1',
      career: '',
      career_id: '學生',
      educationstatuse: '畢業',
      address_code: '100',
      school: '範例國中',
      file: null,
    });
    expect(profileValues(buildUser({ sex: null }))).not.toHaveProperty('sex');
  });

  test('are the values typed before a reload, except in read-only fields', () => {
    const draft = {
      chinese_name: '別人',
      birthday: '2000-01-01',
      school: '',
      sex: '0',
      email: 'new@example.com',
    };
    expect(profileValues(user, draft)).toMatchObject({
      chinese_name: '王小明',
      birthday: '1990-01-31',
      school: '',
      sex: '0',
      email: 'new@example.com',
    });
    const empty = buildUser({ chinese_name: null });
    expect(profileValues(empty, draft)).toMatchObject({ chinese_name: '別人' });
  });

  test('knows every field that the page has', () => {
    const { country: _, ...values } = profileValues(user);
    expect(Object.keys(values).toSorted()).toEqual(PROFILE_FIELDS.toSorted());
  });
});

describe('a draft of changes', () => {
  const changed = (change: object) => profileChanges({ ...profileValues(user), ...change }, user);

  const place = { city: '臺北市', area: '中正區', address_code: '100' };
  test.each([
    ['nothing', {}, {}],
    ['a text', { school: '範例高中' }, { school: '範例高中' }],
    ['an emptied field', { school: '' }, { school: '' }],
    ['a number in two boxes', { home_phone: '02-2' }, { home_phone: '02-2' }],
    ['the sex', { sex: '0' }, { sex: '0' }],
    ['the postal code with its place', { address_code: '10' }, { ...place, address_code: '10' }],
    ['the area with its city', { area: '大安區' }, { ...place, area: '大安區' }],
    ['the city with its area', { city: '新北市', area: '' }, { ...place, city: '新北市', area: '' }],
  ])('is %s', (_, change, changes) => {
    expect(changed(change)).toEqual(changes);
  });

  test('overrides values stored meanwhile, which stay in unchanged fields', () => {
    const now = { ...user, email: 'new@example.com', city: '新北市', area: '板橋區', address_code: '220' };
    const school = changed({ school: '範例高中' });
    expect(profileValues(now, school)).toEqual({ ...profileValues(now), school: '範例高中' });
    const near = { ...place, area: '大安區', address_code: '106' };
    expect(profileValues(now, changed(near))).toEqual({ ...profileValues(now), ...near });
  });
});

describe('the body that is sent', () => {
  const sent = (of: typeof user, change: object = {}) =>
    profileBody(profileInput(of).parse({ ...profileValues(of), ...change }));

  test('has every field of the specification but the photo and the identifier that are not there', () => {
    const absent: string[] = ['file', 'passport_no'];
    expect([...sent(user).keys()].toSorted()).toEqual(
      [...PROFILE_FIELDS.filter((name) => !absent.includes(name)), 'privacy_version'].toSorted(),
    );
    expect(sent(user).get('privacy_version')).toBe(PRIVACY_VERSION);
    const file = new File(['x'], 'me.png', { type: 'image/png' });
    expect(sent(user, { file }).get('file')).toBeInstanceOf(File);
    expect(sent(foreign).get('passport_no')).toBe('K1111111');
    expect(sent(foreign).has('id_number')).toBe(false);
  });
});

describe('the rules', () => {
  test('accept stored values', () => {
    expect(faults(user, {})).toEqual([]);
    expect(faults(foreign, {})).toEqual([]);
  });

  test('require everything of people from the old system at once', () => {
    expect(faults(imported, {})).toEqual([
      'area 請選擇鄉鎮市區',
      'address 請輸入街道門牌',
      'address_code 請輸入郵遞區號',
      'email 請輸入電子郵件',
      'cell_phone 請輸入行動電話',
      'career_id 請選擇職業',
      'education 請選擇學歷',
      'educationstatuse 請選擇就學狀況',
    ]);
  });

  test.each([
    [user, { cell_phone: '1234-56789' }, ['cell_phone 行動電話格式不正確，例如 0900-000000']],
    [user, { home_phone: '02-1' }, ['home_phone 住家電話格式不正確，例如 02-20000000']],
    [foreign, { cell_phone: '1234-56789' }, []],
    [foreign, { english_name: '' }, ['english_name 請輸入英文姓名']],
    [foreign, { passport_no: '' }, ['passport_no 請輸入護照號碼或居留證號']],
  ])('depend on the country: %#', (of, change, texts) => {
    expect(faults(of, change)).toEqual(texts);
  });
});

test.each([
  ['nothing of a complete profile', user, []],
  ['both of a person from the old system', imported, ['profile', 'password']],
  [
    'the password alone once the profile is filled in',
    { ...user, state: false, password_is_birthday: true },
    ['password'],
  ],
  [
    'the profile alone once the password is changed',
    { ...imported, password_is_birthday: false },
    ['profile'],
  ],
  ['the English name of a foreigner', foreignWithoutName, ['profile']],
  ['the profile for a reason that only the server knows', { ...user, state: false }, ['profile']],
] as const)('the remaining steps: %s', (_, of, left) => {
  expect(leftToDo(of)).toEqual(left);
});
