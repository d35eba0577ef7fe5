import { describe, expect, test } from 'vitest';
import { nationalId } from '../../../test/factories/identity.ts';
import { peopleReader } from './read-person.ts';

const read = peopleReader(
  {
    organizations: [{ id: 3, name: '臺北市分會' }],
    cities: [{ id: 1, name: '臺北市' }],
    areas: [{ id: 11, cityId: 1, name: '中正區', codes: ['100'] }],
    careers: [{ id: 5, name: '營造業' }],
    educations: [{ id: 6, name: '大學' }],
    educationStatuses: [{ id: 7, name: '畢業' }],
  },
  '2026-12-01',
);

const known = { identity: nationalId(1), chineseName: '王小明', birthday: '79/5/14' };

test('number, name and birth date are enough, and the number of a Taiwanese tells the sex', () => {
  const { data, problems } = read(known);
  expect(problems).toEqual([]);
  expect(data).toMatchObject({ country: 'local', number: known.identity, birthday: '1990-05-14', sex: 1 });
  expect(data).toMatchObject({ email: null, organizationId: null, cityId: null, areaId: null });
});

test('all values are written as the portal writes them', () => {
  const { data, problems } = read({
    ...known,
    ...{
      organization: '台北市分會',
      email: ' ａ@example.com ',
      cellPhone: '912345678',
      homePhone: '(02)2345-6789',
    },
    ...{ city: '台北市', area: '中正區', addressCode: '100', address: '重慶南路一段 122 號', sex: '女' },
    ...{
      career: '營造業',
      education: '6',
      educationStatus: '畢業',
      employer: '安全公司',
      school: '',
      department: '',
    },
  });
  expect(problems).toEqual([]);
  expect(data).toMatchObject({
    ...{ organizationId: 3, email: 'a@example.com', cellPhone: '0912-345678', homePhone: '02-23456789' },
    ...{
      cityId: 1,
      areaId: 11,
      addressCode: '100',
      sex: 0,
      careerId: 5,
      educationId: 6,
      educationStatusId: 7,
    },
    ...{ employer: '安全公司', school: null, department: null },
  });
});

describe('a row that cannot be imported says why', () => {
  test.each([
    [{ identity: '' }, '缺少證號'],
    [
      { identity: `${nationalId(1).slice(0, 9)}${(Number(nationalId(1)[9]) + 1) % 10}` },
      '身分證字號不正確（檢查碼不符）',
    ],
    [{ identity: '12' }, '證號格式不正確'],
    [{ chineseName: '' }, '缺少中文姓名'],
    [{ chineseName: '王小明 www.example.com' }, '中文姓名不得包含網址或電子郵件'],
    [{ birthday: '' }, '缺少出生日期'],
    [{ birthday: '5/4/1990' }, '出生日期無法辨識，請寫成 1990-05-14'],
    [{ birthday: '2026-12-02' }, '出生日期不得晚於今天'],
  ])('%j', (texts, problem) => {
    const row = read({ ...known, ...texts });
    expect(row.data).toBeNull();
    expect(row.problems[0]).toContain(problem);
  });
});

describe('another value that is wrong is left out, and the row says so', () => {
  test.each([
    ['email', 'nobody', '電子郵件'],
    ['cellPhone', '12', '行動電話'],
    ['organization', '火星分會', '會別'],
    ['sex', '?', '性別'],
    ['area', '中正區', '鄉鎮市區'],
    ['address', `路${'長'.repeat(100)}`, '地址'],
    ['englishName', '王', '英文姓名'],
    ['career', '\u202e', '職業'],
  ])('%s %s', (field, text, label) => {
    const { data, problems } = read({ ...known, [field]: text });
    expect(data).toMatchObject({ number: known.identity });
    expect(problems).toEqual([expect.stringContaining(`${label}未匯入`)]);
  });
});

test('a resident has a passport number, and a phone from abroad', () => {
  const { data } = read({ ...known, identity: 'x1234567', cellPhone: '81-312345678' });
  expect(data).toMatchObject({
    country: 'foreign',
    number: 'X1234567',
    sex: null,
    cellPhone: '81-312345678',
  });
});
