import { rightsOf } from '@portal/contract/rights';
import { expect, test } from 'vitest';
import { commandsFor } from './commands.ts';

const officer = rightsOf([{ role: 'officer', organizationId: 1 }]);
const cashier = rightsOf([{ role: 'cashier', organizationId: null }]);
const editor = rightsOf([{ role: 'editor', organizationId: null }]);

const titles = (...asked: Parameters<typeof commandsFor>) => commandsFor(...asked).map(({ title }) => title);

test('without words the first acts are offered', () => {
  expect(titles('', officer)).toEqual([
    '新增課程',
    '新增學員',
    '代為報名',
    '新增團體',
    '核發未開班的證照',
    '登錄個資申請',
  ]);
});

test.each([
  ['part of a name', '對帳', cashier, ['匯入對帳單', '繳費對帳']],
  ['several words', '新增 課', officer, ['新增課程']],
  ['a name that nothing has', '王小明', officer, []],
])('%s', (_, typed, can, found) => {
  expect(titles(typed, can)).toEqual(found);
});

test('nobody is led to a page or an act that their rights do not allow', () => {
  expect(titles('新增', cashier)).toEqual([]);
  expect(titles('匯入對帳單', officer)).toEqual([]);
  expect(titles('學員', editor)).toEqual([]);
  expect(titles('橫幅', editor)).toEqual(['橫幅']);
});
