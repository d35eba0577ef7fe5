import { expect, test } from 'vitest';
import { byHead } from '../../../test/by-head.ts';
import { incidentPeopleHeads, incidentPersonCells } from './people-cells.ts';

const row = {
  ...{ cursor: [], personId: '7', name: '王小明', identity: 'A123456789', organization: '臺北市分會' },
  ...{ address: '100臺北市中正區範例路一段 1 號', events: 2, lastAt: '2026-12-01T09:00:00+08:00' },
};

test.each([
  ['without a mailbox, on paper', false, null, ['書面', null, row.address]],
  ['with a mailbox, by mail', true, null, ['電子郵件', null, null]],
  [
    'who were mailed and have no mailbox any more, by mail',
    false,
    '2026-12-01T10:00:00+08:00',
    ['電子郵件', '2026-12-01（二）10:00', null],
  ],
])('the list tells how people are told: those %s', (_, hasMailbox, mailedAt, told) => {
  const [how, sentAt, address] = told;
  expect(byHead(incidentPeopleHeads, incidentPersonCells({ ...row, hasMailbox, mailedAt }))).toEqual({
    ...{ 姓名: '王小明', 證號: 'A12*****89', 會別: '臺北市分會', 次數: 2 },
    ...{ 最近一次: '2026-12-01（二）09:00', 通知方式: how, 寄信時間: sentAt, 地址: address },
  });
});
