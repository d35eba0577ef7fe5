import { describe, expect, test } from 'vitest';
import { identityFaults, type ProfileForm, profileRules, RegistrationForm } from './person-form.ts';

describe('the identifier', () => {
  test('of the other country is ignored', () => {
    expect(identityFaults({ country: 'local', id_number: 'A199999999', passport_no: '?' })).toEqual([]);
    expect(identityFaults({ country: 'foreign', id_number: '?', passport_no: 'K0000000' })).toEqual([]);
  });
});

describe('the registration form', () => {
  const errors = (input: unknown) =>
    RegistrationForm.safeParse(input).error?.issues.map(
      ({ path, message }) => `${path.join('.')} ${message}`,
    ) ?? [];

  test('checks rules over several fields even if other fields are wrong, but not if their own are', () => {
    const found = errors({
      country: 'foreign',
      english_name: '王',
      cell_phone: '1',
      password: 'short',
      password_confirmation: 'other',
    });
    expect(found).toContain('passport_no 請輸入護照號碼或居留證號');
    expect(found).toContain('cell_phone 行動電話格式不正確，例如 0900-000000');
    expect(found.filter((text) => /^(password|english_name) /.test(text))).toEqual([
      "english_name 英文姓名僅能輸入英文字母、空格及「,」「.」「'」「-」",
      'password 密碼至少需要 8 個字元',
    ]);
  });

  test.each([null, 'text', 7, []])('is refused as a whole if it is %j', (input) => {
    expect(RegistrationForm.safeParse(input).success).toBe(false);
  });
});

describe('the rules of the profile', () => {
  const owner = {
    country: 'local',
    chinese_name: '王大同',
    id_number: 'E199990043',
    passport_no: null,
    birthday: '1990-01-01',
  } as const;
  const form = {
    chinese_name: '王大同',
    id_number: 'E199990043',
    passport_no: null,
    birthday: '1990-01-01',
    english_name: null,
    cell_phone: '0912-345678',
    home_phone: null,
    company_phone: null,
  } as ProfileForm;
  const errors = (change: Partial<ProfileForm>, of: Parameters<typeof profileRules>[0] = owner) =>
    profileRules(of, '2026-12-05').flatMap(({ faults }) =>
      faults({ ...form, ...change }).map(({ field, text }) => `${field} ${text}`),
    );

  test.each([
    [{}, []],
    [{ id_number: null }, []],
    [{ passport_no: 'whatever' }, []],
    [{ chinese_name: '王小同' }, ['chinese_name 中文姓名為唯讀，無法修改']],
    [{ birthday: '1990-01-02' }, ['birthday 出生日期為唯讀，無法修改']],
    [{ id_number: 'A199999999' }, ['id_number 身分證字號無法修改，請聯繫所屬分會管理人員']],
    [{ cell_phone: '886912345678' }, ['cell_phone 行動電話格式不正確，例如 0900-000000']],
  ])('of a local trainee with %j: %j', (change, texts) => {
    expect(errors(change)).toEqual(texts);
  });

  test.each([
    [{ passport_no: 'K0000000', english_name: 'Ann' }, []],
    [{ passport_no: 'K1111111', english_name: 'Ann', cell_phone: '886912345678' }, []],
    [{ passport_no: null, english_name: 'Ann' }, ['passport_no 請輸入護照號碼或居留證號']],
    [{ passport_no: 'K0000000' }, ['english_name 請輸入英文姓名']],
    [{ passport_no: 'K0000000', english_name: 'Ann', id_number: 'A199999999' }, []],
  ])('of a foreign trainee with %j: %j', (change, texts) => {
    const foreign = { ...owner, country: 'foreign', id_number: null, passport_no: 'K0000000' } as const;
    expect(errors({ id_number: null, ...change }, foreign)).toEqual(texts);
  });

  test('let an empty field be filled, as the registration would', () => {
    const imported = { ...owner, chinese_name: null, birthday: null };
    expect(errors({ chinese_name: '王小同', birthday: '1990-01-02' }, imported)).toEqual([]);
    expect(errors({ chinese_name: '王#', birthday: '1990-02-30' }, imported)).toEqual([
      'chinese_name 中文姓名格式不正確',
      'birthday 出生日期不是有效的日期',
    ]);
  });

  test.each([
    ['2026-12-05', []],
    ['2026-12-06', ['birthday 出生日期不得晚於今天']],
  ])('accept %s as birth date on 2026-12-05: %j', (birthday, texts) => {
    expect(errors({ birthday }, { ...owner, birthday: null })).toEqual(texts);
  });
});
