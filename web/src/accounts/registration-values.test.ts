import { PRIVACY_VERSION } from '@portal/contract/privacy';
import { describe, expect, test } from 'vitest';
import {
  FIELDS,
  fingerprint,
  initialValues,
  RegistrationInput,
  registrationBody,
} from './registration-values.ts';

const typed = {
  country: 'local',
  organization_id: '安訓協會北區分會',
  chinese_name: ' 王小明 ',
  english_name: '',
  sex: '1',
  birthday: '1990-01-31',
  id_number: 'A199999999',
  passport_no: '',
  password: ' blue whale 7',
  password_confirmation: ' blue whale 7',
  city: '臺北市',
  area: '中正區',
  address_code: '100',
  address: '範例路一段1號',
  email: 'ming@example.com',
  cell_phone: '0912-345678',
  home_phone: '02-20000000',
  company_phone: '',
  career: '',
  career_id: '教師',
  education: '大學',
  educationstatuse: '畢業',
  school: '',
  department: '',
  file: null,
} as const;

const body = (values: object) => registrationBody(RegistrationInput.parse({ ...typed, ...values }));

describe('the body that is sent', () => {
  test('has every field of the specification but the photo and the identifier that were not given', () => {
    const names = [...body({}).keys()].toSorted();
    const given = FIELDS.filter((name) => name !== 'file' && name !== 'passport_no');
    expect(names).toEqual([...given, 'privacy_version'].toSorted());
  });

  test('names the version of the privacy notice that the form shows', () => {
    expect(body({}).get('privacy_version')).toBe(PRIVACY_VERSION);
  });

  test('has the photo and the passport number if they were given', () => {
    const file = new File(['x'], 'me.png', { type: 'image/png' });
    const sent = body({
      country: 'foreign',
      id_number: '',
      passport_no: 'K0000000',
      english_name: 'Ann Lee',
      file,
    });
    expect(sent.has('id_number')).toBe(false);
    expect(sent.get('passport_no')).toBe('K0000000');
    expect(sent.get('file')).toBeInstanceOf(File);
  });

  test('is not made with a refused photo, and names the reason', () => {
    const { error } = RegistrationInput.safeParse({ ...typed, file: { refusal: '請選擇圖片檔' } });
    expect(error?.issues).toMatchObject([{ path: ['file'], message: '請選擇圖片檔' }]);
  });

  test('says the organisation by its name, the sex as 1 or 0, phones as prefix-number, nothing as nothing', () => {
    const sent = body({});
    expect(sent.get('organization_id')).toBe('安訓協會北區分會');
    expect(sent.get('sex')).toBe('1');
    expect(body({ sex: '0' }).get('sex')).toBe('0');
    expect(sent.get('cell_phone')).toBe('0912-345678');
    expect(body({ cell_phone: '0912345678' }).get('cell_phone')).toBe('0912345678');
    expect(sent.get('company_phone')).toBe('');
  });

  test('keeps a password as it was typed, spaces included', () => {
    expect(body({}).get('password')).toBe(' blue whale 7');
  });
});

describe('the fingerprint of an attempt', () => {
  const photo = (text: string, lastModified: number) => new File([text], 'me.png', { lastModified });
  const first = fingerprint(body({ file: photo('a', 1) }));

  test('the same content is the same', () => {
    expect(fingerprint(body({ file: photo('a', 1) }))).toBe(first);
  });

  test.each([
    ['another photo', { file: photo('b', 2) }],
    ['no photo', { file: null }],
    ['another text', { file: photo('a', 1), school: '範例國中' }],
    [
      'another password',
      { file: photo('a', 1), password: 'green whale 8', password_confirmation: 'green whale 8' },
    ],
  ])('%s is another attempt', (_, change) => {
    expect(fingerprint(body({ ...change }))).not.toBe(first);
  });
});

describe('the initial values of the form', () => {
  test('without a draft are empty except 本國人', () => {
    const { country, file, ...texts } = initialValues(null);
    expect(country).toBe('local');
    expect(file).toBeNull();
    expect(new Set(Object.values(texts))).toEqual(new Set(['']));
    expect(texts).not.toHaveProperty('sex');
  });

  test('with a draft are the typed values without passwords', () => {
    const values = initialValues({ country: 'foreign', sex: '0', city: '臺北市', password: 'x', odd: 'y' });
    expect(values).toMatchObject({ country: 'foreign', sex: '0', city: '臺北市', password: '' });
    expect(values).not.toHaveProperty('odd');
  });

  test('knows every field that the page has', () => {
    expect(Object.keys(initialValues({ sex: '1' })).toSorted()).toEqual(FIELDS.toSorted());
  });
});

test('a form that nobody touched is refused in Chinese under every required field', () => {
  const { error } = RegistrationInput.safeParse(initialValues(null));
  const texts = Object.fromEntries(
    error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? [],
  );
  expect(texts).toEqual({
    organization_id: '請選擇會別',
    chinese_name: '請輸入中文姓名',
    sex: '請選擇性別',
    birthday: '請輸入出生日期',
    id_number: '請輸入身分證字號',
    password: '請輸入密碼',
    password_confirmation: '請再輸入一次密碼',
    city: '請選擇縣市',
    area: '請選擇鄉鎮市區',
    address_code: '請輸入郵遞區號',
    address: '請輸入街道門牌',
    email: '請輸入電子郵件',
    cell_phone: '請輸入行動電話',
    career_id: '請選擇職業',
    education: '請選擇學歷',
    educationstatuse: '請選擇就學狀況',
  });
});
