import { expect, test } from 'vitest';
import { byHead } from '../../../test/by-head.ts';
import { presentRegisterRow, registerCells, registerHeads } from './register-cells.ts';
import type { RegisterListRow } from './register-list.ts';

const row: RegisterListRow = {
  ...{ cursor: [], id: '7', number: 'FAI-2026-AB3DE5GH70', registerNumber: null, personId: '3' },
  ...{ name: '林怡君', maskedIdentity: 'A20*****03', identity: 'B123456789', isErased: false },
  ...{ kind: '急救教練訓練證', course: '急救教練訓練', classCode: null, organization: '臺北市分會' },
  ...{ issuedOn: '2026-03-01', endTime: '2029-02-28', state: 'valid' },
};

test.each<[string, Partial<RegisterListRow>, object]>([
  ['the name and the identity on the certificate', {}, { name: '林怡君', identity: 'A20*****03' }],
  [
    'a masked name if the data of the holder were erased',
    { isErased: true },
    { name: '林○君', identity: 'A20*****03' },
  ],
  [
    'the masked identity of the account if the certificate has no content',
    { maskedIdentity: null },
    { name: '林怡君', identity: 'B12*****89' },
  ],
])('a row shows %s', (_, changes, shown) => {
  expect(presentRegisterRow({ ...row, ...changes }, '2026-12-01')).toMatchObject(shown);
});

test('the file has the same facts below their heads', () => {
  expect(byHead(registerHeads, registerCells('2026-12-01')(row))).toEqual({
    ...{ 證照編號: 'FAI-2026-AB3DE5GH70', 證書字號: null, 姓名: '林怡君', 證號: 'A20*****03' },
    ...{ 證照: '急救教練訓練證', 訓練項目: '急救教練訓練', 課程代碼: null, 會別: '臺北市分會' },
    ...{ 發證日期: '2026-03-01（日）', 有效期限: '2029-02-28（三）', 狀態: '有效' },
  });
});
