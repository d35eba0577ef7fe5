import { expect, test } from 'vitest';
import { renderPaper } from './render-paper.ts';

const data = {
  organization: '臺北市分會',
  title: '學員名冊',
  continued: '學員名冊（續）',
  footer: '列印日期：民國115年12月1日',
  page: '第 {n} 頁，共 {all} 頁',
  lost: '〓 為字型所缺的字（{codes}），請以手寫補上',
  facts: [['訓練項目', '初級急救員訓練']],
  heads: ['序', '姓名'],
  rows: [['1', '王小明']],
};
const roster = { template: 'roster', data } as const;
const isPdf = (bytes: Uint8Array) => Buffer.from(bytes).subarray(0, 5).toString() === '%PDF-';

test('one worker makes one paper after another', async () => {
  for (let n = 0; n < 3; n += 1) expect(isPdf(await renderPaper(roster))).toBe(true);
});

test('papers that are ordered at once are all made', async () => {
  const papers = await Promise.all([renderPaper(roster), renderPaper(roster), renderPaper(roster)]);
  expect(papers.map(isPdf)).toEqual([true, true, true]);
});

test('a paper that fails leaves the next one whole', async () => {
  const broken = { template: 'roster', data: { ...data, heads: undefined } } as const;
  await expect(renderPaper(broken)).rejects.toThrow();
  expect(isPdf(await renderPaper(roster))).toBe(true);
});
