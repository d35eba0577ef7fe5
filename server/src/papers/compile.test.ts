import { expect, test } from 'vitest';
import { compilePaper } from './compile.ts';

const rowsOf = (count: number, name = '王小明', employer = '台電') =>
  Array.from({ length: count }, (_, at) => [`${at + 1}`, name, 'A12*****89', '男', employer, '藍海救生隊']);

type Rows = readonly (readonly string[])[];

const roster = (rows: Rows, course = '初級急救員訓練') => ({
  organization: '臺北市分會',
  title: '學員名冊',
  continued: '學員名冊（續）',
  footer: '列印日期：民國115年12月1日',
  page: '第 {n} 頁，共 {all} 頁',
  lost: '〓 為字型所缺的字（{codes}），請以手寫補上',
  facts: [
    ['訓練項目', course],
    ['課程代碼', 'TPE-FA1-001'],
  ],
  heads: ['序', '姓名', '身分證字號', '性別', '服務單位', '團體'],
  rows,
});

const pagesOf = (pdf: Uint8Array): number =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type\s*\/Page\b/g)?.length ?? 0;

// PDF/A is refused where a character has no glyph: what is made shows every character.
test.each(['堃', '喆', '㛢', '〓'])('the rare character %s has a glyph', (character) => {
  expect(compilePaper('roster', roster(rowsOf(1, character))).lost).toEqual([]);
});

test('characters that no font has are replaced and named, however many there are', () => {
  const rows = [...rowsOf(1, '𠮷田'), ...rowsOf(1, '王😀'), ...rowsOf(1, '𠮷', '𠮷田商店')];
  const { pdf, lost } = compilePaper('roster', roster(rows));
  expect(lost.toSorted()).toEqual(['𠮷', '😀'].toSorted());
  const marked = rows.map((row) => row.map((cell) => cell.replace(/𠮷|😀/gu, '〓')));
  const named = compilePaper('roster', roster(marked));
  expect(named.lost).toEqual([]);
  // The footer of the first names them.
  expect(pdf.length).toBeGreaterThan(named.pdf.length);
});

test('a template that fails for another reason fails', () => {
  expect(() => compilePaper('roster', { ...roster(rowsOf(1)), heads: undefined })).toThrow();
});

test('a roster of sixty takes two pages, one of twenty takes one', () => {
  expect(pagesOf(compilePaper('roster', roster(rowsOf(60))).pdf)).toBe(2);
  expect(pagesOf(compilePaper('roster', roster(rowsOf(20))).pdf)).toBe(1);
});

test('long names, employers and titles are broken within their cells', () => {
  const long = rowsOf(
    60,
    '阿布都拉·買買提艾力·伊布拉欣',
    '財團法人中華民國水上救生協會臺北市分會教育訓練推廣委員會',
  );
  const course = '甲種職業安全衛生業務主管暨高級急救員複合式安全衛生在職教育訓練進修班'.repeat(2);
  expect(pagesOf(compilePaper('roster', roster(long, course)).pdf)).toBeLessThanOrEqual(6);
});

const signIn = (rows: Rows) => {
  const { facts, continued, ...common } = roster(rows.map((row) => row.slice(0, 3)));
  const heads = ['序', '姓名', '身分證字號', '簽到', '簽退', '備註'];
  const sheets = ['上午', '下午'].map((half) => ({
    facts: [...facts, ['簽到時段', half], ['講師簽名', '']],
    continued: `${continued}${half}`,
  }));
  return { ...common, heads, sheets };
};

test('only continued pages name the sheet that they continue', () => {
  // A character that no font has shows where the text is used.
  const lostOf = (rows: Rows) => compilePaper('roster', { ...roster(rows), continued: '𠮷' }).lost;
  expect(lostOf(rowsOf(20))).toEqual([]);
  expect(lostOf(rowsOf(60))).toEqual(['𠮷']);
});

test('the row of a long name is higher, so that it covers no other', () => {
  const pages = (name: string) => pagesOf(compilePaper('sign-in', signIn(rowsOf(19, name))).pdf);
  expect(pages('王小明')).toBe(2);
  expect(pages('阿布都拉·買買提艾力·伊布拉欣'.repeat(3))).toBeGreaterThan(2);
});

test('a sign-in sheet has its pages for each half day', () => {
  expect(pagesOf(compilePaper('sign-in', signIn(rowsOf(60))).pdf)).toBe(6);
});
