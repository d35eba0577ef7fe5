import { describe, expect, test } from 'vitest';
import { nationalId } from '../../../test/factories/identity.ts';
import { guessColumns } from './guess-columns.ts';
import { findHead } from './heads.ts';

describe('by the head', () => {
  test.each([
    [['身分證字號', '姓名', '生日'], { identity: 0, chineseName: 1, birthday: 2 }],
    [['證號*', '中文姓名（必填）', '出生日期'], { identity: 0, chineseName: 1, birthday: 2 }],
    [['ID No', 'English Name', 'Name'], { englishName: 1, chineseName: 2, identity: 0 }],
    [['手機', '聯絡電話', '公司電話', 'E-mail'], { cellPhone: 0, homePhone: 1, companyPhone: 2, email: 3 }],
    [['學歷', '就學狀況', '學校', '科系'], { education: 0, educationStatus: 1, school: 2, department: 3 }],
    [['備註', ''], {}],
  ])('%j', (head, columns) => {
    expect(guessColumns({ kind: 'people', head, rows: [] })).toEqual(columns);
  });
});

test('by the content where the head does not say', () => {
  const rows = [
    ['1', '王小明', nationalId(1), '79/05/14', '男', 'a@example.com', '0912345678'],
    ['2', '陳美麗', nationalId(2), '0800102', '女', '', '912345679'],
  ];
  const columns = { chineseName: 1, identity: 2, birthday: 3, sex: 4, email: 5, cellPhone: 6 };
  expect(guessColumns({ kind: 'people', head: ['序', 'A', 'B', 'C', 'D', 'E', 'F'], rows })).toEqual(columns);
});

test('a column of wrong numbers is not taken for identity numbers', () => {
  const rows = [
    ['A123456780', '王小明'],
    ['A123456781', '陳美麗'],
  ];
  expect(guessColumns({ kind: 'people', head: [], rows })).toEqual({ chineseName: 1 });
});

test('the head may stand below a title', () => {
  const rows = [['學員名冊'], [], ['證號', '姓名', '生日'], ['A', 'B', 'C']];
  expect(findHead('people', rows)).toBe(2);
  expect(findHead('people', [['王小明', '1990-05-14']])).toBe(-1);
});
