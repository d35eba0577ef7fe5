import { expect, test } from 'vitest';
import { classCells, classHeads } from './class-cells.ts';

test('the cells of a class stand below their heads', () => {
  const cells = classCells({
    ...{ cursor: [], id: '1', code: 'TPE-FA1-001', course: '初級急救員訓練', organization: '臺北市分會' },
    ...{ state: 'published', startTime: '2026-12-24T01:00:00Z', place: '臺北市中正區杭州南路一段 15 號' },
    ...{ limitNumber: 30, number: 12, pending: 3, unpaid: 2, version: '1' },
  });
  expect(cells.length).toBe(classHeads.length);
  expect(Object.fromEntries(classHeads.map((head, column) => [head, cells[column]]))).toEqual({
    課程代碼: 'TPE-FA1-001',
    訓練項目: '初級急救員訓練',
    會別: '臺北市分會',
    開課時間: '2026-12-24（四）09:00',
    狀態: '已發布',
    已報名: 12,
    名額: 30,
    待審核: 3,
    未完成繳費: 2,
    上課地點: '臺北市中正區杭州南路一段 15 號',
  });
});
