import { expect, test } from 'vitest';
import { byHead } from '../../../test/by-head.ts';
import { compilePaper } from '../../papers/compile.ts';
import { type NamedFilter, orderRegisterPaper } from './register-paper.ts';

const everything: NamedFilter = { kind: null, organization: null };

const rowsOf = (count: number, name = '林宜君') =>
  Array.from({ length: count }, (_, at) => ({
    ...{
      id: at,
      personId: 1,
      number: `FAI-2026-AB3DE5GH7${at}`,
      registerNumber: `臺北市分會急救教練訓練證字第115${at}號`,
      name,
    },
    ...{ identity: 'A12****789', kind: '急救教練訓練證', course: '急救教練訓練', classCode: 'TPE-FAI-001' },
    ...{ organization: '臺北市分會', issuedOn: '2026-03-01', endTime: '2029-02-28', state: 'valid' as const },
  }));

const order = (filter: NamedFilter, rows = rowsOf(1)) =>
  orderRegisterPaper({ association: '訓練協會', filter, rows, day: '2026-12-01' });

const factsOf = (filter: NamedFilter) =>
  Object.fromEntries((order(filter).data as { facts: [string, string][] }).facts);

test('the filter stands in words', () => {
  expect(factsOf(everything)).toEqual({
    ...{ 證照種類: '全部', 發證期間: '全部', 課程代碼: '全部', 狀態: '全部' },
    ...{ 製表日期: '民國 115 年 12 月 1 日', 筆數: '1 筆' },
  });
  const filter = {
    kind: '急救教練訓練證',
    organization: '臺北市分會',
    state: 'revoked',
    search: '林',
  } as const;
  expect(factsOf({ ...filter, class: 'TPE-FAI-001', from: '2026-01-01' })).toMatchObject({
    ...{ 證照種類: '急救教練訓練證', 發證期間: '民國 115 年 1 月 1 日起', 課程代碼: 'TPE-FAI-001' },
    ...{ 狀態: '已撤銷', 查詢條件: '林' },
  });
  expect(factsOf({ ...filter, until: '2026-06-30' })).toMatchObject({
    發證期間: '至民國 115 年 6 月 30 日止',
  });
});

test.each([
  ['one organisation', '臺北市分會', '訓練協會　臺北市分會'],
  ['all organisations', null, '訓練協會　各會別'],
])('the head names the association and %s', (_, organization, head) => {
  expect(order({ ...everything, organization }).data).toMatchObject({ organization: head });
});

test('the head of an association without a name is the organisation', () => {
  const { data } = orderRegisterPaper({ association: '', filter: everything, rows: [], day: '2026-12-01' });
  expect(data).toMatchObject({ organization: '各會別' });
});

test('each row has its serial, and its days with Minguo years, below the right heads', () => {
  const [row] = rowsOf(1);
  if (!row) throw new Error('one row');
  const rows = [row, { ...row, registerNumber: null, classCode: null }];
  const { data } = orderRegisterPaper({ association: '', filter: everything, rows, day: '2026-12-01' });
  const { heads, rows: cells } = data as { heads: string[]; rows: string[][] };
  const facts = {
    ...{ 證照編號: row.number, 姓名: '林宜君', 證號: 'A12****789', 證照: '急救教練訓練證' },
    ...{ 會別: '臺北市分會', 發證日期: '115.03.01', 有效期限: '118.02.28', 狀態: '有效' },
  };
  expect(cells.map((each) => byHead(heads, each))).toEqual([
    { 序: '1', 證書字號: row.registerNumber, 課程代碼: 'TPE-FAI-001', ...facts },
    { 序: '2', 證書字號: '', 課程代碼: '', ...facts },
  ]);
});

test('long registers go on with the heads on further pages, and show every name', () => {
  const pages = (count: number, name?: string) => {
    const { template, data } = order(everything, rowsOf(count, name));
    const { pdf, lost } = compilePaper(template, data);
    expect(lost).toEqual([]);
    return Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type\s*\/Page\b/g)?.length;
  };
  expect(pages(0)).toBe(1);
  expect(pages(60, '阿布都拉·買買提艾力·伊布拉欣')).toBeGreaterThan(3);
});
